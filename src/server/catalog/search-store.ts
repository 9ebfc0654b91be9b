import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** Beyond so many matches likeness says little, and weighing all of them would take long: then the house's order holds. */
const mostWeighed = 4000

const matches = statement<{ productIds: string | null }>(
  'catalog.search',
  `with wanted as (select to_tsquery('shop.catalogue', $2) as query),
   found as materialized (
     select s.product_id, s.words from shop.product_search s, wanted where s.brand = $1 and s.words @@ wanted.query),
   many as (select count(*) > ${mostWeighed} as is_many from found)
   select string_agg(f.product_id, ' ' order by
     case when many.is_many then 0 else ts_rank('{0.05, 0.2, 0.6, 1}', f.words, wanted.query, 2) end desc, f.product_id) as "productIds"
   from found f, many, wanted`,
)

/** The products of the brand that match, the likest first. `query` is to_tsquery's (searchQuery of the domain). */
export async function readMatches(sql: Sql, variant: Variant, query: string): Promise<readonly string[]> {
  const row = await sql.row(matches, [variant.brand, query])
  return row?.productIds ? row.productIds.split(' ') : []
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
const mostNear = 40

const nearWords = statement<{ word: string }>(
  'catalog.near-words',
  `select word from shop.near_words($1, $2, ${mostNear}) word`,
)

/** Words of the brand's catalogue that share most letter triples with a word, the nearest first. */
export async function readNearWords(sql: Sql, variant: Variant, word: string): Promise<readonly string[]> {
  return (await sql.rows(nearWords, [variant.brand, word])).map((row) => row.word)
}
