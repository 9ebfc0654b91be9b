import { setPromo } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { promoKey } from '#domain/promo/promo.ts'
import { applyRule, type LockedCart, type SavedChange, saveChange } from '#server/cart/cart-service.ts'
import type { Tx } from '#server/db/database.ts'
import {
  type CartQuote,
  loadRatedFacts,
  type PricedAt,
  priceLoaded,
  unitPrices,
} from '#server/pricing/pricing-service.ts'

/**
 * Puts a code a shopper entered on her locked cart when it gives this cart something (OPEN-72); one code per cart,
 * so it takes the place of another. Else the problem in its way, and the cart stays as it was.
 */
export async function enterPromo(
  tx: Tx,
  cart: LockedCart,
  entered: string,
  at: PricedAt,
  newId: NewId,
): Promise<Outcome<{ readonly saved: SavedChange; readonly priced: CartQuote }>> {
  const code = promoKey(entered)
  if (code === '') return refused({ code: 'unknownPromo' })
  const outcome = applyRule(cart, setPromo(code), newId)
  if (!outcome.ok) return outcome
  const known = await loadRatedFacts(tx, outcome.value.cart, at)
  const priced = priceLoaded(outcome.value.cart, known, at)
  if (priced.promoProblem !== null) return refused(priced.promoProblem)
  const saved = saveChange(tx, cart, outcome.value, unitPrices(priced.lines))
  return good({ saved, priced: { ...priced, cart: saved.cart } })
}
