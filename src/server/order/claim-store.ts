import type { Brand, Country } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

type Storefront = { readonly brand: Brand; readonly country: Country }

// an order of another account stays that account's, whatever address it was placed with
const claimableOf = (table: 'orders' | 'order_archive') =>
  `from shop.${table} o where o.email_mac = any($2::bytea[]) and o.state = 'placed' and o.shopper_id <> $1
     and not exists (select from shop.account a where a.shopper_id = o.shopper_id)
     and not exists (select from shop.order_claim c where c.placed_by = o.shopper_id and c.order_id = o.order_id)`

const count = statement<{ count: number }>(
  'order.count-claimable',
  `select (select count(*) ${claimableOf('orders')})::int + (select count(*) ${claimableOf('order_archive')})::int as count`,
)
const claim = statement(
  'order.claim',
  `insert into shop.order_claim (shopper_id, placed_by, order_id)
   select $1, o.shopper_id, o.order_id ${claimableOf('orders')}
   union all select $1, o.shopper_id, o.order_id ${claimableOf('order_archive')} on conflict do nothing`,
)
const claimedIn = (table: 'orders' | 'order_archive') => `select from shop.order_claim c
   join shop.${table} o on o.shopper_id = c.placed_by and o.order_id = c.order_id where c.shopper_id = $1 and o.order_number = $2`
const claimed = statement('order.is-claimed', `${claimedIn('orders')} union all ${claimedIn('order_archive')}`)
const linkable = statement<{ version: number }>(
  'order.linkable',
  `select link_version as version from shop.orders
   where order_number = $1 and email_mac = any($2::bytea[]) and brand = $3 and country = $4
     and state in ('placed', 'cancelled')
   union all select (document->'order'->>'link_version')::int from shop.order_archive
   where order_number = $1 and email_mac = any($2::bytea[]) and brand = $3 and country = $4
     and state in ('placed', 'cancelled')`,
)

/** How many guests' orders of an address an account could take over; the address by its hashes, of each key. */
export async function countClaimable(sql: Sql, shopperId: string, emailMacs: readonly Buffer[]): Promise<number> {
  return (await sql.row(count, [shopperId, emailMacs]))?.count ?? 0
}

/** Shows them in the account from now on; answers how many. The caller knows that the address is the account's. */
export function claimOrders(sql: Sql, shopperId: string, emailMacs: readonly Buffer[]): Promise<number> {
  return sql.count(claim, [shopperId, emailMacs])
}

const join = statement(
  'order.join-account',
  `insert into shop.order_claim (shopper_id, placed_by, order_id)
   select a.shopper_id, o.shopper_id, o.order_id from shop.account a
   join shop.session s on s.shopper_id = a.shopper_id
   join shop.orders o on o.shopper_id = s.guest_before and lower(btrim(o.email)) = a.email_key and o.state <> 'refused'
   where a.shopper_id = $1 and a.email_verified_at is not null
   union all select a.shopper_id, o.shopper_id, o.order_id from shop.account a
   join shop.session s on s.shopper_id = a.shopper_id
   join shop.order_archive o on o.shopper_id = s.guest_before and o.state <> 'refused'
     and lower(btrim(o.document->'order'->>'email')) = a.email_key
   where a.shopper_id = $1 and a.email_verified_at is not null on conflict do nothing`,
)

/**
 * What the account's owner ordered as a guest in browsers that she signed in with since is in her account from now on, when
 * it was ordered with the address of the account and that is verified (SAFE-13). Asked at each sign-in; before, and where
 * the address is another, an order stays with its browser's session.
 */
export async function joinGuestOrders(sql: Sql, shopperId: string): Promise<void> {
  await sql.count(join, [shopperId])
}

async function isClaimed(sql: Sql, shopperId: string, orderNumber: string): Promise<boolean> {
  return (await sql.count(claimed, [shopperId, orderNumber])) > 0
}

type OfOrder = { readonly shopperId: string; readonly orderNumber: string }

/** Whether an order is the account's (or the guest's): placed by it, or taken over. */
export async function isAccountOrder(sql: Sql, shopperId: string, order: OfOrder): Promise<boolean> {
  return order.shopperId === shopperId || isClaimed(sql, shopperId, order.orderNumber)
}

/** Whether an order is hers who asks: her account's, or ordered in this browser before it signed in. */
export async function isOrderOf(
  sql: Sql,
  { shopperId, guestBefore }: { readonly shopperId: string; readonly guestBefore: string | null },
  order: OfOrder,
): Promise<boolean> {
  return order.shopperId === guestBefore || isAccountOrder(sql, shopperId, order)
}

/** The link version of a storefront's order with this number and address; undefined when there is none. */
export async function linkVersionOf(
  sql: Sql,
  orderNumber: string,
  emailMacs: readonly Buffer[],
  { brand, country }: Storefront,
): Promise<number | undefined> {
  return (await sql.row(linkable, [orderNumber, emailMacs, brand, country]))?.version
}
