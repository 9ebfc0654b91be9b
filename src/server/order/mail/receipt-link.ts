import { timingSafeEqual } from 'node:crypto'
import { type ReceiptKind, receiptAddress } from '#domain/order/receipt-address.ts'
import type { OrderWorld } from '#server/order/order-world.ts'

/** How long a link in a mail opens its receipt; the account's own page opens it for ever. */
export const receiptLinkDays = 90
const dayMs = 86_400_000

type Signer = Pick<OrderWorld, 'macOf'>

/** The address of a receipt for whoever has the mail: signed, for one kind, until a day. */
export function signedReceiptAddress(signer: Signer, orderNumber: string, kind: ReceiptKind, now: Date): string {
  const until = Math.floor(now.getTime() / dayMs) + receiptLinkDays
  const key = keyOf(signer, orderNumber, kind, until).toString('base64url')
  return `${receiptAddress(orderNumber, kind)}?until=${until}&key=${key}`
}

/** Whether a link's own words open this receipt now. */
export function opensReceipt(
  signer: Signer,
  asked: { readonly orderNumber: string; readonly kind: ReceiptKind; readonly query: unknown },
  now: Date,
): boolean {
  const { until, key } = (asked.query ?? {}) as { readonly until?: unknown; readonly key?: unknown }
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,6}$/.test(until)) return false
  if (now.getTime() >= (Number(until) + 1) * dayMs) return false
  const given = Buffer.from(key, 'base64url')
  const expected = keyOf(signer, asked.orderNumber, asked.kind, Number(until))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function keyOf({ macOf }: Signer, orderNumber: string, kind: ReceiptKind, until: number): Buffer {
  return macOf(`receipt\n${orderNumber}\n${kind}\n${until}`)
}
