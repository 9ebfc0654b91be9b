import { type Sql, statement } from '#server/db/database.ts'
import type { BooksPart } from './invariant-texts.ts'

/** A place in what changed, as the database writes it: a Date has no microseconds. Without an id the moment alone. */
export type Upto = { readonly at: string | null; readonly id: string | null }

/** What changed behind a place: orders, and gift cards with an entry for no order. */
export type ChangedSlice = {
  readonly orders: readonly string[]
  readonly cards: readonly string[]
  /** Where this slice ends. */
  readonly next: Upto
  /** Up to where nothing is missing. */
  readonly upto: Upto
  readonly isLast: boolean
}

type ChangedRow = Pick<ChangedSlice, 'orders' | 'cards' | 'isLast'> & {
  readonly now: string
  readonly at: string | null
  readonly id: string | null
  readonly isLong: boolean
}

const touchedAt = 'greatest(o.created_at, o.settled_at, o.cancelled_at, o.money_moved_at)'
const sliceSize = 500

const changed = statement<ChangedRow>(
  'order.changed-books',
  `with slice as (
     select at, id, order_id, card_id from (
       (select ${touchedAt} as at, o.order_id as id, o.order_id, null::uuid as card_id from shop.orders o
        where (${touchedAt}, o.order_id) > ($1::timestamptz, $2::uuid) order by ${touchedAt}, o.order_id limit $3)
       union all
       (select p.answered_at, p.order_id, p.order_id, null from shop.payment p
        where p.answered_at between $1 and 'infinity' and (p.answered_at, p.order_id) > ($1, $2)
        order by p.answered_at, p.order_id limit $3)
       union all
       (select e.at, coalesce(e.order_id, e.card_id), e.order_id, e.card_id from shop.gift_card_entry e
        where e.at between $1 and 'infinity' and (e.at, coalesce(e.order_id, e.card_id)) > ($1, $2)
        order by e.at, coalesce(e.order_id, e.card_id) limit $3)) x
     order by at, id limit $3)
   select array(select distinct order_id::text from slice where order_id is not null) as orders,
     array(select distinct card_id::text from slice where card_id is not null) as cards,
     (select count(*) from slice) < $3 as "isLast", now()::text as now, last.at::text as at, last.id,
     coalesce(last.at < now() - interval '5 minutes', false) as "isLong"
   from (select 1) one left join (select at, id from slice order by at desc, id desc limit 1) last on true`,
)

const start = statement<{ at: string }>(
  'order.changes-begin',
  `select (coalesce($1::timestamptz, now() - interval '55 minutes') - interval '5 minutes')::text as at`,
)

export const firstId = '00000000-0000-0000-0000-000000000000'

/** Where to go on: behind an order; or five minutes before, since no transaction takes longer whose changes could not be seen then. */
export async function readStart(sql: Sql, { at, id }: Upto): Promise<Upto> {
  if (at !== null && id !== null) return { at, id }
  return { at: (await sql.row(start, [at]))?.at ?? null, id: firstId }
}

/** The next of what was touched by its times: orders, payments, entries of gift cards. */
export async function readChanged(sql: Sql, after: Upto, size = sliceSize): Promise<ChangedSlice> {
  const row = await sql.row(changed, [after.at, after.id, size])
  if (row === undefined) throw new Error('nothing was answered')
  const { orders, cards, isLast, now, at, id, isLong } = row
  const upto = isLast ? { at: now, id: null } : { at, id: isLong ? id : null }
  return { orders, cards, isLast, next: { at, id }, upto }
}

/** What orders touch, by part. */
export type TouchedKeys = { readonly [Part in Exclude<BooksPart, 'orders'>]: readonly string[] }

const touched = statement<TouchedKeys>(
  'order.keys-of-orders',
  `with o as materialized (select shopper_id, order_id, cart_id, facts from shop.orders where order_id = any($1::uuid[]))
   select array(select distinct cart_id::text from o) as carts,
     array(select card_id::text from shop.gift_card_entry where order_id = any($1)
       union select t->>'tenderId' from o, jsonb_array_elements(o.facts->'tenders') t where t->>'kind' = 'giftCard') as cards,
     array(select code from shop.promo_use where order_id = any($1)
       union select o.facts->>'promoCode' from o where coalesce(o.facts->>'promoCode', '') <> '') as promos,
     array(select trip_id::text from shop.trip_hold where order_id = any($1)
       union select t from o, jsonb_array_elements_text(o.facts->'tripIds') t) as trips,
     array(select sku::text from shop.stock_hold where order_id = any($1)
       union select l.sku::text from o, lateral (select sku from shop.order_line l
         where l.shopper_id = o.shopper_id and l.order_id = o.order_id offset 0) l) as skus`,
)

/** The carts, gift cards, codes, trips and skus that orders touch, whether their ledgers say so or the orders alone. */
export async function readTouched(sql: Sql, orders: readonly string[]): Promise<TouchedKeys> {
  const row = await sql.row(touched, [orders])
  if (row === undefined) throw new Error('nothing was answered')
  return row
}
