import type { CardFacts } from '#domain/catalog/card.ts'
import type { FlatCategory } from '#domain/catalog/category-tree.ts'
import type { ProductOption, ProductSku } from '#domain/catalog/product.ts'
import type { Picture, SkuFacts, SkuStamp } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

const categoriesOf = statement<FlatCategory>(
  'catalog.categories',
  // limit keeps it to one look into the index per category, however long the shelves are
  `select c.slug, c.name, c.parent_slug as "parentSlug", c.description, c.picture, l.found is not null as "hasProducts"
   from shop.category c
   left join lateral (select true as found from shop.listing
     where brand = c.brand and country = $2 and category_slug = c.slug
     order by position, product_id limit 1) l on true
   where c.brand = $1 order by c.position, c.slug`,
)

/** All categories of the brand in order of position; the caller makes the tree. */
export function readCategories(sql: Sql, variant: Variant): Promise<FlatCategory[]> {
  return sql.rows(categoriesOf, [variant.brand, variant.country])
}

/**
 * One row and column, `version`: which imports are there, part by part; the catalogue's version is never above it. What was read
 * with a lower one may be older.
 */
export const newestImportText: string = 'select coalesce(max(import_id), 0) as version from shop.catalog_import'

/** `t` is the warehouse stock of a sku `k`; $2 is the country. */
const warehouseStock = warehouseStockOf('$2')

function warehouseStockOf(country: string): string {
  return `left join shop.location w on w.brand = k.brand and w.country = ${country} and w.kind = 'warehouse'
   left join shop.stock t on t.sku = k.sku and t.location_id = w.location_id`
}

const warehouseFree = 'greatest(coalesce(t.on_hand - t.held, 0), 0)'

function cards(source: string, order: string): string {
  return `with shown as materialized (${source})
   select l.product_id as "productId", l.name, l.lead_sku as "leadSku",
     l.low_current_cents as "lowCurrentCents", l.high_current_cents as "highCurrentCents",
     l.low_regular_cents as "lowRegularCents", l.high_regular_cents as "highRegularCents",
     p.options, p.pictures, coalesce(p.browse->'colors', '{}') as colors, s.skus
   from shown l
   join shop.product p on p.brand = l.brand and p.product_id = l.product_id
   cross join lateral (
     select coalesce(jsonb_agg(jsonb_build_object('sku', k.sku, 'choice', k.option_choice, 'picture', k.picture,
         'isPlain', k.personalization is null and k.custom_order is null and k.ship_kind <> 'donation',
         'hasCustomOrder', k.custom_order is not null, 'propertyCodes', k.property_codes, 'shipKind', k.ship_kind,
         'isStockSku', k.is_stock_sku, 'isSuperSpecialOrder', k.is_super_special_order, 'hasGrouper', p.has_grouper,
         'supply', jsonb_build_object('status', k.status, 'warehouseFree', greatest(coalesce(t.on_hand - t.held, 0), 0),
           'availableFrom', k.available_from, 'makeDays', k.make_days)) order by k.position, k.sku), '[]') as skus
     from shop.sku k join shop.price r on r.sku = k.sku and r.country = l.country
     ${warehouseStock}
     where k.brand = l.brand and k.product_id = l.product_id and k.status = 'active') s
   order by ${order}`
}

const featured = statement<CardFacts>(
  'catalog.featured',
  cards(
    `select * from shop.listing where brand = $1 and country = $2 and category_slug = any($3) order by position, product_id limit $4`,
    'l.position, l.product_id',
  ),
)

/** The first cards of some categories of the variant in the order of the house. */
export function readFeatured(
  sql: Sql,
  variant: Variant,
  slugs: readonly string[],
  limit: number,
): Promise<CardFacts[]> {
  return sql.rows(featured, [variant.brand, variant.country, slugs, limit])
}

const cardsByProduct = statement<CardFacts>(
  'catalog.cards-by-product',
  cards(
    'select * from shop.listing where brand = $1 and country = $2 and product_id = any($3)',
    'array_position($3::text[], l.product_id)',
  ),
)

/** The cards of these products in the order given; those not sold in the variant's country are left out. */
export function readCards(sql: Sql, variant: Variant, productIds: readonly string[]): Promise<CardFacts[]> {
  return sql.rows(cardsByProduct, [variant.brand, variant.country, productIds])
}

