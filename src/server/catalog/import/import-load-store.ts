import { type Sql, type Statement, statement, type Tx } from '#server/db/database.ts'

/** `source` gives the staged rows as `s`, those that differ. `once` are columns that a row there is already keeps. */
function upsert(table: string, key: string, columns: string, source: string, once = ''): Statement<unknown> {
  const names = [...key.split(', '), ...once.split(' ').filter(Boolean), ...columns.split(' ')]
  const set = columns.split(' ').map((column) => `${column} = excluded.${column}`)
  const from = names.map((column) => (column === 'row_hash' ? `decode(s.row_hash, 'hex')` : `s.${column}`))
  const order = key.split(', ').map((column) => `s.${column}`)
  return statement<unknown>(
    `catalog.load-${table}`,
    `insert into shop.${table} (${names.join(', ')}) select ${from.join(', ')} ${source}
     order by ${order.join(', ')} on conflict (${key}) do update set ${set.join(', ')}`,
  )
}

const ofProduct = `from stage_touched t join stage_product s on s.brand = t.brand and s.product_id = t.product_id
     where t.slice = $1 and s.differs`
const ofSku = (rows: string) => `from stage_touched t join stage_sku ${rows} where t.slice = $1 and s.differs`

const frame: readonly Statement<unknown>[] = [
  upsert(
    'category',
    'brand, slug',
    'name parent_slug position description picture row_hash',
    'from stage_category s where s.differs',
  ),
  upsert(
    'location',
    'location_id',
    'brand country kind name address1 city state postal_code hours latitude longitude row_hash',
    'from stage_location s where s.differs and s.in_scope',
  ),
]

const ofSlice: readonly Statement<unknown>[] = [
  upsert(
    'product',
    'brand, product_id',
    'category_slug name description details care department class subclass options pictures add_on_skus has_grouper position browse row_hash',
    ofProduct,
  ),
  // a sku whose product or choice is written, be it as it was, keeps carts waiting that refer to it: only where they change
  statement<unknown>(
    'catalog.move-skus',
    `update shop.sku k set product_id = m.product_id, option_choice = m.option_choice
     from (select s.sku, s.product_id, s.option_choice
       from stage_touched t join stage_sku s on s.brand = t.brand and s.product_id = t.product_id
       cross join lateral (select from shop.sku o where o.sku = s.sku
         and (o.product_id, o.option_choice) is distinct from (s.product_id, s.option_choice) offset 0) o
       where t.slice = $1 and s.differs offset 0) m
     where k.sku = m.sku`,
  ),
  upsert(
    'sku',
    'sku',
    'name picture ship_kind status is_stock_sku is_super_special_order available_from make_days make_days_are is_pfas property_codes dimensions boxes services personalization custom_order position row_hash',
    ofSku('s on s.brand = t.brand and s.product_id = t.product_id'),
    'brand product_id option_choice',
  ),
  upsert(
    'price',
    'sku, country',
    'current_cents regular_cents price_type markdown_type',
    ofSku('k on k.brand = t.brand and k.product_id = t.product_id join stage_price s on s.sku = k.sku'),
  ),
]

// what follows looks its rows up product by product (offset 0): no plan is then one of a table as small as it was at first
const dropPrices = statement<unknown>(
  'catalog.drop-prices',
  `delete from shop.price p
   where p.sku = any(array(select s.sku from stage_touched t
       join stage_sku s on s.brand = t.brand and s.product_id = t.product_id where t.slice = $1))
     and p.country = any($2::text[]) and not exists (select from stage_price e where e.sku = p.sku and e.country = p.country)`,
)

const dropListings = statement<unknown>(
  'catalog.drop-listings',
  `delete from shop.listing where ctid = any(array(
     select l.ctid from stage_touched t cross join lateral (select ctid from shop.listing
       where brand = t.brand and country in ('US', 'CA') and product_id = t.product_id offset 0) l
     where t.slice = $1 and t.is_listed))`,
)

const makeListings = statement<unknown>(
  'catalog.make-listings',
  `with sold as (
     select k.brand, k.product_id, r.country, (array_agg(k.sku order by k.position, k.sku))[1] as lead_sku,
       min(r.current_cents) as low_current, max(r.current_cents) as high_current,
       min(r.regular_cents) as low_regular, max(r.regular_cents) as high_regular,
       bool_and(k.is_pfas) as is_pfas, bool_or(k.make_days > 0 or k.available_from is not null) as comes_later,
       string_agg(k.option_choice, '|') as choices
     from stage_touched t
     cross join lateral (select * from shop.sku
       where brand = t.brand and product_id = t.product_id and status = 'active' offset 0) k
     cross join lateral (select * from shop.price where sku = k.sku offset 0) r
     where t.slice = $1 and t.is_listed
     group by k.brand, k.product_id, r.country)
   insert into shop.listing (brand, country, product_id, category_slug, name, position, lead_sku,
     low_current_cents, high_current_cents, low_regular_cents, high_regular_cents, facets, added_at)
   select p.brand, s.country, p.product_id, p.category_slug, p.name, p.position, s.lead_sku,
     s.low_current, s.high_current, s.low_regular, s.high_regular,
     concat_ws(' ', 'type:' || nullif(p.browse->>'type', ''),
       (select string_agg('material:' || material, ' ')
        from jsonb_array_elements_text(coalesce(p.browse->'materials', '[]')) material),
       (select string_agg(distinct 'color:' || (p.browse->'colors'->>choice), ' ')
        from string_to_table(s.choices, '|') choice where p.browse->'colors' ? choice),
       case when s.is_pfas then 'pfas' end, case when s.comes_later then 'later' end), p.added_at
   from sold s
   cross join lateral (select * from shop.product where brand = s.brand and product_id = s.product_id offset 0) p`,
)

