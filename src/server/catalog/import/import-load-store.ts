import { statement, type Tx } from '#server/db/database.ts'

function upsert(name: string, table: string, key: string, columns: readonly string[], where: string) {
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  const names = [...key.split(', '), ...columns]
  const from = names.map((column) => (column === 'row_hash' ? `decode(row_hash, 'hex')` : column))
  return statement<unknown>(
    `catalog.load-${name}`,
    `insert into shop.${table} (${names.join(', ')}) select ${from.join(', ')} from stage_${table}
     where differs ${where} order by ${key} on conflict (${key}) do update set ${set}`,
  )
}

const words = (text: string) => text.split(' ')

const loadCategories = upsert(
  'category',
  'category',
  'brand, slug',
  words('name parent_slug position description picture row_hash'),
  '',
)
const loadLocations = upsert(
  'location',
  'location',
  'location_id',
  words('brand country kind name address1 city state postal_code hours latitude longitude row_hash'),
  'and in_scope',
)
const loadProducts = upsert(
  'product',
  'product',
  'brand, product_id',
  words(
    'category_slug name description details care department class subclass options pictures add_on_skus has_grouper position browse row_hash',
  ),
  '',
)
// in slices of the file, so that no single statement runs long
const loadSkus = upsert(
  'sku',
  'sku',
  'sku',
  words(
    'brand product_id name option_choice picture ship_kind status is_stock_sku is_super_special_order available_from make_days make_days_are is_pfas property_codes dimensions boxes services personalization custom_order position row_hash',
  ),
  'and line between $1 and $2',
)
const loadPrices = upsert(
  'price',
  'price',
  'sku, country',
  words('current_cents regular_cents price_type markdown_type'),
  'and line between $1 and $2',
)
// held is the orders' own; an order that came in since the check keeps its pieces
const loadStock = statement<unknown>(
  'catalog.load-stock',
  `insert into shop.stock as o (sku, location_id, on_hand)
   select t.sku, t.location_id, t.on_hand from stage_stock t join shop.location l on l.location_id = t.location_id
   where t.differs and l.country = any($3::text[]) and t.line between $1 and $2 order by t.sku, t.location_id
   on conflict (sku, location_id) do update set on_hand = greatest(excluded.on_hand, o.held)`,
)

const noteTouched = statement<unknown>(
  'catalog.note-touched',
  `insert into stage_touched
   select brand, product_id from stage_product where differs
   union select brand, product_id from stage_sku s
     where differs or exists (select from stage_price p where p.sku = s.sku and p.differs)
       or exists (select from shop.price p where p.sku = s.sku and p.country = any($1::text[])
         and not exists (select from stage_price e where e.sku = p.sku and e.country = p.country))
   union select o.brand, o.product_id from stage_sku s join shop.sku o on o.sku = s.sku where s.differs`,
)

const noteChanged = statement<unknown>(
  'catalog.note-changed',
  `insert into stage_changed
   select line from stage_category where differs
   union select line from stage_location where differs and in_scope
   union select line from stage_product where differs
   union select line from stage_sku where differs
   union select line from stage_price where differs
   union select t.line from stage_stock t
     left join stage_location e on e.location_id = t.location_id left join shop.location l on l.location_id = t.location_id
     where t.differs and coalesce(e.country, l.country) = any($1::text[])
   union select s.line from stage_sku s join shop.price p on p.sku = s.sku and p.country = any($1::text[])
     where not exists (select from stage_price e where e.sku = p.sku and e.country = p.country)`,
)

const dropPrices = statement<unknown>(
  'catalog.drop-prices',
  `delete from shop.price p using stage_sku s where s.sku = p.sku and p.country = any($1::text[])
   and not exists (select from stage_price e where e.sku = p.sku and e.country = p.country)`,
)

