import { isWaitingFor } from '#server/cart/waiting-cart-store.ts'
import { statement, type Tx } from '#server/db/database.ts'
import type { PendingOrder } from '#server/order/order-store.ts'

/** What waits for the end of an order. */
export type Waiting = {
  /** Lines of its cart were saved for later. */
  readonly hasSaved: boolean
  /** Whose account the guest's browser has signed in to meanwhile; null for none. */
  readonly memberId: string | null
  /** Carts of browsers that signed in to this account. */
  readonly hasCarts: boolean
}

const waiting = statement<Waiting>(
  'order.what-waits',
  `select exists (select from shop.cart_line where shopper_id = $1 and cart_id = $4 and list = 'saved') as "hasSaved",
     (select shopper_id from shop.session where guest_before = $1 order by created_at limit 1) as "memberId",
     exists (select ${isWaitingFor}) as "hasCarts"`,
)

/** Looked for under the lock of the cart, for which a sign-in waits. */
export async function findWaiting(tx: Tx, { shopperId, cartId, brand, country }: PendingOrder): Promise<Waiting> {
  const row = await tx.row(waiting, [shopperId, brand, country, cartId])
  return row ?? { hasSaved: false, memberId: null, hasCarts: false }
}
