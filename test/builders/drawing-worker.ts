import { parentPort, workerData } from 'node:worker_threads'
import type { DrawingJob } from '#server/drawing/drawing-job.ts'

/** What a test and the worker of its drawings share. */
export const drawingState = { drawn: 0, isHeld: 1, crashes: 2, atWork: 3, maxConcurrent: 4 } as const

const state = new Int32Array(workerData as SharedArrayBuffer)

// in place of drawing: counts, waits as long as the test says, ends as often as it says
parentPort?.on('message', ({ kind, name }: DrawingJob) => {
  if (Atomics.load(state, drawingState.crashes) > 0) {
    Atomics.sub(state, drawingState.crashes, 1)
    throw new Error('A drawing that its thread does not survive')
  }
  Atomics.add(state, drawingState.drawn, 1)
  const atWork = Atomics.add(state, drawingState.atWork, 1) + 1
  if (atWork > Atomics.load(state, drawingState.maxConcurrent)) Atomics.store(state, drawingState.maxConcurrent, atWork)
  Atomics.wait(state, drawingState.isHeld, 1)
  Atomics.sub(state, drawingState.atWork, 1)
  parentPort?.postMessage(new TextEncoder().encode(kind === 'receipt' ? `%PDF-1.3\n% ${name}` : svgOf(name)))
})

function svgOf(hash: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="10" data-hash="${hash}"/>`
}
