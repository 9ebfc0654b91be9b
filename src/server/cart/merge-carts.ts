import { mergeGuestCart } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import { hasRoomForMerge } from '#domain/cart/lines/room.ts'
import {
  type CartOwner,
  changeCart,
  type LockedCart,
  lockCart,
  lockOrCreateCart,
  moveCartState,
} from '#server/cart/cart-service.ts'
import { findWaitingGuests } from '#server/cart/waiting-cart-store.ts'
import type { Tx } from '#server/db/database.ts'

/**
 * The guest's cart into the member's at sign-in (OPEN-05): equal lines add up to at most 99, nothing is lost, and the
 * guest's cart is closed. It waits where it is while its own order or one of the account is on its way, and while the
 * account's cart is larger than its limits; `mergeWaitingCarts` brings it then. False: the account's cart takes none now.
 */
export async function mergeCarts(tx: Tx, guest: CartOwner, member: CartOwner, newId: NewId): Promise<boolean> {
  const from = await lockLiveCart(tx, guest)
  if (from === undefined || from.state !== 'open') return true
  if (from.lines.length + from.savedLines.length === 0) return true
  const to = await lockOrCreateCart(tx, member, newId)
  if (!hasRoomForMerge(to)) return false
  const merged = changeCart(tx, to, mergeGuestCart(from, newId), newId)
  if (!merged.ok) return false
  const event = { kind: 'mergedInto', facts: { cartId: to.cartId }, changes: [] } as const
  return moveCartState(tx, from, ['open'], 'merged', event)
}

/** What guests left waiting in browsers that have signed in to this account since, oldest first. */
export async function mergeWaitingCarts(tx: Tx, member: CartOwner, newId: NewId): Promise<void> {
  for (const shopperId of await findWaitingGuests(tx, member)) {
    if (!(await mergeCarts(tx, { ...member, shopperId }, member, newId))) return
  }
}

/** Once more when an order ended while the lock was waited for: what was saved for later is in another cart then. */
async function lockLiveCart(tx: Tx, guest: CartOwner): Promise<LockedCart | undefined> {
  return (await lockCart(tx, guest)) ?? lockCart(tx, guest)
}
