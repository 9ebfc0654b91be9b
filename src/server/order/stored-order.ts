import { z } from 'zod'
import { basketItem, bopsOptions, recipient } from '#contracts/checkout/shapes.ts'
import { orderSummary } from '#contracts/pricing/shapes.ts'
import { refusalAsks } from '#domain/order/card-refusal.ts'
import type { Seller } from '#domain/order/seller.ts'
import { refusalCodes } from '#domain/order/settlement.ts'
import { addressSchema } from '#server/address-schema.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** The JSON of an order as its columns hold it, by whichever version of the shop it was written. */
export type StoredOrder = {
  /** Of its lines, in their order. */
  readonly items: unknown
  readonly recipients: unknown
  readonly summary: unknown
  readonly billingAddress: unknown
}

const recipients = z.array(
  recipient.omit({ isBoxForFreight: true, crew: true }).extend({
    crew: z.object({ phone: z.string(), accessNotes: z.string() }).nullable().exactOptional(),
    address: addressSchema
      .extend({ addressId: z.string(), recipientId: z.string(), saveToAccount: z.boolean() })
      .nullable(),
    // what a field takes today says nothing of what it took then
    bopsOptions: bopsOptions
      .extend({
        pickupContact: z
          .object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string() })
          .nullable(),
      })
      .nullable(),
    totals: recipient.shape.totals.exactOptional(),
  }),
)
const items = z.array(basketItem)
const billingAddress = addressSchema.nullable()
const pst = z.object({ BC: z.string(), MB: z.string(), SK: z.string() })
const seller = z
  .object({
    name: z.string(),
    address: z.array(z.string()),
    registrations: z.object({ gstHst: z.string(), qst: z.string(), pst }).nullable(),
  })
  .nullable()

/** What an order was when it was placed, as people read it. Cents. */
export type OrderSnapshot = {
  readonly items: z.output<typeof items>
  readonly recipients: z.output<typeof recipients>
  readonly summary: z.output<typeof orderSummary>
  readonly billingAddress: z.output<typeof billingAddress>
}

type Json = { readonly [field: string]: unknown }

/** What an order that was placed before its lines were kept for analytics says of them. */
const unmeasured = {
  ...{ regularPrice: 0, priceTypeCode: '', markdownTypeCode: '', propertyCodes: [] },
  ...{ category: '', department: '', class: '', subclass: '' },
}

/**
 * An order's JSON in the shape of today; what it holds is not looked at. All that changed so far are fields that came to it:
 * the analytics of a line, and of a recipient the printed mail and a part of the total, which stays unknown.
 */
export function upgradeOrder({ items, recipients, ...order }: StoredOrder): StoredOrder {
  return {
    ...order,
    items: eachOf(items, (item) => ({ ...unmeasured, makingTime: '', ...item })),
    recipients: eachOf(recipients, (one) => ({ isMailWelcome: false, ...one })),
  }
}

function eachOf(list: unknown, upgrade: (one: Json) => Json): unknown {
  return Array.isArray(list) ? list.map((one: unknown) => (isJson(one) ? upgrade(one) : one)) : list
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The snapshot of an order of any age; a `StoredJsonFault` when it cannot be read. */
export function snapshotOf({
  orderNumber,
  stored,
}: {
  readonly orderNumber: string
  readonly stored: StoredOrder
}): OrderSnapshot {
  const upgraded = upgradeOrder(stored)
  const of = (column: string) => `${column} of order ${orderNumber}`
  return {
    items: parseStored(items, upgraded.items, of('shop.order_line.item')),
    recipients: parseStored(recipients, upgraded.recipients, of('shop.orders.recipients')),
    summary: parseStored(orderSummary, upgraded.summary, of('shop.orders.summary')),
    billingAddress: parseStored(billingAddress, upgraded.billingAddress, of('shop.orders.billing_address')),
  }
}

const otherRefusal = z.object({ code: z.enum(refusalCodes).exclude(['cardRefused']) })
const cardRefusal = z.object({
  code: z.literal('cardRefused'),
  slot: z.union([z.literal(1), z.literal(2)]).exactOptional(),
  ask: z.enum(refusalAsks).exactOptional(),
})
const answer = z.object({ problem: z.discriminatedUnion('code', [cardRefusal, otherRefusal]).nullable() }).nullable()
const holds = z.object({
  stock: z.boolean(),
  giftCards: z.boolean(),
  certificates: z.boolean(),
  promo: z.boolean(),
  trips: z.boolean(),
  gifts: z.boolean(),
  accountCards: z.boolean(),
})
const tenders = z.array(z.object({ kind: z.string(), label: z.string(), cents: z.int() }))

/** How an order ended; null while it has not. */
export function storedAnswer(stored: unknown, orderNumber: string): z.output<typeof answer> {
  return parseStored(answer, stored, `shop.orders.response of order ${orderNumber}`)
}

/** Which ledgers an order holds something in: what settling has to touch. */
export type OrderHolds = z.output<typeof holds>

/** The holds of an order; one of before these were written may have pieces of registries, and keeps no cards. */
export function storedHolds(stored: unknown, order: string): OrderHolds {
  const upgraded = isJson(stored) ? { gifts: true, accountCards: false, ...stored } : stored
  return parseStored(holds, upgraded, `shop.orders.facts.holds of order ${order}`)
}

/** The stored value that an order was paid with, in the order it paid. */
export function storedTenders(stored: unknown, orderNumber: string): z.output<typeof tenders> {
  const upgraded = eachOf(stored ?? [], (tender) => ({ label: '', ...tender }))
  return parseStored(tenders, upgraded, `shop.orders.facts.tenders of order ${orderNumber}`)
}

/** Who sold an order, as it was when it was placed; null of one from before that was written down. */
export function storedSeller(stored: unknown, orderNumber: string): Seller | null {
  return parseStored(seller, stored ?? null, `shop.orders.facts.seller of order ${orderNumber}`)
}
