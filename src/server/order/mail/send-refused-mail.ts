import { placeAnswerOf } from '#domain/order/place-answer.ts'
import { releaseSentences } from '#server/order/cancel/release-summary.ts'
import type { OrderRecord } from '#server/order/order-record-store.ts'
import type { Delivered } from './delivery-deps.ts'
import { noteMail } from './note-mail.ts'
import type { NoteDeps } from './send-note.ts'
import { sendNote } from './send-note.ts'
import type { TakenRow } from './take-delivery-store.ts'
import type { WrittenMail } from './written-mail.ts'

/** Tells who was left waiting, or whose tenders were held, that the order was not placed and where each of them is now (BEYOND-03). */
export async function sendRefusedMail(deps: NoteDeps, row: TakenRow): Promise<Delivered> {
  // nobody can be told
  return (await sendNote(deps, row, 'order-refused', refusedMail)) ?? { state: 'done' }
}

/** The mail of an order that was not placed, as text and as HTML. */
export function refusedMail(
  order: Pick<OrderRecord, 'brand' | 'country' | 'currency' | 'orderNumber' | 'answer' | 'payments'>,
  origin: string,
): Promise<WrittenMail> {
  const { brand, country, orderNumber, answer } = order
  return noteMail({
    ...{ brand, country },
    subject: `${brand} order ${orderNumber} was not placed`,
    news: `Your order ${orderNumber} was not placed, and nothing was charged.`,
    tenders: releaseSentences(order),
    link: {
      address: `${origin}${placeAnswerOf(answer?.problem ?? { code: 'interrupted' }).redirectUrl}`,
      lead: 'Everything you entered is still in your cart:',
      action: 'Go on with your order',
    },
  })
}