export type ProductRow = {
  readonly productId: string
  readonly name: string
  readonly description: string
  readonly details: readonly string[]
  readonly care: string
  readonly options: readonly ProductOption[]
  readonly pictures: readonly Picture[]
  readonly addOnSkus: readonly number[]
  readonly hasGrouper: boolean
  readonly category: { readonly slug: string; readonly name: string }
  readonly parentCategory: { readonly slug: string; readonly name: string } | null
}

/** The columns of a sku that product page and cart share; $2 is the country, `r` its price, `t` its warehouse stock. */
const skuColumns = `k.sku, k.name as title, k.option_choice as "optionChoice", k.picture, k.ship_kind as "shipKind",
  k.is_stock_sku as "isStockSku", k.is_super_special_order as "isSuperSpecialOrder", k.is_pfas as "isPfas",
  k.property_codes as "propertyCodes", k.dimensions, k.boxes, k.custom_order as "customOrder",
  k.available_from::text as "availableFrom", k.make_days as "makeDays", k.make_days_are as "makeDaysAre",
  ${warehouseFree} as "warehouseFree",
  coalesce((select jsonb_agg(jsonb_build_object('type', s->>'type', 'name', s->>'name', 'feeCents', (s->'feeCents'->$2)::int))
    from jsonb_array_elements(k.services) s where s->'feeCents' ? $2), '[]') as services,
  case when k.personalization is not null
    then k.personalization || jsonb_build_object('feeCents', coalesce((k.personalization->'feeCents'->$2)::int, 0)) end as personalization`

/** `isSold` tells of the sku that was asked for. */
type ProductWithSkus = ProductRow & {
  readonly isSold: boolean
  readonly skus: readonly Omit<ProductSku, 'availability'>[]
}

const productWithSkus = statement<ProductWithSkus>(
  'catalog.product-with-skus',
  `select p.product_id as "productId", p.name, p.description, p.details, p.care, p.options, p.pictures,
     p.add_on_skus as "addOnSkus", p.has_grouper as "hasGrouper",
     jsonb_build_object('slug', c.slug, 'name', c.name) as category,
     case when u.slug is not null then jsonb_build_object('slug', u.slug, 'name', u.name) end as "parentCategory",
     exists (select from shop.price r where r.sku = k.sku and r.country = $2) as "isSold",
     (select coalesce(json_agg(s), '[]') from (
       select ${skuColumns}, k.status, r.current_cents as "currentCents", r.regular_cents as "regularCents",
         r.price_type as "priceType", r.markdown_type as "markdownType"
       from shop.sku k
       join shop.price r on r.sku = k.sku and r.country = $2
       ${warehouseStock}
       where k.brand = p.brand and k.product_id = p.product_id
       order by k.position, k.sku) s) as skus
   from shop.sku k
   join shop.product p on p.brand = k.brand and p.product_id = k.product_id
   join shop.category c on c.brand = p.brand and c.slug = p.category_slug
   left join shop.category u on u.brand = c.brand and u.slug = c.parent_slug
   where k.sku = $3 and k.brand = $1`,
)

/**
 * The product a sku belongs to with all its skus that are sold in the variant, in order of position. In one statement: while
 * an import goes on another one would see the product a slice later.
 */
export function readProductWithSkus(sql: Sql, variant: Variant, sku: number): Promise<ProductWithSkus | undefined> {
  return sql.row(productWithSkus, [variant.brand, variant.country, sku])
}

