import { z } from 'zod'
import { dayText, storeDay } from '#domain/days.ts'
import type { Delivered, DeliveryWorld } from '#server/order/deliver.ts'
import { noteMail } from '#server/order/note-mail.ts'
import { type OrderRecord, readOrderRecord } from '#server/order/order-record-store.ts'
import type { OutboxRow } from '#server/order/outbox-store.ts'
import { returnedSentences } from '#server/order/released.ts'

const payload = z.object({ orderId: z.uuid() })

/** Tells the shopper that her order is cancelled and where each of its tenders is now. Its Message-ID is the outbox row's (SCENE-23). */
export async function sendCancelledMail(world: DeliveryWorld, row: OutboxRow): Promise<Delivered> {
  const { orderId } = payload.parse(row.payload)
  const order = await readOrderRecord(world.database, { shopperId: row.shopperId, orderId })
  if (order === undefined || order.email === '')
    return { state: 'failed', canRetry: false, why: 'no order or no address' }
  const host = world.mailFrom.split('@')[1] ?? 'localhost'
  const sent = await world.mail.sendMail({
    messageId: `<order-cancelled.${row.outboxId}@${host}>`,
    from: world.mailFrom,
    to: order.email,
    ...cancelledMail(order, world.originOf(order.brand, order.country)),
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}

/** The mail of a cancelled order, as text and as HTML. */
export function cancelledMail(
  order: Pick<OrderRecord, 'brand' | 'country' | 'currency' | 'orderNumber' | 'payments' | 'settledAt' | 'createdAt'>,
  origin: string,
): { readonly subject: string; readonly text: string; readonly html: string } {
  const { brand, country, orderNumber, settledAt, createdAt } = order
  const day = dayText(storeDay(settledAt ?? createdAt))
  return noteMail({
    ...{ brand, country },
    subject: `${brand} order ${orderNumber} is cancelled`,
    news: `Your order ${orderNumber} of ${day} is cancelled. Nothing will be shipped.`,
    tenders: returnedSentences(order),
    link: { address: `${origin}/`, lead: 'Look around again:', action: 'Continue shopping' },
  })
}
