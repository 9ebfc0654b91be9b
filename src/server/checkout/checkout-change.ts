import type { CartRule, NewId } from '#domain/cart/change.ts'
import type { CartChange } from '#domain/cart/events.ts'
import { good, type Outcome } from '#domain/outcome.ts'
import { placeChanges } from '#domain/pricing/place-changes.ts'
import { applyRule, type LockedCart, type SavedChange, saveChange } from '#server/cart/cart-service.ts'
import { reachedStep } from '#server/checkout/checkout-facts.ts'
import type { Tx } from '#server/db/database.ts'
import type { Shopper } from '#server/http/context.ts'
import {
  type CartQuote,
  loadRatedFacts,
  type PricedAt,
  priceLoaded,
  unitPrices,
} from '#server/pricing/pricing-service.ts'

export type CheckoutChange = { readonly saved: SavedChange; readonly priced: CartQuote }
export type CheckoutAt = PricedAt & { readonly shopper: Pick<Shopper, 'auth'> }

/**
 * Changes a locked cart by a rule of the checkout and prices it anew. The highest step falls when the change made a
 * later one invalid (OPEN-20); lines that now travel another way because their address moved are told (SCENE-15), and so
 * is what that does to shipping, tax and dates (CALM-02).
 */
export async function changeCheckout(
  tx: Tx,
  cart: LockedCart,
  rule: CartRule,
  at: CheckoutAt,
  newId: NewId,
): Promise<Outcome<CheckoutChange>> {
  const outcome = applyRule(cart, rule, newId)
  if (!outcome.ok) return outcome
  const { cart: after, event } = outcome.value
  const known = await loadRatedFacts(tx, { ...cart, discountCode: after.discountCode }, at, {
    now: at.now,
    also: after,
  })
  const priced = priceLoaded(after, known, at)
  const rerouted = after.recipients === cart.recipients ? [] : changesOfPlace(priceLoaded(cart, known, at), priced)
  const lowered = after === cart ? after : withLoweredStep(priced, at.shopper)
  const saved = saveChange(
    tx,
    cart,
    { cart: lowered, event: { ...event, changes: [...event.changes, ...rerouted] } },
    unitPrices(priced.lines),
  )
  return good({
    saved: { ...saved, noted: [...saved.noted, ...rerouted] },
    priced: { ...priced, cart: saved.cart },
  })
}

function withLoweredStep(priced: CartQuote, shopper: Pick<Shopper, 'auth'>): CartQuote['cart'] {
  const { cart } = priced
  // whoever has begun the checkout stays in it while there is something to buy
  const step = cart.lines.length === 0 ? 0 : Math.max(reachedStep(priced, shopper), Math.min(cart.highestStep, 1))
  return step < cart.highestStep ? { ...cart, highestStep: step } : cart
}

/** What another address does to the ways, the prices and the dates of the delivery (SCENE-15, CALM-02). */
function changesOfPlace(before: CartQuote, after: CartQuote): CartChange[] {
  return [...methodChanges(before, after), ...placeChanges(before, after)]
}

/** Lines that were local and are long distance now, or the other way round: no price is carried over, and it is said. */
function methodChanges(before: CartQuote, after: CartQuote): CartChange[] {
  return after.lines.flatMap(({ line, priced }): CartChange[] => {
    const old = before.lines.find((one) => one.line.lineId === line.lineId)
    const isKnown = old !== undefined && old.destination !== null && old.line.shipMethod === line.shipMethod
    if (!isKnown || old.priced.shipMethod === priced.shipMethod) return []
    const { lineId, sku } = line
    return [{ kind: 'shipping', lineId, sku, before: old.priced.shipMethod, after: priced.shipMethod }]
  })
}
