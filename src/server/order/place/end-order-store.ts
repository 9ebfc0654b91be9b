import type { OrderAnswer } from '#domain/order/place-answer.ts'
import { statement, type Tx } from '#server/db/database.ts'
import { causeNow } from '#server/http/ops/request-scope.ts'
import { mailOfOrder } from '#server/order/mail/outbox-store.ts'
import type { OrderKey } from '#server/order/order-store.ts'

const place = statement(
  'order.place',
  `with placed as (
     update shop.orders set state = 'placed', settled_at = now(), response = $3, lease_owner = null, lease_until = null
     where shopper_id = $1 and order_id = $2 and state = 'pending' returning shopper_id, order_id
   ), ${mailOfOrder('placed', 'mail.order-placed', '$4')}`,
)

/** Ends a pending order whose lock is held as placed, with its answer, and leaves its mail to be delivered. */
export function writePlaced(tx: Tx, { shopperId, orderId }: OrderKey, answer: OrderAnswer): void {
  tx.write(place, [shopperId, orderId, JSON.stringify(answer), causeNow()])
}

const refuse = statement(
  'order.refuse',
  `update shop.orders set state = 'refused', settled_at = now(), response = $3, problem = $4, lease_owner = null,
     lease_until = null
   where shopper_id = $1 and order_id = $2 and state = 'pending'`,
)

/** Ends a pending order with its answer; false when it was not pending. */
export async function endRefused(tx: Tx, key: OrderKey, answer: OrderAnswer): Promise<boolean> {
  const { problem } = answer
  const values = [key.shopperId, key.orderId, JSON.stringify(answer), JSON.stringify(problem)]
  return (await tx.count(refuse, values)) === 1
}
