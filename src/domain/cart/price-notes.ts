import type { Cart } from './cart.ts'
import type { CartChange } from './events.ts'

/** Prices that differ from what the shopper was last told, per piece in cents (BEYOND-01); `unitCents` is by line. */
export function priceChanges(cart: Cart, unitCents: ReadonlyMap<string, number>): CartChange[] {
  return cart.lines.flatMap(({ lineId, sku, seenUnitCents: before }) => {
    const after = unitCents.get(lineId)
    if (after === undefined || before === null || before === after) return []
    return [{ kind: 'price' as const, lineId, sku, before, after }]
  })
}

/** Notes that the shopper is now told these prices; the changes are what she has not heard of yet. */
export function notePrices(
  cart: Cart,
  unitCents: ReadonlyMap<string, number>,
): { readonly cart: Cart; readonly changes: readonly CartChange[] } {
  const isNoted = cart.lines.every((line) => line.seenUnitCents === (unitCents.get(line.lineId) ?? line.seenUnitCents))
  if (isNoted) return { cart, changes: [] }
  const lines = cart.lines.map((line) => {
    const seenUnitCents = unitCents.get(line.lineId) ?? line.seenUnitCents
    return line.seenUnitCents === seenUnitCents ? line : { ...line, seenUnitCents }
  })
  return { cart: { ...cart, lines }, changes: priceChanges(cart, unitCents) }
}