const dropListings = statement<unknown>(
  'catalog.drop-listings',
  `delete from shop.listing l using stage_touched t where t.brand = l.brand and t.product_id = l.product_id`,
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
     join shop.sku k on k.brand = t.brand and k.product_id = t.product_id and k.status = 'active'
     join shop.price r on r.sku = k.sku
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
   from sold s join shop.product p on p.brand = s.brand and p.product_id = s.product_id`,
)

const renamedOrNew = `select brand, product_id from stage_product where differs
   union select p.brand, p.product_id from stage_category c
     join shop.category l on l.brand = c.brand and (l.slug = c.slug or l.parent_slug = c.slug)
     join shop.product p on p.brand = l.brand and p.category_slug = l.slug where c.differs`

const dropSearch = statement<unknown>(
  'catalog.drop-search',
  `delete from shop.product_search s using (${renamedOrNew}) t where t.brand = s.brand and t.product_id = s.product_id`,
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
   from (${renamedOrNew}) t
   join shop.product p on p.brand = t.brand and p.product_id = t.product_id
   join shop.category c on c.brand = p.brand and c.slug = p.category_slug
   left join shop.category u on u.brand = c.brand and u.slug = c.parent_slug`,
)

const dropWords = statement<unknown>(
  'catalog.drop-words',
  'delete from shop.search_word where brand in (select brand from stage_product where differs)',
)

const makeWords = statement<unknown>(
  'catalog.make-words',
  `insert into shop.search_word (brand, word, products)
   select p.brand, word, count(*)
   from shop.product p
   join shop.category c on c.brand = p.brand and c.slug = p.category_slug
   cross join lateral regexp_split_to_table(
     shop.plain(concat_ws(' ', p.name, c.name, p.browse->>'type', p.browse->>'words')), '[^[:alpha:]]+') word
   where p.brand in (select brand from stage_product where differs) and length(word) between 3 and 30
   group by p.brand, word`,
)

const recordImport = statement<unknown>(
  'catalog.record-import',
  `insert into shop.catalog_import (file_name, file_sha256, lines, changed, skipped) values ($1, decode($2, 'hex'), $3, $4, $5)`,
)

const analyze = (table: string) => statement<unknown>(`catalog.analyze-${table}`, `analyze shop.${table}`)
/** What the shelves are made from, and what is made of it. */
const analyzeTaken = ['category', 'location', 'product', 'sku', 'price'].map(analyze)
const analyzeMade = ['listing', 'product_search', 'search_word', 'stock'].map(analyze)

/** Lines per statement of the large tables. */
const slice = 20_000

/**
 * Takes what is staged into the shop: `lines` is the number of lines of the file, `countries` whose prices, places and
 * stock are taken. Stock comes last: its rows are those that orders wait for. Answers how many lines changed something.
 */
export async function loadStage(tx: Tx, lines: number, countries: readonly string[]): Promise<number> {
  await tx.count(noteTouched, [countries])
  const changed = await tx.count(noteChanged, [countries])
  if (changed === 0) return 0
  for (const each of [loadCategories, loadLocations, loadProducts]) await tx.count(each)
  for (const large of [loadSkus, loadPrices]) {
    for (let first = 1; first <= lines; first += slice) await tx.count(large, [first, first + slice - 1])
  }
  await tx.count(dropPrices, [countries])
  // statistics would else come a minute late: shelves would take long to make, and the first pages be slow
  const isLarge = changed > 1000
  if (isLarge) for (const each of analyzeTaken) await tx.count(each)
  await tx.count(dropListings)
  await tx.count(makeListings)
  for (const each of [dropSearch, makeSearch, dropWords, makeWords]) await tx.count(each)
  for (let first = 1; first <= lines; first += slice) await tx.count(loadStock, [first, first + slice - 1, countries])
  if (isLarge) for (const each of analyzeMade) await tx.count(each)
  return changed
}

/** Writes the import down: its number is the new version of the catalogue. */
export async function recordCatalogImport(
  tx: Tx,
  file: {
    readonly name: string
    readonly sha256: string
    readonly lines: number
    readonly changed: number
    readonly skipped: number
  },
): Promise<void> {
  await tx.count(recordImport, [file.name, file.sha256, file.lines, file.changed, file.skipped])
}
