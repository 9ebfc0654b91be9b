import { allVariants } from '#domain/variant.ts'
import { dropOwnRows, emptyUnprovenAccount } from '#server/account/address-proof-store.ts'
import type { Session } from '#server/account/sessions/session-service.ts'
import { revokeOtherSessions } from '#server/account/sessions/session-store.ts'
import { lockCart, moveCartState } from '#server/cart/cart-service.ts'
import type { Tx } from '#server/db/database.ts'
import { joinGuestOrders } from '#server/order/claim-store.ts'

/**
 * Somebody has shown that the address of an account is theirs. The first time, whatever was put into it before goes: who put
 * it there never showed that (SAFE-51). What is left is an account of that address without names, password, ways to sign in
 * and sessions; the cart of the proving browser stays, and orders, which are books. False when it had been proven before;
 * then nothing changes.
 */
export async function proveAddress(
  tx: Tx,
  shopperId: string,
  by: Pick<Session, 'shopperId' | 'tokenSha256'>,
): Promise<boolean> {
  if (!(await emptyUnprovenAccount(tx, shopperId))) return false
  const isOwn = by.shopperId === shopperId
  await dropOwnRows(tx, shopperId)
  await revokeOtherSessions(tx, shopperId, isOwn ? by.tokenSha256 : null)
  if (!isOwn) await abandonCarts(tx, shopperId)
  // who is signed in already need not sign in again to see what she ordered before (SAFE-13)
  await joinGuestOrders(tx, shopperId)
  return true
}

/** A cart whose order is on its way stays with that order. */
async function abandonCarts(tx: Tx, shopperId: string): Promise<void> {
  for (const variant of allVariants) {
    const cart = await lockCart(tx, { shopperId, variant })
    const event = { kind: 'abandoned', facts: {}, changes: [] } as const
    if (cart?.state === 'open') await moveCartState(tx, cart, ['open'], 'abandoned', event)
  }
}