// as one JSON: some thirty columns cost the driver more than the database
const factsOfSkus = statement<{
  facts: readonly (SkuFacts & { readonly factsVersion: number })[]
  newestImport: number
}>(
  'catalog.sku-facts',
  `select coalesce(json_agg(f), '[]') as facts, (${newestImportText}) as "newestImport" from (
   select ${skuColumns}, k.facts_version as "factsVersion", k.product_id as "productId", r.sku is not null as "isSold",
     case when r.sku is null then 'nla' else k.status end as status,
     coalesce(r.current_cents, 0) as "currentCents", coalesce(r.regular_cents, 0) as "regularCents",
     coalesce(r.price_type, '') as "priceType", coalesce(r.markdown_type, '') as "markdownType",
     p.has_grouper as "hasGrouper", p.category_slug as category, p.department, p.class, p.subclass,
     coalesce((select jsonb_agg(jsonb_build_object('code', o->>'code', 'name', o->>'name', 'value', v->>'name') order by o->>'code')
       from jsonb_array_elements(p.options) o, jsonb_array_elements(o->'values') v
       where (o->>'code') || ':' || (v->>'value') = any(string_to_array(k.option_choice, '|'))), '[]') as "optionChoices",
     not exists (select 1 from jsonb_array_elements(p.options) o where jsonb_array_length(o->'values') > 1) as "isOnlyPiece"
   from shop.sku k
   join shop.product p on p.brand = k.brand and p.product_id = k.product_id
   left join shop.price r on r.sku = k.sku and r.country = $2
   ${warehouseStock}
   where k.sku = any($3::bigint[]) and k.brand = $1) f`,
)

/**
 * What a cart needs of its skus, in one statement however many they are. A sku of another brand or of none is missing
 * from the map; one without a price in the country is there with isSold false, status 'nla' and prices 0.
 */
export async function skuFacts(
  sql: Sql,
  variant: Variant,
  skus: readonly number[],
): Promise<ReadonlyMap<number, SkuFacts>> {
  const { found } = await versionedSkuFacts(sql, variant, skus)
  return new Map(found.map(({ facts }) => [facts.sku, facts]))
}

/** The same, each with the version of its facts (SPEED-06), and the newest import at that moment, 0 for no skus. */
export async function versionedSkuFacts(
  sql: Sql,
  variant: Variant,
  skus: readonly number[],
): Promise<{
  readonly found: readonly { readonly version: number; readonly facts: SkuFacts }[]
  readonly newestImport: number
}> {
  if (skus.length === 0) return { found: [], newestImport: 0 }
  const row = await sql.row(factsOfSkus, [variant.brand, variant.country, skus])
  const found = (row?.facts ?? []).map(({ factsVersion: version, ...facts }) => ({ version, facts }))
  return { found, newestImport: row?.newestImport ?? 0 }
}

/** Columns of a stamp of sku `k` in a country, which is SQL. */
export function stampSelect(country: string, from: string): string {
  return `select k.sku, k.facts_version as version, ${warehouseFree} as free from ${from} ${warehouseStockOf(country)}`
}

const stampsOfSkus = statement<SkuStamp>(
  'catalog.sku-stamps',
  `${stampSelect('$2', 'shop.sku k')} where k.sku = any($3::bigint[]) and k.brand = $1`,
)

/** Versions and free pieces of skus; one of another brand or of none is missing. One statement, none for none. */
export async function readSkuStamps(sql: Sql, variant: Variant, skus: readonly number[]): Promise<SkuStamp[]> {
  return skus.length === 0 ? [] : sql.rows(stampsOfSkus, [variant.brand, variant.country, skus])
}

const addOnStamps = statement<SkuStamp>(
  'catalog.add-on-stamps',
  `${stampSelect(
    '$2',
    `shop.sku j
     join shop.product p on p.brand = j.brand and p.product_id = j.product_id
     cross join unnest(p.add_on_skus) with ordinality a(sku, nth)
     join shop.sku k on k.sku = a.sku and k.brand = j.brand`,
  )} where j.sku = $3 and j.brand = $1 and exists (select from shop.price r where r.sku = j.sku and r.country = $2) order by a.nth`,
)

/** What goes with a sku that is sold in the variant, in the order of its product, as it is at this moment. */
export function readAddOnStamps(sql: Sql, variant: Variant, sku: number): Promise<SkuStamp[]> {
  return sql.rows(addOnStamps, [variant.brand, variant.country, sku])
}

/** One row and column, `version`. */
export const latestVersionText: string = `select coalesce(max(import_id), 0) as version from shop.catalog_import
   where not is_part or at < date_trunc('minute', now())`

const latestVersion = statement<{ version: number }>('catalog.latest-version', latestVersionText)

/**
 * The catalogue's version: grows with every import that changed something, and once a minute while one goes on, so that
 * kept pages are never older than that; 0 before the first is whole.
 */
export async function latestCatalogVersion(sql: Sql): Promise<number> {
  return (await sql.row(latestVersion))?.version ?? 0
}
