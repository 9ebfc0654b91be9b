import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { dealSlices } from './import-slices.ts'

/** The most that one transaction takes over of products, and rather fewer skus than a product could have. */
const sliceSize = { products: 500, skus: 1000 }

// what of a product is made anew: its cards where it or its skus and prices change, its words where it or its category does
const noteTouched = statement<unknown>(
  'catalog.plan-touched',
  `insert into stage_touched (nth, brand, product_id, is_listed, is_named)
   select row_number() over (order by brand, product_id) - 1, brand, product_id, bool_or(is_listed), bool_or(is_named)
   from (
     select brand, product_id, true as is_listed, true as is_named from stage_product where differs
     union all select brand, product_id, true, false from stage_sku where differs
     union all select s.brand, s.product_id, true, false from stage_sku s join stage_price p on p.sku = s.sku where p.differs
     union all select s.brand, s.product_id, true, false from stage_sku s join shop.price p on p.sku = s.sku
       where p.country = any($1::text[])
         and not exists (select from stage_price e where e.sku = p.sku and e.country = p.country)
     union all select o.brand, o.product_id, true, false from stage_sku s join shop.sku o on o.sku = s.sku where s.differs
     union all select p.brand, p.product_id, false, true from stage_category c
       join shop.category l on l.brand = c.brand and (l.slug = c.slug or l.parent_slug = c.slug)
       join shop.product p on p.brand = l.brand and p.category_slug = l.slug where c.differs
     union all select s.brand, s.product_id, false, false from stage_sku s join stage_stock t on t.sku = s.sku
       left join stage_location e on e.location_id = t.location_id left join shop.location l on l.location_id = t.location_id
       where t.differs and coalesce(e.country, l.country) = any($1::text[])) touched
   group by brand, product_id`,
)

const skusOf = statement<{ skus: number }>(
  'catalog.plan-skus',
  `select (select count(*) from stage_sku s where s.brand = t.brand and s.product_id = t.product_id)::int as skus
   from stage_touched t where t.nth >= $1 order by t.nth limit $2`,
)

const moves = statement<{ sku: number; source: number; target: number }>(
  'catalog.plan-moves',
  `select s.sku, a.nth as source, b.nth as target
   from stage_sku s join shop.sku o on o.sku = s.sku and o.product_id <> s.product_id
   join stage_touched a on a.brand = o.brand and a.product_id = o.product_id
   join stage_touched b on b.brand = s.brand and b.product_id = s.product_id
   where s.differs and s.sku > $1 order by s.sku limit $2`,
)

const noteSlices = statement<unknown>(
  'catalog.plan-slices',
  `update stage_touched t set slice = u.slice
   from unnest($2::int[]) with ordinality as u(slice, place) where t.nth = $1::int + u.place - 1`,
)

const noteChanged = statement<unknown>(
  'catalog.plan-changed',
  `insert into stage_changed (line, slice)
   select line, 0 from stage_category where differs
   union select line, 0 from stage_location where differs and in_scope
   union select p.line, t.slice from stage_product p join stage_touched t on t.brand = p.brand and t.product_id = p.product_id
     where p.differs
   union select s.line, t.slice from stage_sku s join stage_touched t on t.brand = s.brand and t.product_id = s.product_id
     where s.differs
       or exists (select from stage_price p where p.sku = s.sku and p.differs)
       or exists (select from stage_stock k
         left join stage_location e on e.location_id = k.location_id left join shop.location l on l.location_id = k.location_id
         where k.sku = s.sku and k.differs and coalesce(e.country, l.country) = any($1::text[]))
       or exists (select from shop.price p where p.sku = s.sku and p.country = any($1::text[])
         and not exists (select from stage_price e where e.sku = p.sku and e.country = p.country))`,
)

const noteStock = statement<unknown>(
  'catalog.plan-stock',
  `insert into stage_due_stock (slice, sku, location_id, on_hand)
   select t.slice, k.sku, k.location_id, max(k.on_hand)
   from stage_stock k join stage_sku s on s.sku = k.sku
   join stage_touched t on t.brand = s.brand and t.product_id = s.product_id
   left join stage_location e on e.location_id = k.location_id left join shop.location l on l.location_id = k.location_id
   where k.differs and coalesce(e.country, l.country) = any($1::text[])
   group by t.slice, k.sku, k.location_id`,
)

const counts = statement<{ changed: number; touched: number }>(
  'catalog.plan-counts',
  `select (select count(*) from stage_changed)::int as changed, (select count(*) from stage_touched)::int as touched`,
)

const analyzed = ['touched', 'changed', 'due_stock'].map((name) =>
  statement<unknown>(`catalog.plan-analyze-${name}`, `analyze stage_${name}`),
)

/** Rows that this process has in memory at once. */
const page = 20_000

/**
 * Deals what is staged and differs out to slices, and writes down which line is done in which. `countries` are those whose
 * prices, places and stock are taken.
 */
export async function planSlices(
  tx: Tx,
  countries: readonly string[],
): Promise<{ readonly changed: number; readonly slices: number }> {
  await tx.count(noteTouched, [countries])
  const touched = (await tx.row(counts))?.touched ?? 0
  const skus = new Int32Array(touched)
  for (let first = 0; first < touched; first += page) {
    const rows = await tx.rows(skusOf, [first, page])
    skus.set(
      rows.map((row) => row.skus),
      first,
    )
  }
  const { slices, sliceOf } = dealSlices(skus, await readMoves(tx), sliceSize)
  for (let first = 0; first < touched; first += page) {
    await tx.count(noteSlices, [first, [...sliceOf.subarray(first, first + page)]])
  }
  await tx.count(noteChanged, [countries])
  await tx.count(noteStock, [countries])
  for (const each of analyzed) await tx.count(each)
  return { changed: (await tx.row(counts))?.changed ?? 0, slices }
}

/** Products between which a sku goes, each pair once. */
async function readMoves(tx: Tx): Promise<Iterable<readonly [number, number]>> {
  const pairs = new Map<string, readonly [number, number]>()
  let last = 0
  for (;;) {
    const rows = await tx.rows(moves, [last, page])
    for (const { source, target } of rows) pairs.set(`${source} ${target}`, [source, target])
    const end = rows.at(-1)
    if (end === undefined || rows.length < page) return pairs.values()
    last = end.sku
  }
}

const linesLeft = statement<{ line: number }>(
  'catalog.plan-lines-left',
  'select line from stage_changed where slice > $1 and line > $2 order by line limit $3',
)

/** The lines that change something and come in slices after one, in order; batch by batch. */
export async function* readLinesLeft(sql: Sql, slice: number): AsyncGenerator<number[]> {
  let last = 0
  for (;;) {
    const lines = (await sql.rows(linesLeft, [slice, last, page])).map(({ line }) => line)
    yield lines
    if (lines.length < page) return
    last = lines.at(-1) ?? last
  }
}
