import { z } from 'zod'
import type { Delivered, DeliveryWorld } from '#server/order/deliver.ts'
import { type OrderMailFacts, orderMail } from '#server/order/order-mail.ts'
import { type OrderRecord, readOrderRecord } from '#server/order/order-record-store.ts'
import type { OutboxRow } from '#server/order/outbox-store.ts'
import { signedReceiptAddress } from '#server/order/receipt-link.ts'

const payload = z.object({ orderId: z.uuid() })

/** Sends the mail of a placed order. Its Message-ID is the outbox row's, so a repeat is the same mail (SCENE-23). */
export async function sendOrderMail(world: DeliveryWorld, row: OutboxRow): Promise<Delivered> {
  const { orderId } = payload.parse(row.payload)
  const order = await readOrderRecord(world.database, { shopperId: row.shopperId, orderId })
  if (order === undefined || order.email === '')
    return { state: 'failed', canRetry: false, why: 'no order or no address' }
  const { subject, text, html } = orderMail({
    ...mailFacts(order, world.originOf(order.brand, order.country)),
    receipts: receiptsOf(world, order),
  })
  const host = world.mailFrom.split('@')[1] ?? 'localhost'
  const sent = await world.mail.sendMail({
    messageId: `<order-placed.${row.outboxId}@${host}>`,
    from: world.mailFrom,
    to: order.email,
    subject,
    text,
    html,
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}

function receiptsOf(world: DeliveryWorld, { orderNumber, settledAt, createdAt }: OrderRecord) {
  const from = settledAt ?? createdAt
  return {
    receipt: signedReceiptAddress(world, orderNumber, 'receipt', from),
    giftReceipt: signedReceiptAddress(world, orderNumber, 'gift-receipt', from),
  }
}

/** An order as its mail and its receipts tell it. */
export function mailFacts(order: OrderRecord, origin: string): OrderMailFacts {
  const { brand, country, currency, orderNumber, payments, billingAddress } = order
  return {
    ...{ brand, country, currency, orderNumber, payments, billingAddress, origin },
    placedAt: order.settledAt ?? order.createdAt,
    items: order.items as OrderMailFacts['items'],
    recipients: order.recipients as OrderMailFacts['recipients'],
    summary: order.summary as OrderMailFacts['summary'],
  }
}
