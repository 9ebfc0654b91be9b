import { timingSafeEqual } from 'node:crypto'
import type { OrderWorld } from '#server/order/order-world.ts'

/** How long a mailed link opens an order, or lets an account take its past orders over. */
export const orderLinkHours = 24
const hourMs = 3_600_000

type Signer = Pick<OrderWorld, 'macOf'>

/** What a link is for: to look at one order, or to take over the orders of an account's address. */
export type LinkPurpose =
  | { readonly kind: 'order'; readonly of: string }
  | { readonly kind: 'claim'; readonly of: string }

/** The words that make a link work until its hour has come. */
export function signedUntil(signer: Signer, purpose: LinkPurpose, now: Date): { until: string; key: string } {
  const until = Math.floor(now.getTime() / hourMs) + orderLinkHours
  return { until: String(until), key: keyOf(signer, purpose, until).toString('base64url') }
}

/** Whether a link's own words are good for this now. */
export function opensFor(signer: Signer, purpose: LinkPurpose, query: unknown, now: Date): boolean {
  const { until, key } = (query ?? {}) as { readonly until?: unknown; readonly key?: unknown }
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,9}$/.test(until)) return false
  if (now.getTime() >= (Number(until) + 1) * hourMs) return false
  const given = Buffer.from(key, 'base64url')
  const expected = keyOf(signer, purpose, Number(until))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function keyOf({ macOf }: Signer, { kind, of }: LinkPurpose, until: number): Buffer {
  return macOf(`link\n${kind}\n${of}\n${until}`)
}
