import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDatabase } from '#test/builders/filled-database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { declaredStatements, forgetDeclared } from '#test/declared-statements.ts'

/** Tables that grow with what is sold and set up, not with who comes: they are read whole where all of it is wanted. */
const reference =
  `category product sku price location listing product_search search_word message shipping_rate shipping_band
  recommendation_list recommendation_run demo_shopper catalog_import catalog_run rewards_account rewards_card
  stage_category stage_changed stage_due_stock stage_fault stage_location stage_price stage_product stage_sku stage_stock
  stage_touched stage_word`.split(/\s+/)
/** Of these a shop has few rows, or they take long to fill. */
const small = [
  'category',
  'demo_shopper',
  'location',
  'listing',
  'product_search',
  'search_word',
  'message',
  'recommendation_list',
  'shipping_rate',
  'shipping_band',
]
/** Tables of the running of the shop. */
const local = [
  'turn',
  'alarm',
  'alarm_told',
  'alarm_delivery',
  'heartbeat',
  'installation',
  'check_mark',
  'check_cursor',
  'client_log',
  'reconcile_round',
  'payment_report',
  'reported_payment',
  'retention_run',
]

/** Statements that read whole tables because all of it is what they are about, and why that may be. */
const ofAll: { readonly [name: string]: string } = {
  'order.invariants':
    'all books at once, for `payments:reconcile` and the drills; the guard looks at them slice by slice',
}

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly Plan[]
}

let filled: TestDatabase
let client: pg.Client
let growing: Set<string>
/** Indexes of the rows that are nearly never there. */
let partial: Set<string>
let declared: ReadonlyMap<string, string>
/** Of which table a partition is one. */
let tableOf: ReadonlyMap<string, string>

beforeAll(async () => {
  ;[filled, declared] = await Promise.all([createTestDatabase({ max: 1 }), declaredStatements()])
  client = new pg.Client({ connectionString: filled.url })
  await client.connect()
  await fillDatabase(client, (table) => (small.includes(table) ? 500 : 10_000))
  await client.query('set search_path = shop; set jit = off')
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'shop'",
  )
  const some = await client.query<{ name: string }>(
    'select relname as name from pg_index join pg_class on oid = indexrelid where indpred is not null',
  )
  const parts = await client.query<{ part: string; table: string }>(
    'select p.relname as part, t.relname as table from pg_inherits join pg_class p on p.oid = inhrelid join pg_class t on t.oid = inhparent',
  )
  tableOf = new Map(parts.rows.map(({ part, table }) => [part, table]))
  partial = new Set(some.rows.map(({ name }) => name))
  growing = new Set(rows.map(({ name }) => name).filter((name) => ![...reference, ...local].includes(name)))
}, 300_000)

afterAll(async () => {
  forgetDeclared()
  await client.end()
  await filled.drop()
})

/** The tables that a plan reads whole: as they lie, or by a whole index. */
function scansOf(plan: Plan, above = ''): string[] {
  const below = (plan.Plans ?? []).flatMap((each) => scansOf(each, plan['Node Type']))
  const relation = plan['Relation Name'] ?? ''
  return isScan(plan, above) ? [tableOf.get(relation) ?? relation, ...below] : below
}

function isScan(plan: Plan, above: string): boolean {
  const index = plan['Index Name'] ?? ''
  if (plan['Node Type'] === 'Seq Scan') return true
  if (index === '' || plan['Relation Name'] === undefined || plan['Index Cond'] !== undefined) return false
  // one of few rows is for being read whole; and the first rows of any are what a limit is for
  return !partial.has(index) && !(above === 'Limit' && plan.Filter === undefined)
}

test('SCALE-06: no statement scans a table that grows with shoppers or orders', { timeout: 300_000 }, async () => {
  const faults: string[] = []
  await client.query('begin')
  for (const [name, text] of declared) {
    if (/^(analyze|lock|set|truncate)\b/.test(text) || name in ofAll) continue
    await client.query('savepoint one')
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (generic_plan, format json) ${text}`,
      )
      const scans = new Set(
        rows.flatMap((row) => scansOf(row['QUERY PLAN'][0].Plan)).filter((table) => growing.has(table)),
      )
      for (const table of scans) faults.push(`${name}: ${table}`)
    } catch (error) {
      faults.push(`${name}: ${error}`)
    }
    await client.query('rollback to one')
  }
  await client.query('rollback')
  expect(faults).toEqual([])
  expect(declared.size).toBeGreaterThan(400)
})
