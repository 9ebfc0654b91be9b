import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { declaredStatements, forgetDeclared } from '#test/declared-statements.ts'

let made: TestDatabase
let client: pg.Client
let declared: ReadonlyMap<string, string>
beforeAll(async () => {
  ;[made, declared] = await Promise.all([createTestDatabase({ max: 1 }), declaredStatements()])
  client = new pg.Client({ connectionString: made.url })
  await client.connect()
  await client.query("set search_path = shop; set plan_cache_mode = 'force_generic_plan'; set timezone = 'UTC'")
}, 60_000)
afterAll(async () => {
  forgetDeclared()
  await client.end()
  await made.drop()
})

const hers = "'abababab-abab-abab-abab-abababababab'"

/** Many ended carts of that month, each with eight changes. */
async function fillMonth(ago: number): Promise<void> {
  const at = `date_trunc('month', now()) - interval '${ago} months' + interval '1 hour'`
  const id = `md5('${ago}.' || n)::uuid`
  await client.query(`with carts as (insert into shop.cart (shopper_id, cart_id, brand, country, currency, state, version, created_at)
      select ${id}, ${id}, 'CB', 'US', 'USD', 'ordered', 9, ${at} from generate_series(1, 400) n returning *)
    insert into shop.cart_event (shopper_id, cart_id, version, kind, event, cart_month)
    select shopper_id, cart_id, v, 'x', '{}', shop.month_of(created_at) from carts, generate_series(2, 9) v`)
}

type Explained = {
  readonly 'QUERY PLAN': [{ readonly Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
}
/** Pages that a statement reads. */
async function pagesOf(name: string, values: readonly string[]): Promise<number> {
  await client.query('begin')
  await client.query(`prepare one as ${declared.get(name)}`)
  try {
    let pages = 0
    // at first it also looks up what the tables are
    for (let nth = 1; nth <= 3; nth += 1) {
      await client.query('savepoint one')
      const { rows } = await client.query<Explained>(
        `explain (analyze, buffers, costs off, timing off, format json) execute one(${values.join(', ')})`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      pages = (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      await client.query('rollback to one')
    }
    return pages
  } finally {
    await client.query('rollback; deallocate one')
  }
}

const facts = ["'x'", "'{}'", "'[]'", '2']
const address = ["''", "''", 'false', 'null', 'true', 'false']
const statements: { readonly [name: string]: readonly string[] } = {
  'cart.save': [hers, hers, "'open'", '10', '1', 'false', ...address, ...facts],
  'cart.change-state': [hers, hers, "'{open}'", "'placing'", ...facts],
  'cart.load-to-price': [hers, "'CB'", "'US'", '3'],
  'cart.events-since': [hers, hers, '3', '9'],
  'cart.last-line-change': [hers, "'CB'", "'US'", "'x'", "'{x}'"],
  'cart.last-removal': [hers, "'CB'", "'US'", "'x'", "'{x}'"],
  'cart.every-event-told': [hers, hers],
}
async function measure() {
  const found: { [name: string]: number } = {}
  for (const [name, values] of Object.entries(statements)) found[name] = await pagesOf(name, values)
  return found
}
const months = async () =>
  (await client.query("select from shop_meta.partitions('cart_event') where starts is not null")).rowCount

describe('SCALE-04, SCALE-08: what a change of a cart and its replay read', () => {
  test('SCALE-04, SCALE-08: with sixteen months each statement reads as many pages as with four', async () => {
    await client.query(`insert into shop.cart (shopper_id, cart_id, brand, country, currency, version)
      values (${hers}, ${hers}, 'CB', 'US', 'USD', 9);
      insert into shop.cart_event (shopper_id, cart_id, version, kind, event, cart_month)
      select ${hers}, ${hers}, v, 'x', '{}', shop.month_of(now()) from generate_series(2, 9) v`)
    await fillMonth(0)
    await client.query('analyze')
    expect(await months()).toBe(4)
    const few = await measure()
    for (const pages of Object.values(few)) expect(pages).toBeGreaterThan(3)
    await client.query('drop table shop_part.cart_event')
    for (let ago = 1; ago <= 12; ago += 1) {
      await client.query(`select shop_meta.make_partition('cart_event', (now() - interval '${ago} months')::date)`)
      await fillMonth(ago)
    }
    await client.query('analyze')
    expect(await months()).toBe(16)
    const many = await measure()
    // an index of carts may have become one level deeper
    const more = Object.entries(many).map(([name, pages]) => [name, pages - (few[name] ?? 0) <= 1])
    expect(more).toEqual(Object.keys(statements).map((name) => [name, true]))
  }, 60_000)
})
