import { type Sql, type Statement, statement } from '#server/db/database.ts'
import type { Invariant } from '#server/watch/alarm-kinds.ts'
import { type BooksPart, boundTo, invariantsText, keyTypes, queriesOf, type RangedPart } from './invariant-texts.ts'

/** Something that must never be: which invariant, of what. */
export type Breach = { readonly invariant: Invariant; readonly key: string | null; readonly detail: string | null }

const all = statement<Breach>('order.invariants', invariantsText)

/** Checks I01 to I31 and I36 of invariants.sql over everything; answers what breaks them, so [] when all is well. */
export function checkInvariants(sql: Sql): Promise<Breach[]> {
  return sql.rows(all)
}

const open = statement<Breach>(
  'order.invariants-open',
  boundTo(queriesOf(null), (column) => column),
)

/** Checks what has no key: what waits for too long, and what is nearly never there. */
export function checkOpen(sql: Sql): Promise<Breach[]> {
  return sql.rows(open)
}

const ofKeys = Object.fromEntries(
  Object.entries(keyTypes).map(([part, type]) => [
    part,
    statement(
      `order.invariants-of-${part}`,
      boundTo(queriesOf(part as BooksPart), (column) => `${column} = any($1::${type}[])`),
    ),
  ]),
) as { readonly [Part in BooksPart]: Statement<Breach> }

/** Checks the invariants of a part for these keys alone, all in one statement. */
export async function checkKeys(sql: Sql, part: BooksPart, keys: readonly string[]): Promise<Breach[]> {
  return keys.length === 0 ? [] : sql.rows(ofKeys[part], [keys])
}

const inRange: { readonly [Part in RangedPart]: Statement<Breach> } = {
  keys: statement(
    'order.invariants-of-request-keys',
    boundTo(queriesOf('keys'), (column) => `${column} > ($1::uuid, $2::uuid) and ${column} <= ($3::uuid, $4::uuid)`),
  ),
  fresh: statement(
    'order.invariants-of-fresh-carts',
    boundTo(queriesOf('fresh'), (column) => `${column} > $1::timestamptz and ${column} <= $2::timestamptz`),
  ),
}

/** Checks the rows behind the first and up to the second place. */
export function checkRange(
  sql: Sql,
  part: RangedPart,
  after: readonly string[],
  through: readonly string[],
): Promise<Breach[]> {
  return sql.rows(inRange[part], [...after, ...through])
}
