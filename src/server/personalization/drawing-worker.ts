import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { DrawingOrder } from '#server/personalization/drawing-pool.ts'
import { drawPicture } from '#server/personalization/renderer.ts'

// Linux has a priority for each thread: a page goes before a drawing where there are few processors for both
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

// one order at a time, each answered before the next is sent
parentPort?.on('message', ({ hash, design }: DrawingOrder) => {
  const svg = drawPicture(hash, design)
  const bytes = svg === null ? null : new TextEncoder().encode(svg)
  parentPort?.postMessage(bytes, bytes === null ? [] : [bytes.buffer])
})
