import type { Cart, CartTender } from '#domain/cart/cart.ts'
import { limits } from '#domain/limits.ts'
import type { Problem } from '#domain/problems.ts'

type FullCode = 'cartFull' | 'savedItemsFull' | 'homesFull' | 'giftCardsFull' | 'tenderCodesFull' | 'certificatesFull'

type Bound = {
  readonly code: FullCode
  readonly limit: number
  readonly countOf: (cart: Cart) => number
}

const bounds: readonly Bound[] = [
  { code: 'cartFull', limit: limits.cartLines, countOf: (cart) => cart.lines.length },
  { code: 'savedItemsFull', limit: limits.savedLines, countOf: (cart) => cart.savedLines.length },
  { code: 'homesFull', limit: limits.recipients, countOf: recipientsOf },
  { code: 'giftCardsFull', limit: limits.giftCards, countOf: (cart) => tendersOf(cart, 'giftCard') },
  { code: 'tenderCodesFull', limit: limits.tenderCodes, countOf: (cart) => tendersOf(cart, 'tenderCode') },
  { code: 'certificatesFull', limit: limits.certificates, countOf: (cart) => tendersOf(cart, 'certificate') },
]

/**
 * What there is no room for in a cart that a change would make, with its `limit`; null when all fits. A cart that a sign-in
 * has made larger than its limits can be changed and made smaller, only not grow.
 */
export function lackOfRoom(before: Cart, after: Cart): Problem | null {
  const over = bounds.find(({ limit, countOf }) => countOf(after) > limit && countOf(after) > countOf(before))
  return over === undefined ? null : { code: over.code, limit: over.limit }
}

/** Whether a sign-in can bring more lines into this cart: nothing is lost by it, but a cart beyond its limits takes no more. */
export function hasRoomForMerge(cart: Cart): boolean {
  return bounds.every(({ limit, countOf }) => countOf(cart) <= limit)
}

function recipientsOf({ recipients }: Cart): number {
  return recipients.filter(({ isPickup }) => !isPickup).length
}

function tendersOf({ tenders }: Cart, kind: CartTender['kind']): number {
  return tenders.filter((tender) => tender.kind === kind).length
}
