import { Worker } from 'node:worker_threads'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'

/** What a worker is asked for; it answers the picture's bytes, or null for a design that cannot be made. */
export type DrawingOrder = { readonly hash: string; readonly design: NormalDesign }

/** Draws in threads of its own, so that the thread of the pages answers meanwhile. */
export type DrawingPool = {
  /** @throws DrawingFailed */
  draw(order: DrawingOrder): Promise<Buffer | null>
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
}

const ownFile = new URL('./drawing-worker.ts', import.meta.url)

/** Threads are started when they are needed and wait for the next drawing; there are never more than drawings at once. */
export function createDrawingPool(options: DrawingPoolOptions = {}): DrawingPool {
  const { file = ownFile, workerData, timeLimitMs = 15_000 } = options
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
  function ask(worker: Worker, order: DrawingOrder): Promise<Uint8Array | null | 'ended' | 'late'> {
    return new Promise((resolve) => {
      const settle = (answer: Uint8Array | null | 'ended' | 'late') => {
        clearTimeout(timer)
        worker.off('message', settle).off('error', onEnd).off('exit', onEnd)
        resolve(answer)
      }
      const onEnd = () => settle('ended')
      const timer = setTimeout(() => {
        settle('late')
        void worker.terminate()
      }, timeLimitMs)
      worker.once('message', settle).once('error', onEnd).once('exit', onEnd)
      worker.postMessage(order)
    })
  }

  return {
    async draw(order) {
      for (let nth = 1; nth <= 2 && !isClosed; nth += 1) {
        const worker = idle.pop() ?? start()
        const answer = await ask(worker, order)
        if (answer === 'late') throw new DrawingFailed(`The drawing ${order.hash} took longer than ${timeLimitMs} ms`)
        if (answer === 'ended') continue
        idle.push(worker)
        return answer === null ? null : Buffer.from(answer.buffer)
      }
      throw new DrawingFailed(`No thread could make the drawing ${order.hash}`)
    },
    async close() {
      isClosed = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}