const dropSearch = statement<unknown>(
  'catalog.drop-search',
  `delete from shop.product_search where ctid = any(array(
     select s.ctid from stage_touched t cross join lateral (select ctid from shop.product_search
       where brand = t.brand and product_id = t.product_id offset 0) s
     where t.slice = $1 and t.is_named))`,
)

// what a name says weighs most; then what kind of thing it is, what it is made of, and at last what is told of it
const makeSearch = statement<unknown>(
  'catalog.make-search',
  `insert into shop.product_search (brand, product_id, words)
   select p.brand, p.product_id, setweight(to_tsvector('shop.catalogue', p.name), 'A')
     || setweight(to_tsvector('shop.catalogue', concat_ws(' ', c.name, u.name, replace(p.browse->>'type', '-', ' '), p.class)), 'B')
     || setweight(to_tsvector('shop.catalogue', coalesce(p.browse->>'words', '')), 'C')
     || setweight(to_tsvector('shop.catalogue', concat_ws(' ', p.description,
          (select string_agg(detail, ' ') from jsonb_array_elements_text(p.details) detail))), 'D')
   from stage_touched t
   cross join lateral (select * from shop.product where brand = t.brand and product_id = t.product_id offset 0) p
   join shop.category c on c.brand = p.brand and c.slug = p.category_slug
   left join shop.category u on u.brand = c.brand and u.slug = c.parent_slug
   where t.slice = $1 and t.is_named`,
)

/** Takes categories and places over: what products and stock hang on. */
export async function loadFrame(tx: Tx): Promise<void> {
  for (const each of frame) await tx.count(each)
}

/** Takes the products of a slice over with their skus and prices, and makes their cards and words of it. */
export async function loadProducts(tx: Tx, slice: number, countries: readonly string[]): Promise<void> {
  for (const each of ofSlice) await tx.count(each, [slice])
  await tx.count(dropPrices, [slice, countries])
  for (const each of [dropListings, makeListings, dropSearch, makeSearch]) await tx.count(each, [slice])
}

/** Rows of stock that are taken over at once: so many an order may have to wait for. */
const stockRows = 200

// One statement with its commit: its rows are locked while the database works, never while this process does. They are locked
// in the order in which orders lock them; who has to wait lets go of them soon. Held is the orders' own: an order that came in
// since the check keeps its pieces.
const loadStock = statement<unknown>(
  'catalog.load-stock',
  `with limits as materialized (select set_config('lock_timeout', '100', true)
   ), run as materialized (
     select r.at_slice, r.at_sku, r.at_location from limits, shop.catalog_run r
     where r.run_id = $1 and r.state = 'applying' for update of r
   ), part as materialized (
     select d.sku, d.location_id, d.on_hand from run cross join lateral (
       select sku, location_id, on_hand from stage_due_stock
       where slice = run.at_slice and (sku, location_id) > (run.at_sku, run.at_location)
       order by sku, location_id limit ${stockRows}) d
   ), done as (
     insert into shop.stock as o (sku, location_id, on_hand) select sku, location_id, on_hand from part order by sku, location_id
     on conflict (sku, location_id) do update set on_hand = greatest(excluded.on_hand, o.held)
   ), last as (
     select sku, location_id from part order by sku desc, location_id desc limit 1
   )
   update shop.catalog_run r set at_sku = last.sku, at_location = last.location_id
   from last where r.run_id = $1`,
)

/** Takes the next rows of stock over of the slice that a run is at; false when there are no more. */
export async function loadNextStock(sql: Sql, runId: number): Promise<boolean> {
  return (await sql.count(loadStock, [runId])) > 0
}

const linesOf = statement<{ lines: number }>(
  'catalog.lines-of-slice',
  'select count(*)::int as lines from stage_changed where slice = $1',
)

/** How many lines are done with a slice. */
export async function countLines(tx: Tx, slice: number): Promise<number> {
  return (await tx.row(linesOf, [slice]))?.lines ?? 0
}

const analyze = ['category', 'location', 'product', 'sku', 'price', 'listing', 'product_search', 'stock'].map((table) =>
  statement<unknown>(`catalog.analyze-${table}`, `analyze shop.${table}`),
)

/** Statistics of what was taken over: they would else come a minute late, and the first shelves be slow to make. */
export async function analyzeTaken(tx: Tx): Promise<void> {
  for (const each of analyze) await tx.count(each)
}

type Counts = { readonly lines: number; readonly changed: number; readonly skipped: number }
type Imported = Counts & { readonly fileName: string; readonly sha256: string }

const recordPart = statement<unknown>(
  'catalog.record-part',
  `insert into shop.catalog_import (file_name, file_sha256, lines, changed, skipped, is_part)
   select $1, decode($2, 'hex'), $3, $4, $5, true where exists (select from shop.catalog_import where not is_part)`,
)
const recordImport = statement<unknown>(
  'catalog.record-import',
  `insert into shop.catalog_import (file_name, file_sha256, lines, changed, skipped) values ($1, decode($2, 'hex'), $3, $4, $5)`,
)
const dropParts = statement<unknown>('catalog.drop-parts', 'delete from shop.catalog_import where is_part')

const values = (file: Imported) => [file.fileName, file.sha256, file.lines, file.changed, file.skipped]

/** Writes down that a part of an import is there. A shop that never had a catalogue opens with the whole of it. */
export async function recordPartOfImport(tx: Tx, file: Imported): Promise<void> {
  await tx.count(recordPart, values(file))
}

/** Writes the import down in the place of its parts: its number is the new version of the catalogue. */
export async function recordCatalogImport(tx: Tx, file: Imported): Promise<void> {
  await tx.count(recordImport, values(file))
  await tx.count(dropParts)
}
