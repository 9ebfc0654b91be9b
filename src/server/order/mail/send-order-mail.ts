import { z } from 'zod'
import { storeDay } from '#domain/days.ts'
import { cancelEnd } from '#domain/order/cancellation.ts'
import { type Sellers, sellerOf } from '#domain/order/seller.ts'
import { allVariants } from '#domain/variant.ts'
import { readStores } from '#server/catalog/location-store.ts'
import { withBookedWindows } from '#server/order/booked-lines.ts'
import type { OrderRecord } from '#server/order/order-record-store.ts'
import { snapshotOf } from '#server/order/stored-order.ts'
import type { Delivered, DeliveryDeps } from './delivery-deps.ts'
import { orderMail } from './order-mail.ts'
import type { OrderMailFacts } from './order-mail-content.ts'
import { payloadOf } from './outbox-store.ts'
import { signedReceiptAddress } from './receipt-link.ts'
import { lastingOrderAddress } from './send-order-links.ts'
import { readOrderOf, type TakenRow } from './take-delivery-store.ts'

const payload = z.object({ orderId: z.uuid() })

/** Sends the mail of a placed order. Its Message-ID is the outbox row's, so a repeat is the same mail (SCENE-23). */
export async function sendOrderMail(
  deps: Pick<
    DeliveryDeps,
    'database' | 'mail' | 'mailFrom' | 'pictures' | 'originOf' | 'macOf' | 'cancelMinutes' | 'sellers'
  >,
  row: TakenRow,
): Promise<Delivered> {
  const { orderId } = payloadOf(row, payload)
  const order = await readOrderOf(deps.database, row, orderId)
  if (order === undefined || order.email === '')
    return { state: 'failed', canRetry: false, why: 'no order or no address' }
  // 'is placed' after 'is cancelled' would be untrue: the mail of the cancellation says all there is to say
  if (order.state === 'cancelled') return { state: 'done' }
  const facts = mailFacts(order, deps.originOf(order.brand, order.country), deps.sellers)
  const isPickedUp = facts.recipients.some((recipient) => recipient.isPickup)
  const { subject, text, html } = await orderMail({
    ...facts,
    picturesAt: deps.pictures.servedAt,
    stores: isPickedUp ? await storesOf(deps, order) : [],
    receipts: receiptsOf(deps, order),
    orderPage: pageOf(deps, order),
  })
  const host = deps.mailFrom.split('@')[1] ?? 'localhost'
  const sent = await deps.mail.sendMail({
    messageId: `<order-placed.${row.outboxId}@${host}>`,
    from: deps.mailFrom,
    to: order.email,
    subject,
    text,
    html,
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}

async function storesOf({ database }: Pick<DeliveryDeps, 'database'>, { brand, country }: OrderRecord) {
  const variant = allVariants.find((one) => one.brand === brand && one.country === country)
  return variant === undefined ? [] : readStores(database, variant)
}

function receiptsOf(deps: Pick<DeliveryDeps, 'macOf'>, order: OrderRecord) {
  const from = order.settledAt ?? order.createdAt
  return {
    receipt: signedReceiptAddress(deps, order, 'receipt', from),
    giftReceipt: signedReceiptAddress(deps, order, 'gift-receipt', from),
  }
}

function pageOf(deps: Pick<DeliveryDeps, 'macOf' | 'cancelMinutes'>, order: OrderRecord) {
  const { settledAt, createdAt } = order
  const { cancelMinutes } = deps
  const from = settledAt ?? createdAt
  return {
    address: lastingOrderAddress(deps, order),
    cancelEnd: cancelMinutes === 0 ? null : cancelEnd(from, cancelMinutes),
  }
}

/** An order as its mail and its receipts tell it. */
export function mailFacts(order: OrderRecord, origin: string, sellers: Sellers): OrderMailFacts {
  const { brand, country, currency, orderNumber, payments, seller } = order
  const placedAt = order.settledAt ?? order.createdAt
  const snapshot = snapshotOf(order)
  return {
    ...{ brand, country, currency, orderNumber, payments, origin },
    placedAt,
    seller: sellerOf(sellers, { brand, country, seller, summary: snapshot.summary }),
    ...withBookedWindows(snapshot, storeDay(placedAt)),
  }
}
