import { dayText, storeDay } from '#domain/days.ts'
import { returnedSentences } from '#server/order/cancel/release-summary.ts'
import type { OrderRecord } from '#server/order/order-record-store.ts'
import type { Delivered } from './delivery-deps.ts'
import { noteMail } from './note-mail.ts'
import type { NoteDeps } from './send-note.ts'
import { sendNote } from './send-note.ts'
import type { TakenRow } from './take-delivery-store.ts'
import type { WrittenMail } from './written-mail.ts'

/** Tells the shopper that her order is cancelled and where each of its tenders is now. Its Message-ID is the outbox row's (SCENE-23). */
export async function sendCancelledMail(deps: NoteDeps, row: TakenRow): Promise<Delivered> {
  const sent = await sendNote(deps, row, 'order-cancelled', cancelledMail)
  return sent ?? { state: 'failed', canRetry: false, why: 'no order or no address' }
}

/** The mail of a cancelled order, as text and as HTML. */
export function cancelledMail(
  order: Pick<
    OrderRecord,
    'brand' | 'country' | 'currency' | 'orderNumber' | 'payments' | 'settledAt' | 'createdAt' | 'cancelledAt'
  >,
  origin: string,
): Promise<WrittenMail> {
  const { brand, country, orderNumber, settledAt, createdAt, cancelledAt } = order
  const day = dayText(storeDay(settledAt ?? createdAt), storeDay(cancelledAt ?? createdAt))
  return noteMail({
    ...{ brand, country },
    subject: `${brand} order ${orderNumber} is cancelled`,
    news: `Your order ${orderNumber} of ${day} is cancelled. Nothing will be shipped.`,
    tenders: returnedSentences(order),
    link: { address: `${origin}/`, lead: 'Look around again:', action: 'Continue shopping' },
  })
}
