import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sql, type Statement, statement } from '#server/db/database.ts'
import type { Invariant } from '#server/watch/alarm-kinds.ts'

/** Something that must never be: which invariant, of what. */
export type Breach = { readonly invariant: Invariant; readonly key: string | null; readonly detail: string | null }

/** What invariants are looked at by; each has keys of its own. */
export type BooksPart = 'orders' | 'carts' | 'cards' | 'promos' | 'trips'

const sqlText = readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8')
const all = statement<Breach>('order.invariants', sqlText)

/** Checks I01 to I31 and I36 of invariants.sql over everything; answers what breaks them, so [] when all is well. */
export function checkInvariants(sql: Sql): Promise<Breach[]> {
  return sql.rows(all)
}

const keyTypes: { readonly [Part in BooksPart]: string } = {
  orders: 'uuid',
  carts: 'uuid',
  cards: 'uuid',
  promos: 'text',
  trips: 'bigint',
}
const marker = /\/\* (\w+) ([\w.]+) \*\/ true/g
const queries = sqlText.split(/^union all/m)

/** The invariants of one part, or of none, each bound to keys by what `bind` says of its column. */
function partOf(name: string, part: BooksPart | null, bind: (column: string) => string): Statement<Breach> {
  const own = queries.filter((query) => (query.match(/\/\* (\w+) [\w.]+ \*\/ true/)?.[1] ?? null) === part)
  const bound = own.map((query) => query.replace(marker, (_marker, _part, column: string) => bind(column)))
  return statement(name, `select * from (${bound.join('\nunion all')}) x(invariant, key, detail)`)
}

const open = partOf('order.invariants-open', null, (column) => column)

/** Checks what has no key: counters of stock, and what waits for too long. */
export function checkOpen(sql: Sql): Promise<Breach[]> {
  return sql.rows(open)
}

const ofKeys = Object.fromEntries(
  Object.entries(keyTypes).map(([part, type]) => [
    part,
    partOf(`order.invariants-of-${part}`, part as BooksPart, (column) => `${column} = any($1::${type}[])`),
  ]),
) as { readonly [Part in BooksPart]: Statement<Breach> }

/** Checks the invariants of a part for these keys alone. */
export async function checkKeys(sql: Sql, part: BooksPart, keys: readonly string[]): Promise<Breach[]> {
  return keys.length === 0 ? [] : sql.rows(ofKeys[part], [keys])
}

const ofRange = partOf('order.invariants-of-a-range', 'orders', (column) => `${column} between $1::uuid and $2::uuid`)

/** Checks what bears the ids of orders from one to another, also of orders that are not there. */
export function checkOrderRange(sql: Sql, from: string, to: string): Promise<Breach[]> {
  return sql.rows(ofRange, [from, to])
}
