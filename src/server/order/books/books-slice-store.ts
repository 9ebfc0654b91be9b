import { type Sql, statement } from '#server/db/database.ts'
import type { BooksPart } from './invariants-store.ts'

/** Parts whose ledgers cannot name a key that is not there. */
export type KeyedPart = Exclude<BooksPart, 'orders'>

/** The least keys of one slice. Of a big shop it is a thousandth of its orders, so that a day of rounds covers all of them. */
const leastKeys = 1_000
const sliceSize = `(select greatest($2::bigint, (reltuples / 1000)::bigint) from pg_class where oid = 'shop.orders'::regclass)`

const sliceEnd = statement<{ key: string }>(
  'order.end-of-slice',
  `select order_id as key from shop.orders where order_id > $1::uuid order by order_id offset ${sliceSize} - 1 limit 1`,
)

/** The order at which the slice behind this one ends; undefined where that is the last. */
export async function readSliceEnd(sql: Sql, after: string, least = leastKeys): Promise<string | undefined> {
  return (await sql.row(sliceEnd, [after, least]))?.key
}

const keysOf = (part: KeyedPart, key: string, from: string) =>
  statement<{ key: string; isLast: boolean }>(
    `order.slice-of-${part}`,
    `select ${key}::text as key, count(*) over () < ${sliceSize} as "isLast"
     from (select ${key} from ${from} order by ${key} limit ${sliceSize}) x order by ${key}`,
  )
const slices = {
  carts: keysOf('carts', 'cart_id', "shop.cart where state in ('ordered', 'placing') and cart_id > $1::uuid"),
  cards: keysOf('cards', 'card_id', 'shop.gift_card where card_id > $1::uuid'),
  promos: keysOf('promos', 'code', 'shop.promo where code > $1'),
  trips: keysOf('trips', 'trip_id', 'shop.trip where trip_id > $1::bigint'),
}

/** The keys behind this one; fewer than a slice holds when they are the last. */
export async function readSlice(
  sql: Sql,
  part: KeyedPart,
  after: string,
  least = leastKeys,
): Promise<{ readonly keys: readonly string[]; readonly isLast: boolean }> {
  const rows = await sql.rows(slices[part], [after, least])
  return { keys: rows.map(({ key }) => key), isLast: rows[0]?.isLast ?? true }
}

/** How far the rounds are, by part; 'changed' for what changed. */
export type Cursor = { readonly name: BooksPart | 'changed'; readonly after: string; readonly through: Date | null }

const cursors = statement<Cursor>('order.check-cursors', 'select name, after, through from shop.check_cursor')

export function readCursors(sql: Sql): Promise<Cursor[]> {
  return sql.rows(cursors)
}

const move = statement(
  'order.move-check-cursors',
  `insert into shop.check_cursor (name, after, through, turned_at)
   select name, after, through, case after when '' then now() end
   from jsonb_to_recordset($1) c(name text, after text, through timestamptz)
   on conflict (name) do update set after = excluded.after, through = excluded.through,
     turned_at = coalesce(excluded.turned_at, shop.check_cursor.turned_at)`,
)

/** Notes how far parts were looked at; '' ends the turn of one. */
export async function moveCursors(sql: Sql, cursors: readonly Cursor[]): Promise<void> {
  await sql.count(move, [JSON.stringify(cursors)])
}

/** What changed, by part, and the moment up to which nothing is missing in it. */
export type Changed = { readonly through: Date } & { readonly [Part in BooksPart]: readonly string[] }

/** More than a round can look at is left to the next. */
const maxChanged = 20_000

const changed = statement<Changed>(
  'order.changed-books',
  `with since as (select coalesce($1::timestamptz, now() - interval '1 hour') as at),
   touched as (
     select order_id, greatest(created_at, settled_at, cancelled_at, money_moved_at) as at from shop.orders
     where greatest(created_at, settled_at, cancelled_at, money_moved_at) >= (select at from since)
     order by greatest(created_at, settled_at, cancelled_at, money_moved_at) limit $2
   ),
   entered as (
     select order_id, card_id from shop.gift_card_entry where at between (select at from since) and 'infinity'
   ),
   ids as (
     select order_id from touched
     union select p.order_id from shop.payment p, since where p.answered_at >= since.at
     union select order_id from entered where order_id is not null
   ),
   keys as (select array(select order_id from ids) as ids)
   -- the last minute comes again: no transaction takes longer, whose changes cannot be seen yet
   select (select least(now() - interval '1 minute', case when count(*) >= $2 then max(at) end) from touched) as through,
     ids::text[] as orders,
     array(select cart_id::text from shop.orders where order_id = any(ids)) as carts,
     array(select card_id::text from shop.gift_card_entry where order_id = any(ids)
       union select card_id::text from entered) as cards,
     array(select distinct code from shop.promo_use where order_id = any(ids)) as promos,
     array(select distinct trip_id::text from shop.trip_hold where order_id = any(ids)) as trips
   from keys`,
)

/** What was touched since then by its times: orders, payments, entries of gift cards, and what hangs on them. */
export async function readChanged(sql: Sql, since: Date | null, max = maxChanged): Promise<Changed> {
  const row = await sql.row(changed, [since, max])
  if (row === undefined) throw new Error('nothing was answered')
  return row
}
