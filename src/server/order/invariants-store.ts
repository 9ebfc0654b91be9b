import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sql, statement } from '#server/db/database.ts'

/** Something that must never be: which invariant, of what. */
export type Breach = { readonly invariant: string; readonly key: string | null; readonly detail: string | null }

const all = statement<Breach>('order.invariants', readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8'))

/** Checks I01 to I31 of invariants.sql; answers what breaks them, so [] when all is well. */
export function checkInvariants(sql: Sql): Promise<Breach[]> {
  return sql.rows(all)
}
