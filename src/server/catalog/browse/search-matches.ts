import { correctedWord, searchQuery, wordsOfQuery } from '#domain/catalog/search-words.ts'
import type { Variant } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import { readBegun, readKnown, readMatches, readNearWords } from './search-store.ts'

/** What a search found. */
export type Matches = {
  /** Ids of the products, the likest first. */
  readonly productIds: readonly string[]
  /** The words that were looked for instead, when what was typed has slips in it; else ''. */
  readonly corrected: string
  /** Nothing has all of the words: these have some of them. */
  readonly isLoose: boolean
}

const nothing: Matches = { productIds: [], corrected: '', isLoose: false }

/**
 * The products that a wish finds: those with all of its words; else those with the words it must have meant; else those
 * with any of them.
 */
export async function findMatches(sql: Sql, variant: Variant, query: string): Promise<Matches> {
  const words = wordsOfQuery(query)
  if (words.length === 0) return nothing
  const exact = await readMatches(sql, variant, searchQuery(words))
  if (exact.length > 0) return { ...nothing, productIds: exact }
  const { words: corrected, isCorrected, known } = await correct(sql, variant, words)
  const change = isCorrected ? corrected.join(' ') : ''
  if (isCorrected) {
    const found = await readMatches(sql, variant, searchQuery(corrected))
    if (found.length > 0) return { productIds: found, corrected: change, isLoose: false }
  }
  const some = corrected.filter((_word, place) => known[place])
  if (some.length === 0) return nothing
  return {
    productIds: await readMatches(sql, variant, searchQuery(some, 'or')),
    corrected: change,
    isLoose: true,
  }
}

/** The products that a wish still being typed would find; empty when it has no letters or digits. */
export async function findBegun(sql: Sql, variant: Variant, typed: string): Promise<Matches> {
  const words = wordsOfQuery(typed)
  if (words.length === 0) return nothing
  const lastWord = words.at(-1) ?? ''
  const typedQuery = { before: searchQuery(words.slice(0, -1)), last: searchQuery([lastWord]), lastWord }
  const begun = await readBegun(sql, variant, typedQuery)
  return begun.length > 0 ? { ...nothing, productIds: begun } : findMatches(sql, variant, typed)
}

/** Each word that nothing is found with, changed to the nearest that there is. */
async function correct(
  sql: Sql,
  variant: Variant,
  words: readonly string[],
): Promise<{ words: readonly string[]; isCorrected: boolean; known: readonly boolean[] }> {
  const known = await readKnown(
    sql,
    variant,
    words.map((word) => searchQuery([word])),
  )
  const nearest = await Promise.all(
    words.map(async (word, place) =>
      known[place] ? null : correctedWord(word, await readNearWords(sql, variant, word)),
    ),
  )
  return {
    words: words.map((word, place) => nearest[place] ?? word),
    isCorrected: nearest.some((word) => word !== null),
    known: words.map((_word, place) => known[place] === true || nearest[place] !== null),
  }
}
