import type { Cart } from '#domain/cart/cart.ts'

/** A tender as a page shows it, or as an order takes it: which one, and the cents it pays. */
export type PayingTender = { readonly id: string; readonly amount: number }

/** Stored value on a cart: what it could pay now, and what it pays. */
export type StoredTender = {
  readonly id: string
  readonly availableCents: number
  readonly appliedCents: number
}

/** Stored value that can no longer pay what was shown of it. */
export type ShortTender = { readonly id: string; readonly shownCents: number; readonly nowCents: number }

/** SAFE-10: the stored value that is worth less than it was shown to pay; what pays less because less is due is none. */
export function shortTenders(stored: readonly StoredTender[], shown: readonly PayingTender[]): ShortTender[] {
  return stored.flatMap(({ id, availableCents, appliedCents }) => {
    const shownCents = amountOf(shown, id)
    return availableCents < shownCents ? [{ id, shownCents, nowCents: appliedCents }] : []
  })
}

/** SAFE-10: whether each tender is to pay exactly what was shown, and none more or less takes part; one of nothing is none. */
export function isAsShown(paying: readonly PayingTender[], shown: readonly PayingTender[]): boolean {
  const ids = new Set([...paying, ...shown].map(({ id }) => id))
  return [...ids].every((id) => amountOf(paying, id) === amountOf(shown, id))
}

/** The cart as it was when its stored value was applied; the same one when nothing has lost worth since. */
export function asApplied(cart: Cart): Cart {
  const hasLost = cart.tenders.some(({ availableCents, worthCents }) => availableCents < (worthCents ?? 0))
  if (!hasLost) return cart
  const tenders = cart.tenders.map((one) => {
    return { ...one, availableCents: Math.max(one.availableCents, one.worthCents ?? 0) }
  })
  return { ...cart, tenders }
}

function amountOf(tenders: readonly PayingTender[], id: string): number {
  return tenders.reduce((total, one) => (one.id === id ? total + one.amount : total), 0)
}
