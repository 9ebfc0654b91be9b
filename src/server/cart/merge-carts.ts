import { mergeGuestCart } from '#domain/cart/basket-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import { type CartOwner, changeCart, lockCart, lockOrCreateCart, moveCartState } from '#server/cart/cart-service.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * The guest's basket into the member's at sign-in (OPEN-05): equal lines add up to at most 99, nothing is lost, and the
 * guest's basket is closed. A basket whose order is on its way stays with the guest's session and its order.
 */
export async function mergeCarts(tx: Tx, guest: CartOwner, member: CartOwner, newId: NewId): Promise<void> {
  const from = await lockCart(tx, guest)
  if (from === undefined || from.state !== 'open') return
  if (from.lines.length + from.savedLines.length === 0) return
  const to = await lockOrCreateCart(tx, member, newId)
  const merged = await changeCart(tx, to, mergeGuestCart(from, newId), newId)
  if (!merged.ok) return
  const event = { kind: 'mergedInto', facts: { cartId: to.cartId }, changes: [] } as const
  await moveCartState(tx, from, ['open'], 'merged', event)
}
