import { cartEventVersion } from '#domain/cart/events.ts'
import { type Sql, statement } from '#server/db/database.ts'
import type { CartId } from './cart-store.ts'
import { cartMonth, isOfMonth } from './event-row.ts'

/** Abandons the carts of `picked`, with the event of each, as a part of a statement; $1 is the version of an event's facts. */
const abandonPicked = (isOfMember: boolean) => `left_now as (
     update shop.cart c set state = 'abandoned', version = c.version + 1, updated_at = now(), is_of_member = ${isOfMember}
     from picked p where c.shopper_id = p.shopper_id and c.cart_id = p.cart_id
     returning c.shopper_id, c.cart_id, c.brand, c.country, c.version, ${cartMonth('c')} as month),
   told as (
     insert into shop.cart_event (shopper_id, cart_id, version, cart_month, kind, event, changes, facts_version)
     select shopper_id, cart_id, version, month, 'abandoned', '{}', '[]', $1 from left_now)`

const abandonGuests = statement(
  'cart.abandon-of-guests',
  `with picked as materialized (
     select c.shopper_id, c.cart_id from shop.cart c
     where c.shopper_id = any($2::uuid[]) and c.state = 'open'
       and not exists (select from shop.account a where a.shopper_id = c.shopper_id)
       and not exists (select from shop.session s where s.shopper_id = c.shopper_id)
       and not exists (select from shop.session s where s.guest_before = c.shopper_id)
       and not exists (select from shop.orders o where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)
       and not exists (select from shop.order_archive o where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)
     for update of c),
   ${abandonPicked(false)}
   select from left_now`,
)

/** The open carts, without an order, of these who are guests without any session left are abandoned; answers how many. */
export function abandonGuestCarts(sql: Sql, shopperIds: readonly string[]): Promise<number> {
  return sql.count(abandonGuests, [cartEventVersion, shopperIds])
}

/** A cart of a member, and what it had. */
export type LeftCart = CartId & { readonly hasSaved: boolean; readonly days: number }

const abandonMembers = statement<LeftCart>(
  'cart.abandon-of-members',
  `with picked as materialized (
     select c.shopper_id, c.cart_id from shop.cart c
     where c.state = 'open' and c.updated_at < now() - $2::interval
       and not exists (select from shop.orders o where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)
       and not exists (select from shop.order_archive o where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)
     order by c.updated_at limit $3 for update of c skip locked),
   ${abandonPicked(true)},
   notes as (
     insert into shop.left_cart (shopper_id, brand, country, days)
     select l.shopper_id, l.brand, l.country, extract(epoch from $2::interval) / 86400 from left_now l
     where exists (select from shop.account a where a.shopper_id = l.shopper_id)
       and exists (select from shop.cart_line i where i.shopper_id = l.shopper_id and i.cart_id = l.cart_id and i.list = 'cart')
     on conflict (shopper_id, brand, country) do update set days = excluded.days, at = now())
   select shopper_id as "shopperId", cart_id as "cartId",
     exists (select from shop.cart_line i where i.shopper_id = l.shopper_id and i.cart_id = l.cart_id and i.list = 'saved') as "hasSaved"
   from left_now l`,
)

/** Carts without an order that nobody has touched for so long are abandoned, so many at most, and their members told later. */
export function abandonUntouchedCarts(sql: Sql, max: number, age: string): Promise<LeftCart[]> {
  return sql.rows(abandonMembers, [cartEventVersion, age, max])
}

const removeAbandoned = statement<{ count: number }>(
  'cart.remove-abandoned',
  `with old as materialized (
     select c.shopper_id, c.cart_id, ${cartMonth('c')} as month from shop.cart c
     where c.state = 'abandoned' and c.is_of_member = $1 and c.updated_at < now() - $2::interval
       and not exists (select from shop.orders o where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)
       and not exists (select from shop.order_archive o where o.shopper_id = c.shopper_id and o.cart_id = c.cart_id)
     order by c.updated_at limit $3 for update of c skip locked),
   events as (delete from shop.cart_event x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id
     and ${isOfMonth('x', 'old.month')}),
   lines as (delete from shop.cart_line x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id),
   homes as (delete from shop.recipient x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id),
   cards as (delete from shop.cart_payment x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id),
   tenders as (delete from shop.cart_tender x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id),
   sheets as (delete from shop.wallet_sheet x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id),
   payloads as (delete from shop.wallet_payload x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id),
   gone as (delete from shop.cart x using old where x.shopper_id = old.shopper_id and x.cart_id = old.cart_id returning 1)
   select count(*)::int as count from gone`,
)

/** Removes abandoned carts of guests, or of members, with all that is in them; answers how many. */
export async function removeAbandonedCarts(sql: Sql, isOfMember: boolean, age: string, max: number): Promise<number> {
  return (await sql.row(removeAbandoned, [isOfMember, age, max]))?.count ?? 0
}

const removeEvents = statement(
  'cart.remove-events',
  `with old as materialized (
     select shopper_id, cart_id, ${cartMonth('c')} as month from shop.cart c
     where has_events and state in ('ordered', 'merged', 'abandoned') and created_at < now() - $1::interval
     order by created_at limit $2 for update skip locked),
   gone as (delete from shop.cart_event e using old
     where e.shopper_id = any(array(select shopper_id from old)) and e.shopper_id = old.shopper_id and e.cart_id = old.cart_id
     and ${isOfMonth('e', 'old.month')})
   update shop.cart c set has_events = false from old where c.shopper_id = old.shopper_id and c.cart_id = old.cart_id`,
)

/** Removes the changes of carts that ended and were made so long ago, where they are not dropped with their month; answers of how many carts. */
export function removeCartEvents(sql: Sql, age: string, maxCarts: number): Promise<number> {
  return sql.count(removeEvents, [age, maxCarts])
}

const carryEvents = statement(
  'cart.carry-events',
  `with old as materialized (
     select shopper_id, cart_id, ${cartMonth('c')} as month from shop.cart c
     where state in ('open', 'placing') and created_at < $1 and ${cartMonth('c')} < shop.month_of($1)
     order by created_at limit $2 for update skip locked),
   carried as (
     update shop.cart_event e set cart_month = shop.month_of(now()) from old
     where e.shopper_id = old.shopper_id and e.cart_id = old.cart_id and ${isOfMonth('e', 'old.month')})
   update shop.cart c set events_month = shop.month_of(now()) from old
   where c.shopper_id = old.shopper_id and c.cart_id = old.cart_id`,
)

/** Keeps the changes of open carts of the months before that moment with this month's from now on; answers of how many carts, so many at most. */
export function carryCartEvents(sql: Sql, before: Date, maxCarts: number): Promise<number> {
  return sql.count(carryEvents, [before, maxCarts])
}

// who has put something in since, or bought something, knows
const takeNote = statement<{ days: number; isNew: boolean }>(
  'cart.take-left-note',
  `delete from shop.left_cart l where l.shopper_id = $1 and l.brand = $2 and l.country = $3
   returning l.days, not exists (select from shop.cart c where c.shopper_id = l.shopper_id and c.brand = l.brand
     and c.country = l.country and c.state <> 'abandoned' and c.version > 1 and c.updated_at > l.at) as "isNew"`,
)

/** For how many days a member's cart of this store was kept before it was abandoned; told once, undefined when there is nothing to tell. */
export async function takeLeftNote(
  sql: Sql,
  shopperId: string,
  { brand, country }: { readonly brand: string; readonly country: string },
): Promise<number | undefined> {
  const note = await sql.row(takeNote, [shopperId, brand, country])
  return note?.isNew === true ? note.days : undefined
}
