import { engineReach, storedBestsellers, storedPerProduct } from '#domain/catalog/recommendation-engine.ts'
import { type Sql, type Statement, statement } from '#server/db/database.ts'

/** Those that came with the demo do not count (OPS-46). */
const placed = (days: number) => `
  select shopper_id, order_id, brand, country from shop.orders o
  where state = 'placed' and settled_at > now() - interval '${days} days'
    and not exists (select from shop.demo_shopper d where d.shopper_id = o.shopper_id)
  order by settled_at desc limit ${engineReach.orders}`

/** Looked up order by order: however few of all orders these are, PostgreSQL would read the lines of all. */
const linesOfEach = `
  cross join lateral (select sku, location_id, quantity from shop.order_line ol
    where ol.shopper_id = r.shopper_id and ol.order_id = r.order_id offset 0) l`

/** Puts freshly made lists in the place of the kind's old ones; rows that stayed as they were are not written. */
function replaced(kind: string, fresh: string): Statement<unknown> {
  return statement(
    `recommendation.refresh-${kind}`,
    `with ${fresh},
     gone as (
       delete from shop.recommendation_list l where l.kind = '${kind}' and not exists (
         select from fresh f where f.brand = l.brand and f.country = l.country and f.product_id = l.product_id))
     insert into shop.recommendation_list as l (brand, country, kind, product_id, others)
     select brand, country, '${kind}', product_id, others from fresh
     on conflict (brand, country, kind, product_id) do update set others = excluded.others
     where l.others is distinct from excluded.others`,
  )
}

/** The products of a storefront by ordered pieces, ties by sku. */
function sellers(kind: string, days: number, more = ''): Statement<unknown> {
  return replaced(
    kind,
    `recent as materialized (${placed(days)}),
     sold as (
       select r.brand, r.country, k.product_id, sum(l.quantity) as pieces
       from recent r
       ${linesOfEach} ${more}
       join shop.sku k on k.sku = l.sku and k.ship_kind <> 'donation'
       group by r.brand, r.country, k.product_id),
     ranked as (
       select s.*, row_number() over (partition by s.brand, s.country order by s.pieces desc, g.lead_sku) as nth
       from sold s join shop.listing g on g.brand = s.brand and g.country = s.country and g.product_id = s.product_id),
     fresh as (
       select brand, country, '' as product_id, array_agg(product_id order by nth) as others
       from ranked where nth <= ${storedBestsellers} group by brand, country)`,
  )
}

/** For each product the others that stand in the same groups most often, ties by sku. `groups` gives brand, country, product_id and "group". */
function together(kind: string, groups: string, maxInGroup: number): Statement<unknown> {
  return replaced(
    kind,
    `grouped as materialized (${groups}),
     members as materialized (
       select * from (select g.*, row_number() over (partition by "group", brand, country order by product_id) as seat
         from grouped g) numbered where seat <= ${maxInGroup}),
     pairs as (
       select a.brand, a.country, a.product_id, b.product_id as other, count(*) as times
       from members a join members b
         on b."group" = a."group" and b.brand = a.brand and b.country = a.country and b.product_id <> a.product_id
       group by a.brand, a.country, a.product_id, b.product_id),
     ranked as (
       select p.*, row_number() over (partition by p.brand, p.country, p.product_id order by p.times desc, g.lead_sku) as nth
       from pairs p join shop.listing g on g.brand = p.brand and g.country = p.country and g.product_id = p.other),
     fresh as (
       select brand, country, product_id, array_agg(other order by nth) as others
       from ranked where nth <= ${storedPerProduct} group by brand, country, product_id)`,
  )
}

const inOrders = `
  select distinct r.order_id as "group", r.brand, r.country, k.product_id
  from (${placed(engineReach.orderDays)}) r
  ${linesOfEach}
  join shop.sku k on k.sku = l.sku and k.ship_kind <> 'donation'`

/** Looks that count; the day says in which partitions they are, in whichever time zone. */
const isRecent = `at > now() - interval '${engineReach.viewDays} days' and day >= current_date - ${engineReach.viewDays + 1}`

const inSessions = `
  select distinct v.shopper_id as "group", v.brand, v.country, v.product_id
  from (select * from shop.product_view where ${isRecent}
    order by at desc limit ${engineReach.views}) v`

const refreshes: readonly Statement<unknown>[] = [
  sellers('bestsellers', engineReach.orderDays),
  sellers('trending', engineReach.trendingDays),
  sellers(
    'storeBestsellers',
    engineReach.orderDays,
    `join shop.location s on s.location_id = l.location_id and s.kind = 'store'`,
  ),
  together('alsoBought', inOrders, engineReach.productsPerOrder),
  together('alsoViewed', inSessions, engineReach.productsPerSession),
]

/** Computes every list anew; answers how many changed. In a transaction: readers see the old lists until all are done. */
export async function refreshLists(sql: Sql): Promise<number> {
  let changed = 0
  for (const refresh of refreshes) changed += await sql.count(refresh)
  return changed
}

const tryLock = statement<object>(
  'recommendation.try-lock',
  "select from turn where turn = 'recommendations' for update skip locked",
)

/** Whether this transaction is the one that computes; another process may be at it. */
export async function takeTurn(sql: Sql): Promise<boolean> {
  return (await sql.row(tryLock)) !== undefined
}

const isFresh = statement<{ now: string; known: string | null }>(
  'recommendation.fingerprint',
  // the windows move with the day, even where nobody buys or looks
  `select concat_ws(' ', current_date,
      (select max(greatest(settled_at, cancelled_at, money_moved_at)) from shop.orders where state in ('placed', 'cancelled')), (select max(at) from shop.product_view where ${isRecent}),
      (select max(import_id) from shop.catalog_import)) as now,
    (select fingerprint from shop.recommendation_run) as known`,
)

/** What the lists would be computed from now, and what those in force were; undefined before the first run. */
export async function readFingerprints(
  sql: Sql,
): Promise<{ readonly now: string; readonly known: string | undefined }> {
  const row = await sql.row(isFresh)
  return { now: row?.now ?? '', known: row?.known ?? undefined }
}

const recordRun = statement<unknown>(
  'recommendation.record-run',
  `insert into shop.recommendation_run (fingerprint, ms) values ($1, $2)
   on conflict (only_row) do update set fingerprint = excluded.fingerprint, at = now(), ms = excluded.ms`,
)

export async function writeRun(sql: Sql, fingerprint: string, ms: number): Promise<void> {
  await sql.count(recordRun, [fingerprint, Math.round(ms)])
}
