import type { NewId } from '#domain/cart/change.ts'
import { allVariants } from '#domain/variant.ts'
import { mergeCarts } from '#server/cart/merge-carts.ts'
import type { Tx } from '#server/db/database.ts'
import { findMemberOf, type PendingOrder } from '#server/order/order-store.ts'

/**
 * The basket of a refused order whose guest has signed in meanwhile: it stayed behind with its order, and is open in a
 * session that nobody has any more. Its lines go where they would have gone at the sign-in (P10).
 */
export async function bringHome(tx: Tx, order: PendingOrder, newId: NewId): Promise<void> {
  const memberId = await findMemberOf(tx, order.shopperId)
  const variant = allVariants.find(({ brand, country }) => brand === order.brand && country === order.country)
  if (memberId === undefined || variant === undefined) return
  await mergeCarts(tx, { shopperId: order.shopperId, variant }, { shopperId: memberId, variant }, newId)
}
