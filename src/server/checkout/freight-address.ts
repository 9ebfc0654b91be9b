import { isPostOfficeBox } from '#domain/address/po-box.ts'
import type { FieldProblem } from '#domain/address/validate-address.ts'
import type { CartLine } from '#domain/cart/cart.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import type { Tx } from '#server/db/database.ts'
import type { CallContext } from '#server/http/context.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'

/**
 * The recipients to whose post office box furniture would go: it may have come into the cart, or to this home, after the
 * address was taken.
 */
export function boxesOfFreight({ lines, cart }: Pick<CartQuote, 'lines' | 'cart'>): ReadonlySet<string> {
  const boxes = cart.recipients.filter(
    ({ isPickup, address }) => !isPickup && address !== null && boxField(address) !== undefined,
  )
  const hasFreight = (recipientId: string) =>
    lines.some(({ line, facts }) => facts.shipKind === 'furniture' && line.recipientId === recipientId)
  return new Set(boxes.map(({ recipientId }) => recipientId).filter(hasFreight))
}

/**
 * Furniture is handed to somebody: a post office box is no place for it. What the lines are is looked up only for an
 * address that names one; null when the address will do.
 */
export async function freightProblem(
  context: CallContext,
  tx: Tx,
  cart: LockedCart,
  address: { readonly address1: string; readonly address2: string },
  goesThere: (line: CartLine) => boolean,
): Promise<FieldProblem | null> {
  const field = boxField(address)
  if (field === undefined) return null
  const { lines } = await quoteCart(tx, cart, context)
  const isFreight = lines.some(({ line, facts }) => facts.shipKind === 'furniture' && !line.isPickup && goesThere(line))
  return isFreight ? { field, problem: { code: 'poBoxForFreight' } } : null
}

function boxField(address: { readonly address1: string; readonly address2: string }) {
  return (['address1', 'address2'] as const).find((name) => isPostOfficeBox(address[name]))
}
