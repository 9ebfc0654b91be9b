import { isDeepStrictEqual } from 'node:util'
import type { BenchPostgres } from '../postgres.ts'

/** Tables that the measured calls write, and the columns that tell when it was, or what became of it afterwards. */
const tables: { readonly [table: string]: readonly string[] } = {
  cart: ['updated_at', 'created_at'],
  cart_line: ['added_at'],
  cart_event: ['at'],
  request_key: ['created_at', 'lease_until'],
  orders: ['lease_owner', 'lease_until', 'tries'],
  order_line: [],
  // noted when the gateway's own word has come
  payment: ['tries', 'next_try_at'],
  // what recovery asks where the gateway takes its time is not the call's
  "provider_call where op = 'auth' and outcome = 'ok'": ['call_id'],
  stock: [],
  stock_hold: ['created_at'],
  outbox: ['created_at', 'run_at', 'tries', 'done_at', 'lease_until', 'last_error'],
  promo: [],
}

/** What differs between the rows of two databases, a line for each row that only one has; none where the same was written. */
export async function differingRows(postgres: BenchPostgres, one: string, other: string): Promise<string[]> {
  const lines: string[] = []
  for (const [table, ignored] of Object.entries(tables)) {
    const rowsOf = async (database: string) => {
      const without = `'{${ignored.join(',')}}'::text[]`
      const { rows } = await postgres.query(
        database,
        `select to_jsonb(t) - ${without} as row from (select * from shop.${table}) t`,
      )
      return new Set(rows.map(({ row }) => JSON.stringify(row)))
    }
    const [ours, theirs] = [await rowsOf(one), await rowsOf(other)]
    if (isDeepStrictEqual(ours, theirs)) continue
    for (const row of ours) if (!theirs.has(row)) lines.push(`${table} in ${one} alone: ${row}`)
    for (const row of theirs) if (!ours.has(row)) lines.push(`${table} in ${other} alone: ${row}`)
  }
  return lines
}
