import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What invariants are looked at by; each has keys of its own. */
export type BooksPart = 'orders' | 'carts' | 'cards' | 'promos' | 'trips' | 'skus'

/** Parts whose rows are looked at from one row to another. */
export type RangedPart = 'keys' | 'fresh'

export const keyTypes: { readonly [Part in BooksPart]: string } = {
  orders: 'uuid',
  carts: 'uuid',
  cards: 'uuid',
  promos: 'text',
  trips: 'bigint',
  skus: 'bigint',
}

/** All invariants, each written once. */
export const invariantsText = readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8')

const marker = /\/\* (\w+) ([\w.]+|\([\w., ]+\)) \*\/ true/
const everyMarker = new RegExp(marker, 'g')
const queries = invariantsText.split(/^union all/m)

/** The queries of one part, or of none, as they stand. */
export function queriesOf(part: BooksPart | RangedPart | null): readonly string[] {
  return queries.filter((query) => (marker.exec(query)?.[1] ?? null) === part)
}

/** One statement of queries, each bound by what `bind` says of its column. */
export function boundTo(texts: readonly string[], bind: (column: string) => string): string {
  const bound = texts.map((text) => text.replace(everyMarker, (_marker, _part, column: string) => bind(column)))
  return `select * from (${bound.join('\nunion all')}) x(invariant, key, detail)`
}
