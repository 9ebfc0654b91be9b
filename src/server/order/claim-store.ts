import type { Brand, Country } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

type Storefront = { readonly brand: Brand; readonly country: Country }

// an order of another account stays that account's, whatever address it was placed with
const claimable = `o.email_mac = $2 and o.state = 'placed' and o.shopper_id <> $1
     and not exists (select from shop.account a where a.shopper_id = o.shopper_id)
     and not exists (select from shop.order_claim c where c.placed_by = o.shopper_id and c.order_id = o.order_id)`

const count = statement<{ count: number }>(
  'order.count-claimable',
  `select count(*)::int as count from shop.orders o where ${claimable}`,
)
const claim = statement(
  'order.claim',
  `insert into shop.order_claim (shopper_id, placed_by, order_id)
   select $1, o.shopper_id, o.order_id from shop.orders o where ${claimable} on conflict do nothing`,
)
const claimed = statement(
  'order.is-claimed',
  'select from shop.order_claim c join shop.orders o on o.shopper_id = c.placed_by and o.order_id = c.order_id where c.shopper_id = $1 and o.order_number = $2',
)
const linkable = statement<{ shopperId: string }>(
  'order.linkable',
  `select shopper_id as "shopperId" from shop.orders
   where order_number = $1 and email_mac = $2 and brand = $3 and country = $4
     and state in ('placed', 'cancelled')`,
)

/** How many guests' orders of an address an account could take over. */
export async function countClaimable(sql: Sql, shopperId: string, emailMac: Buffer): Promise<number> {
  return (await sql.row(count, [shopperId, emailMac]))?.count ?? 0
}

/** Shows them in the account from now on; answers how many. The caller knows that the address is the account's. */
export function claimOrders(sql: Sql, shopperId: string, emailMac: Buffer): Promise<number> {
  return sql.count(claim, [shopperId, emailMac])
}

async function isClaimed(sql: Sql, shopperId: string, orderNumber: string): Promise<boolean> {
  return (await sql.count(claimed, [shopperId, orderNumber])) > 0
}

/** Whether an order is the shopper's: placed by her, or taken over by her account. */
export async function isOrderOf(
  sql: Sql,
  shopperId: string,
  order: { readonly shopperId: string; readonly orderNumber: string },
): Promise<boolean> {
  return order.shopperId === shopperId || isClaimed(sql, shopperId, order.orderNumber)
}

/** Whether a storefront has this order with this address. */
export async function hasOrderOf(
  sql: Sql,
  orderNumber: string,
  emailMac: Buffer,
  { brand, country }: Storefront,
): Promise<boolean> {
  return (await sql.row(linkable, [orderNumber, emailMac, brand, country])) !== undefined
}
