import { z } from 'zod'
import { defaultHelpPhones, helpHours } from '#domain/help.ts'
import { placeAnswerOf } from '#domain/order/place-answer.ts'
import { allVariants } from '#domain/variant.ts'
import type { Delivered, DeliveryWorld } from '#server/order/deliver.ts'
import { escapeHtml } from '#server/order/order-mail-html.ts'
import { type OrderRecord, readOrderRecord } from '#server/order/order-record-store.ts'
import type { OutboxRow } from '#server/order/outbox-store.ts'
import { releaseSentences } from '#server/order/released.ts'

const payload = z.object({ orderId: z.uuid() })

/** Tells who was left waiting, or whose tenders were held, that the order was not placed and where each of them is now (BEYOND-03). */
export async function sendRefusedMail(world: DeliveryWorld, row: OutboxRow): Promise<Delivered> {
  const { orderId } = payload.parse(row.payload)
  const order = await readOrderRecord(world.database, { shopperId: row.shopperId, orderId })
  // nobody can be told
  if (order === undefined || order.email === '') return { state: 'done' }
  const host = world.mailFrom.split('@')[1] ?? 'localhost'
  const sent = await world.mail.sendMail({
    messageId: `<order-refused.${row.outboxId}@${host}>`,
    from: world.mailFrom,
    to: order.email,
    ...refusedMail(order, world.originOf(order.brand, order.country)),
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}

/** The mail of an order that was not placed, as text and as HTML. */
export function refusedMail(
  order: Pick<OrderRecord, 'brand' | 'country' | 'currency' | 'orderNumber' | 'answer' | 'payments'>,
  origin: string,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { brand, country, orderNumber, answer } = order
  const subject = `${brand} order ${orderNumber} was not placed`
  const link = `${origin}${placeAnswerOf(answer?.problem ?? { code: 'interrupted' }).redirectUrl}`
  const first = [`Your order ${orderNumber} was not placed, and nothing was charged.`]
  const releases = releaseSentences(order)
  const variant = allVariants.find((one) => one.brand === brand && one.country === country)
  const help = variant ? [`Questions? Call ${defaultHelpPhones[variant.key]}, ${helpHours}.`] : []
  const last = ['Everything you entered is still in your cart:', link, ...help]
  const blocks = [[brand], first, releases, last].filter((lines) => lines.length > 0)
  const paragraph = (lines: readonly string[]) => `<p style="margin:0 0 24px">${lines.map(escapeHtml).join('<br>')}</p>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f4f0;font-family:Georgia,serif;color:#1c1b19">
<div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fff">
${[[brand], first, ...(releases.length === 0 ? [] : [releases])].map(paragraph).join('\n')}
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="color:#1c1b19">Go on with your order</a></p>
${help.map((line) => paragraph([line])).join('')}
</div></body></html>
`
  return { subject, text: `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`, html }
}
