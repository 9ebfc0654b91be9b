import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** Beyond so many matches likeness says little, and weighing all of them would take long: then the house's order holds. */
const mostWeighed = 4000

function matching(name: string, wanted: string) {
  return statement<{ productIds: string | null }>(
    `catalog.${name}`,
    `with wanted as (select ${wanted} as query),
     found as materialized (
       select s.product_id, s.words from shop.product_search s, wanted where s.brand = $1 and s.words @@ wanted.query),
     many as (select count(*) > ${mostWeighed} as is_many from found)
     select string_agg(f.product_id, ' ' order by
       case when many.is_many then 0 else ts_rank('{0.05, 0.2, 0.6, 1}', f.words, wanted.query, 2) end desc, f.product_id) as "productIds"
     from found f, many, wanted`,
  )
}

const matches = matching('search', `to_tsquery('shop.catalogue', $2)`)

/** The products of the brand that match, the likest first. `query` is to_tsquery's (searchQuery of the domain). */
export async function readMatches(sql: Sql, variant: Variant, query: string): Promise<readonly string[]> {
  const row = await sql.row(matches, [variant.brand, query])
  return row?.productIds ? row.productIds.split(' ') : []
}

// as it stands in the index, not cut to its stem: 'so' is no word to a dictionary, but sofas begin with it
const begun = `(to_tsquery('shop.catalogue', $2) || to_tsquery('simple', $3 || ':*'))`
const matchesOne = matching('search-begun', begun)
const matchesMore = matching('search-begun-more', `to_tsquery('shop.catalogue', $4) && ${begun}`)

/** The same for a wish of which the last word is still being typed; `before` is the query of the words before it. */
export async function readBegun(
  sql: Sql,
  variant: Variant,
  { before, last, lastWord }: { readonly before: string; readonly last: string; readonly lastWord: string },
): Promise<readonly string[]> {
  const values = [variant.brand, last, lastWord]
  const row = before === '' ? await sql.row(matchesOne, values) : await sql.row(matchesMore, [...values, before])
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
