import { parentPort } from 'node:worker_threads'
import type { DrawingOrder } from '#server/personalization/drawing-pool.ts'
import { drawPicture } from '#server/personalization/renderer.ts'

// one order at a time, each answered before the next is sent
parentPort?.on('message', ({ hash, design }: DrawingOrder) => {
  const svg = drawPicture(hash, design)
  const bytes = svg === null ? null : new TextEncoder().encode(svg)
  parentPort?.postMessage(bytes, bytes === null ? [] : [bytes.buffer])
})
