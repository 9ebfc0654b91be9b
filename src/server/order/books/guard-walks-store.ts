import { type Sql, type Statement, statement } from '#server/db/database.ts'
import type { BooksPart, RangedPart } from './invariant-texts.ts'

/** A stretch of a walk: what to look at, and where it ends; null where nothing is left behind it. */
export type Stretch = {
  readonly keys: readonly string[]
  readonly end: readonly string[] | null
}

/** One way through the books: what of them, from where, and the next stretch behind a place. */
export type Walk = {
  readonly name: string
  readonly part: BooksPart | RangedPart
  readonly first: readonly string[]
  next(sql: Sql, after: readonly string[], size?: number): Promise<Stretch>
}

const sliceSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'
const leastNumber = '-9223372036854775808'

type Row = { readonly key: string; readonly at: string }

const orders = statement<Row>(
  'order.slice-of-orders',
  `select order_id::text as key, coalesce(settled_at, 'infinity'::timestamptz)::text as at from shop.orders
   where (coalesce(settled_at, 'infinity'::timestamptz), order_id) > ($1::timestamptz, $2::uuid)
   order by coalesce(settled_at, 'infinity'::timestamptz), order_id limit $3`,
)

/** All orders as they were settled; those that are pending are the last. */
const byOrders: Walk = {
  ...{ name: 'orders', part: 'orders', first: ['-infinity', firstId] },
  async next(sql, after, size = sliceSize) {
    const rows = await sql.rows(orders, [...after, size])
    const last = rows.at(-1)
    return {
      keys: rows.map(({ key }) => key),
      end: last === undefined || rows.length < size ? null : [last.at, last.key],
    }
  },
}

type Loose = { readonly orders: readonly string[]; readonly end: string | null; readonly count: number }

/** Orders that a ledger names and that are not there. */
function looseIn(ledger: string): Walk {
  const page = statement<Loose>(
    `order.loose-in-${ledger}`,
    `with page as materialized (select order_id from shop.${ledger} where order_id > $1::uuid order by order_id limit $2)
     select array(select distinct order_id::text from page where not exists (
         select from shop.orders o where o.order_id = page.order_id)) as orders,
       (select order_id::text from page order by order_id desc limit 1) as end, (select count(*)::int from page) as count`,
  )
  return {
    ...{ name: ledger, part: 'orders', first: [firstId] },
    async next(sql, after, size = sliceSize) {
      const row = await sql.row(page, [...after, size])
      const isLast = row === undefined || row.end === null || row.count < size
      return { keys: row?.orders ?? [], end: isLast ? null : [row.end] }
    },
  }
}

/** The keys of a part, one after the other; rows of a ledger cannot name one that is not there. */
function byKeys(part: Exclude<BooksPart, 'orders'>, first: string, select: string): Walk {
  const slice: Statement<{ key: string }> = statement(
    `order.slice-of-${part}`,
    `select key::text as key from (${select}) x(key) order by x.key limit $2`,
  )
  return {
    ...{ name: part, part, first: [first] },
    async next(sql, after, size = sliceSize) {
      const keys = (await sql.rows(slice, [...after, size])).map(({ key }) => key)
      const last = keys.at(-1)
      return { keys, end: last === undefined || keys.length < size ? null : [last] }
    },
  }
}

/** Rows from one place to another: `keys` are the place where the stretch ends. */
function byRange(part: RangedPart, first: readonly string[], last: readonly string[], end: string): Walk {
  const at = statement<{ place: readonly string[] }>(`order.slice-of-${part}`, end)
  return {
    ...{ name: part, part, first },
    async next(sql, after, size = sliceSize) {
      const place = (await sql.row(at, [...after, size]))?.place
      return { keys: place ?? last, end: place ?? null }
    },
  }
}

/** Carts that changed within five minutes, the oldest first. */
export const freshCarts = byRange(
  'fresh',
  ['-infinity'],
  ['infinity'],
  `select array[updated_at::text] as place from shop.cart
   where state = 'open' and updated_at > greatest($1::timestamptz, now() - interval '5 minutes')
   order by updated_at offset $2::int - 1 limit 1`,
)

/** The walks of a full pass, one after the other. */
export const walks: readonly Walk[] = [
  byOrders,
  ...['stock_hold', 'promo_use', 'trip_hold', 'gift_card_entry', 'certificate'].map(looseIn),
  byKeys(
    'carts',
    firstId,
    "select cart_id from shop.cart where state in ('ordered', 'placing') and cart_id > $1::uuid order by cart_id limit $2",
  ),
  byKeys('cards', firstId, 'select card_id from shop.gift_card where card_id > $1::uuid order by card_id limit $2'),
  byKeys('promos', '', 'select code from shop.promo where code > $1 order by code limit $2'),
  byKeys('trips', leastNumber, 'select trip_id from shop.trip where trip_id > $1::bigint order by trip_id limit $2'),
  byKeys(
    'skus',
    leastNumber,
    `(select distinct sku from shop.stock where held > 0 and sku > $1::bigint order by sku limit $2)
     union (select distinct sku from shop.stock_hold where state = 'held' and sku > $1 order by sku limit $2)`,
  ),
  byRange(
    'keys',
    [firstId, firstId],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    `select array[order_shopper_id::text, order_id::text] as place from shop.request_key
     where order_id is not null and (order_shopper_id, order_id) > ($1::uuid, $2::uuid)
     order by order_shopper_id, order_id offset $3::int - 1 limit 1`,
  ),
]
