import type { NewId } from '#domain/cart/change.ts'
import { allVariants } from '#domain/variant.ts'
import { mergeCarts, mergeWaitingCarts } from '#server/cart/merge-carts.ts'
import type { Tx } from '#server/db/database.ts'
import type { PendingOrder } from '#server/order/order-store.ts'
import type { Waiting } from './waiting-store.ts'

/**
 * What waited for the end of an order goes where it would have gone at the sign-in (P10): of a guest who has signed in
 * meanwhile, the lines of her refused order, or what she had saved for later; of a member, the carts of browsers that signed
 * in while her own cart was being ordered.
 */
export async function mergeCartsAfterOrder(
  tx: Tx,
  { shopperId, brand, country }: PendingOrder,
  { memberId, hasCarts }: Waiting,
  newId: NewId,
): Promise<void> {
  const variant = allVariants.find((each) => each.brand === brand && each.country === country)
  if (variant === undefined) return
  if (memberId === null) {
    if (hasCarts) await mergeWaitingCarts(tx, { shopperId, variant }, newId)
  } else await mergeCarts(tx, { shopperId, variant }, { shopperId: memberId, variant }, newId)
}
