import type { CardRefusal } from '#domain/order/card-refusal.ts'
import { type Sql, statement } from '#server/db/database.ts'
import { storedAnswer } from '#server/order/stored-order.ts'

type LastTry = { readonly orderNumber: string; readonly answer: unknown; readonly slots: readonly number[] }

/** The last try to order a cart, and the slots in which the cart still has the card of then, not saved anew since. */
const lastTry = statement<LastTry>(
  'order.last-try-of-cart',
  `select o.order_number as "orderNumber", o.response as answer,
     array(select p.slot::int from shop.payment p
       join shop.cart_payment c on (c.shopper_id, c.cart_id, c.slot) = (o.shopper_id, o.cart_id, p.slot)
       where p.shopper_id = o.shopper_id and p.order_id = o.order_id and p.method = 'card'
         and c.token = p.token and c.token_at <= o.settled_at) as slots
   from shop.orders o where o.shopper_id = $1 and o.cart_id = $2 order by o.attempt desc limit 1`,
)

/** Which card of the cart was refused at its last try, and what that asks of the shopper; null when none was, or another is in its place. */
export async function readCardRefusal(
  sql: Sql,
  { shopperId, cartId }: { readonly shopperId: string; readonly cartId: string },
): Promise<CardRefusal | null> {
  const row = await sql.row(lastTry, [shopperId, cartId])
  if (row === undefined) return null
  const problem = storedAnswer(row.answer, row.orderNumber)?.problem
  if (problem?.code !== 'cardRefused' || problem.slot === undefined || !row.slots.includes(problem.slot)) return null
  return { slot: problem.slot, ask: problem.ask ?? 'anotherCard' }
}
