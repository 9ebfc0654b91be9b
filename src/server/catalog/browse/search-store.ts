import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** Beyond so many matches likeness says little, and weighing all of them would take long: then the house's order holds. */
export const maxRanked = 4000
/** More than so many products nobody looks through: of a wish that finds more, so many are shown. */
export const maxMatches = 40_000
/** While somebody is typing, the likest of so many will do. */
const maxPrefixMatches = 1000

type Found = { readonly found: number; readonly productIds: string | null }

function weighing(name: string, wanted: string, max: number) {
  return statement<Found>(
    `catalog.${name}`,
    `select count(*)::int as found, string_agg(f.product_id, ' ' order by f.likeness desc, f.product_id collate "C") as "productIds"
     from (select s.product_id, ts_rank('{0.05, 0.2, 0.6, 1}', s.words, wanted.query, 2) as likeness
       from shop.product_search s, (select ${wanted} as query) wanted
       where s.brand = $1 and s.words @@ wanted.query limit ${max}) f`,
  )
}

const matches = weighing('search', `to_tsquery('shop.catalogue', $2)`, maxRanked + 1)
const allMatches = statement<Pick<Found, 'productIds'>>(
  'catalog.search-broad',
  `select string_agg(product_id, ' ') as "productIds" from (select product_id from shop.product_search
     where brand = $1 and words @@ to_tsquery('shop.catalogue', $2) limit ${maxMatches}) f`,
)

/**
 * The products of the brand that match, the likest first, `maxMatches` at most; more than `maxRanked` stand in no order.
 * `query` is to_tsquery's (searchQuery of the domain).
 */
export async function readMatches(sql: Sql, variant: Variant, query: string): Promise<readonly string[]> {
  const row = await sql.row(matches, [variant.brand, query])
  const isBroad = (row?.found ?? 0) > maxRanked
  return idsOf(isBroad ? await sql.row(allMatches, [variant.brand, query]) : row)
}

function idsOf(row: Pick<Found, 'productIds'> | undefined): readonly string[] {
  return row?.productIds ? row.productIds.split(' ') : []
}

// as it stands in the index, not cut to its stem: 'so' is no word to a dictionary, but sofas begin with it
const begun = `(to_tsquery('shop.catalogue', $2) || to_tsquery('simple', $3 || ':*'))`
const matchesOne = weighing('search-begun', begun, maxPrefixMatches)
const matchesMore = weighing('search-begun-more', `to_tsquery('shop.catalogue', $4) && ${begun}`, maxPrefixMatches)

/** The same for a wish of which the last word is still being typed; `before` is the query of the words before it. */
export async function readBegun(
  sql: Sql,
  variant: Variant,
  { before, last, lastWord }: { readonly before: string; readonly last: string; readonly lastWord: string },
): Promise<readonly string[]> {
  const values = [variant.brand, last, lastWord]
  return idsOf(before === '' ? await sql.row(matchesOne, values) : await sql.row(matchesMore, [...values, before]))
}

const knownWords = statement<{ place: number; isKnown: boolean }>(
  'catalog.known-words',
  `select place::int, exists (select from shop.product_search s
     where s.brand = $1 and s.words @@ to_tsquery('shop.catalogue', asked.query)) as "isKnown"
   from unnest($2::text[]) with ordinality as asked(query, place) order by place`,
)

/** Of each query whether anything of the brand matches it. */
export async function readKnown(sql: Sql, variant: Variant, queries: readonly string[]): Promise<readonly boolean[]> {
  return (await sql.rows(knownWords, [variant.brand, queries])).map((row) => row.isKnown)
}

/** Nearest words of the catalogue that are looked at, for a word with a slip in it. */
const maxNear = 40

const nearWords = statement<{ word: string }>(
  'catalog.near-words',
  `select word from shop.near_words($1, $2, ${maxNear}) word`,
)

/** Words of the brand's catalogue that share most letter triples with a word, the nearest first. */
export async function readNearWords(sql: Sql, variant: Variant, word: string): Promise<readonly string[]> {
  return (await sql.rows(nearWords, [variant.brand, word])).map((row) => row.word)
}
