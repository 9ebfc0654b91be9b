import { Worker } from 'node:worker_threads'
import type { DrawingJob, DrawingNote } from '#server/drawing/drawing-job.ts'

/** Draws in threads of its own, so that the thread of the pages answers meanwhile. */
export type DrawingPool = {
  /** The file's bytes, or null for a design that cannot be made. @throws DrawingFailed */
  draw(job: DrawingJob): Promise<Buffer | null>
  /** Ends the threads; what they were at fails. */
  close(): Promise<void>
}

/** A thread ended over a drawing, twice, or was ended because it took too long. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed'
}

export type DrawingPoolOptions = {
  /** What each thread runs. */
  readonly file?: URL
  readonly workerData?: unknown
  readonly timeLimitMs?: number
  /** Told of letters that a receipt could not print. */
  readonly onMissingLetters?: (letters: string) => void
}

const ownFile = new URL('./drawing-worker.ts', import.meta.url)

/** Threads are started when they are needed and wait for the next drawing; there are never more than drawings at once. */
export function createDrawingPool(options: DrawingPoolOptions = {}): DrawingPool {
  const { file = ownFile, workerData, timeLimitMs = 15_000, onMissingLetters } = options
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let isClosed = false

  function start(): Worker {
    // no environment: nothing secret is needed to draw
    const worker = new Worker(file, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    worker.unref()
    all.add(worker)
    // one that fails while it waits for work is not missed
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      all.delete(worker)
      const at = idle.indexOf(worker)
      if (at !== -1) idle.splice(at, 1)
    })
    return worker
  }

  /** The answer of one worker; 'ended' when it came to an end over it. */
  function ask(worker: Worker, job: DrawingJob): Promise<Uint8Array | null | 'ended' | 'late'> {
    return new Promise((resolve) => {
      const settle = (answer: Uint8Array | null | 'ended' | 'late') => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
        resolve(answer)
      }
      const onEnd = () => settle('ended')
      const onMessage = (message: Uint8Array | DrawingNote | null) => {
        if (message === null || message instanceof Uint8Array) settle(message)
        else onMissingLetters?.(message.missingLetters)
      }
      const timer = setTimeout(() => {
        settle('late')
        void worker.terminate()
      }, timeLimitMs)
      worker.on('message', onMessage).once('error', onEnd).once('exit', onEnd)
      worker.postMessage(job)
    })
  }

  return {
    async draw(job) {
      for (let nth = 1; nth <= 2 && !isClosed; nth += 1) {
        const worker = idle.pop() ?? start()
        const answer = await ask(worker, job)
        if (answer === 'late') throw new DrawingFailed(`The drawing ${job.name} took longer than ${timeLimitMs} ms`)
        if (answer === 'ended') continue
        idle.push(worker)
        return answer === null ? null : Buffer.from(answer.buffer)
      }
      throw new DrawingFailed(`No thread could make the drawing ${job.name}`)
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}
