import type { CartOwner } from '#server/cart/cart-store.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** Of carts "c" that wait for the account $1 in the store $2, $3. */
export const isWaitingFor = `from session s
   join account a on a.shopper_id = s.shopper_id and s.created_at >= coalesce(a.email_verified_at, s.created_at)
   join cart c on c.shopper_id = s.guest_before and c.brand = $2 and c.country = $3 and c.state = 'open'
   where s.shopper_id = $1 and s.guest_before is not null
     and exists (select from cart_line l where l.shopper_id = c.shopper_id and l.cart_id = c.cart_id)`

// not what somebody left who was signed in before the address was proven (SAFE-51)
const waitingGuests = statement<{ shopperId: string }>(
  'cart.waiting-guests',
  `select c.shopper_id as "shopperId" ${isWaitingFor}
   group by c.shopper_id order by min(s.created_at)`,
)

/** Guests with something in an open cart whose browsers have signed in to this account. */
export async function findWaitingGuests(sql: Sql, { shopperId, variant }: CartOwner): Promise<string[]> {
  const rows = await sql.rows(waitingGuests, [shopperId, variant.brand, variant.country])
  return rows.map((row) => row.shopperId)
}
