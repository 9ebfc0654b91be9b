import type { RecommendationSource } from '#domain/catalog/recommendation-pods.ts'
import type { Variant } from '#domain/variant.ts'
import { type Sql, type Statement, statement } from '#server/db/database.ts'

/** The product that recommendations are for; its price in cents of the country, 0 where it is not sold. */
export type OwnProduct = {
  readonly productId: string
  readonly category: string
  readonly position: number
  readonly cents: number
}

const ownProduct = statement<OwnProduct>(
  'recommendation.own-product',
  `select k.product_id as "productId", p.category_slug as category, p.position, coalesce(r.current_cents, 0) as cents
   from shop.sku k
   join shop.product p on p.brand = k.brand and p.product_id = k.product_id
   left join shop.price r on r.sku = k.sku and r.country = $2
   where k.sku = $3 and k.brand = $1`,
)

/** The product of a sku of the brand, sold in the country or not. */
export function readOwnProduct(sql: Sql, variant: Variant, sku: number): Promise<OwnProduct | undefined> {
  return sql.row(ownProduct, [variant.brand, variant.country, sku])
}

/** A list of the job: $3 its kind, $4 its product or ''. */
const list = (kind: string, product: string, tier: number) => `
  select o.product_id, ${tier} as tier, o.nth
  from shop.recommendation_list r, unnest(r.others) with ordinality o(product_id, nth)
  where r.brand = $1 and r.country = $2 and r.kind = ${kind} and r.product_id = ${product}`

/** The nearest prices of category $5 above and below $6 cents: two looks into the index of the shelf, however long it is. */
const nearest = (tier: number) => `
  select product_id, ${tier} as tier, row_number() over (order by abs(low_current_cents - $6), lead_sku) as nth from (
    (select product_id, lead_sku, low_current_cents from shop.listing
     where brand = $1 and country = $2 and category_slug = $5 and low_current_cents >= $6
     order by low_current_cents, lead_sku limit 40)
    union all
    (select product_id, lead_sku, low_current_cents from shop.listing
     where brand = $1 and country = $2 and category_slug = $5 and low_current_cents < $6
     order by low_current_cents desc, lead_sku limit 40)) near`

/** The catalogue in its own order from behind position $7 on, then from its beginning. */
const catalogue = (tier: number) => `
  select product_id, ${tier} as tier, row_number() over (order by turn, position, product_id) as nth from (
    (select product_id, position, 0 as turn from shop.listing
     where brand = $1 and country = $2 and position > $7 order by position, product_id limit 100)
    union all
    (select product_id, position, 1 as turn from shop.listing
     where brand = $1 and country = $2 and position <= $7 order by position, product_id limit 100)) shelf`

/**
 * The skus of a list, best first: `tiers` one after the other, each product once, by the sku that its card leads to or
 * the next of its skus that can be had. Left out are product $4 and products $10, what cannot be had on day $8, and donations.
 */
function candidates(name: string, tiers: readonly string[]): Statement<{ sku: number }> {
  return statement(
    `recommendation.${name}`,
    `with wished as (${tiers.join(' union all ')}),
     ordered as materialized (
       select product_id, min(tier * 1000 + nth) as place from wished
       -- the parameters that not every list asks for have a type all the same
       where product_id <> $4::text and product_id <> all($10::text[]) and $3::text is not null and $5::text is not null
         and $6::int is not null and $7::int is not null
       group by product_id order by place)
     select s.sku from ordered o
     join shop.listing l on l.brand = $1 and l.country = $2 and l.product_id = o.product_id
     cross join lateral (
       select k.sku from shop.sku k
       join shop.price r on r.sku = k.sku and r.country = $2
       left join shop.location w on w.brand = k.brand and w.country = $2 and w.kind = 'warehouse'
       left join shop.stock t on t.sku = k.sku and t.location_id = w.location_id
       where k.brand = $1 and k.product_id = o.product_id and k.status = 'active' and k.ship_kind <> 'donation'
         and (coalesce(t.on_hand - t.held, 0) > 0 or k.make_days > 0 or k.available_from > $8::date)
       order by k.sku = l.lead_sku desc, k.position, k.sku limit 1) s
     order by o.place limit $9`,
  )
}

const bestsellers = (tier: number) => list("'bestsellers'", "''", tier)
const ofStorefront = candidates('of-storefront', [list('$3', "''", 1), bestsellers(2), catalogue(3)])
const alternatives = candidates('alternatives', [nearest(1), bestsellers(2), catalogue(3)])
const together = candidates('bought-together', [list('$3', '$4', 1), bestsellers(2), catalogue(3)])
// before anything was sold, what is like the item is a better guess than the catalogue's beginning
const viewed = candidates('viewed-together', [list('$3', '$4', 1), bestsellers(2), nearest(3), catalogue(4)])

const statements: { readonly [Source in RecommendationSource]: Statement<{ sku: number }> } = {
  alternatives,
  alsoBought: together,
  alsoViewed: viewed,
  bestsellers: ofStorefront,
  trending: ofStorefront,
  storeBestsellers: ofStorefront,
}

export type CandidateQuery = {
  readonly source: RecommendationSource
  /** Left out of the list; undefined where the list is for no item. */
  readonly own: OwnProduct | undefined
  /** Products left out too: what the shopper has. */
  readonly held: readonly string[]
  readonly limit: number
  /** 'YYYY-MM-DD' at the stores. */
  readonly today: string
}

/** The skus to recommend, best first; filled up with best sellers, and where nothing has been sold with the catalogue (OPEN-108). */
export async function readCandidates(sql: Sql, variant: Variant, query: CandidateQuery): Promise<number[]> {
  const { source, own, held, limit, today } = query
  const isOfItem = source === 'alsoBought' || source === 'alsoViewed' || source === 'alternatives'
  const { productId = '', category = '', cents = 0, position = 0 } = own ?? {}
  const rows = await sql.rows(statements[source], [
    ...[variant.brand, variant.country, source, productId, category, cents],
    ...[isOfItem ? position : 0, today, limit, held],
  ])
  return rows.map(({ sku }) => sku)
}
