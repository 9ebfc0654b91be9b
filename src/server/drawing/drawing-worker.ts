import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { DrawingJob, DrawingNote } from '#server/drawing/drawing-job.ts'

// Linux has a priority for each thread: a page goes before a drawing where there are few processors for both
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

// one job at a time, each answered before the next is sent
parentPort?.on('message', async (job: DrawingJob) => {
  const bytes = await draw(job)
  parentPort?.postMessage(bytes, bytes === null ? [] : [bytes.buffer])
})

/** What draws is loaded when the first of its kind is asked for: fonts for words, a maker of PDF for receipts. */
async function draw(job: DrawingJob): Promise<Uint8Array<ArrayBuffer> | null> {
  if (job.kind === 'receipt') {
    const { receiptPdf } = await import('#server/order/mail/receipt-pdf.ts')
    const { bytes, missingLetters } = await receiptPdf(job.facts)
    if (missingLetters !== '') parentPort?.postMessage({ missingLetters } satisfies DrawingNote)
    // a copy: a small Buffer is a part of a larger one, which cannot be handed over
    return Uint8Array.from(bytes)
  }
  const { drawPicture } = await import('#server/personalization/renderer.ts')
  const svg = drawPicture(job.name, job.design)
  return svg === null ? null : new TextEncoder().encode(svg)
}
