import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { variants } from '#domain/variant.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import { createSkuCache, type SkuCache } from '#server/catalog/sku-cache.ts'
import { statement } from '#server/db/database.ts'
import { piece, prices, sku, testCatalog } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

const pair = [7_101, 7_102]
const alone = 7_103

let world: World
beforeAll(async () => {
  world = await createWorld({ catalog: [...testCatalog(), ...pair.flatMap((one) => piece('CB', one, `Piece ${one}`))] })
  await world.importLines(piece('CB', alone, 'Alone'))
})
afterAll(() => world.close())

type Version = { readonly sku: number; readonly version: number }
const versions = statement<Version>('test.facts-versions', 'select sku, facts_version as version from shop.sku')

/** The skus with another version after `work`, which is never one that was before. */
async function raisedBy(work: () => Promise<unknown>): Promise<number[]> {
  const before = await world.database.rows(versions)
  const highest = Math.max(...before.map(({ version }) => version))
  const old = new Map(before.map((row) => [row.sku, row.version]))
  await work()
  const raised = (await world.database.rows(versions)).filter((row) => row.version !== old.get(row.sku))
  for (const { version } of raised) expect(version).toBeGreaterThan(highest)
  return raised.map((row) => row.sku).sort((a, b) => a - b)
}

const run = (name: string, text: string) => world.database.count(statement(`test.${name}`, text))

const columns = statement<{ table: string; name: string; type: string }>(
  'test.fact-columns',
  `select table_name as "table", column_name as name, data_type as type from information_schema.columns
   where table_schema = 'shop' and table_name in ('sku', 'price', 'product') order by 1, 2`,
)
/** What keys and the version itself are made of is not a fact to change. */
const keys = new Set(['sku.sku', 'sku.brand', 'sku.product_id', 'sku.facts_version', 'price.sku', 'price.country'])
for (const key of ['product.brand', 'product.product_id']) keys.add(key)
const allowed: { readonly [column: string]: string } = {
  'sku.ship_kind': "'freight'",
  'sku.status': "'nla'",
  'sku.make_days_are': "'calendar'",
  'product.category_slug': "(select slug from shop.category where brand = 'CB' and slug <> category_slug limit 1)",
  'price.current_cents': 'current_cents - 1',
}
const other: { readonly [type: string]: (name: string) => string } = {
  boolean: (name) => `not ${name}`,
  integer: (name) => `${name} + 1`,
  text: (name) => `${name} || 'x'`,
  date: () => "date '2031-01-01'",
  jsonb: () => `'[{"other": 1}]'`,
  bytea: (name) => `${name} || '\\x01'`,
  ARRAY: (name) => `${name} || 7`,
  'timestamp with time zone': (name) => `${name} + interval '1 day'`,
}

test('SPEED-06: a change of each column of a sku, its price or its product raises the version of exactly its skus', async () => {
  const seen: string[] = []
  for (const { table, name, type } of await world.database.rows(columns)) {
    const column = `${table}.${name}`
    if (keys.has(column)) continue
    const value = allowed[column] ?? other[type]?.(name)
    const which =
      table === 'product' ? `product_id = (select product_id from shop.sku where sku = ${alone})` : `sku = ${alone}`
    const raised = await raisedBy(() =>
      run(`set-${column}`, `update shop.${table} set ${name} = ${value} where ${which}`),
    )
    seen.push(`${column} ${raised.join(' ')}`)
    // again as it is; a sku that is written has a new version always
    if (table === 'sku') continue
    expect(
      await raisedBy(() => run(`keep-${column}`, `update shop.${table} set ${name} = ${name} where ${which}`)),
    ).toEqual([])
  }
  expect(seen.filter((line) => !line.endsWith(` ${alone}`))).toEqual([])
  expect(seen.length).toBeGreaterThan(35)
})

test('SPEED-06: a change of a product is one of all its skus; a price that comes or goes is one of its sku', async () => {
  const sofas = [sku.sofaOat, sku.sofaMoss].sort((a, b) => a - b)
  const ofSofas = `(select brand, product_id from shop.sku where sku = ${sku.sofaOat})`
  expect(
    await raisedBy(() =>
      run('name', `update shop.product set name = name || '!' where (brand, product_id) = ${ofSofas}`),
    ),
  ).toEqual(sofas)
  expect(await raisedBy(() => run('gone', `delete from shop.price where sku = ${pair[0]} and country = 'CA'`))).toEqual(
    [pair[0]],
  )
  const back = `insert into shop.price (sku, country, current_cents, regular_cents) values (${pair[0]}, 'CA', 100, 200)`
  expect(await raisedBy(() => run('back', back))).toEqual([pair[0]])
})

test('SPEED-06: an import raises the versions of what it changes, and one of an unchanged file none', async () => {
  const lines = pair.flatMap((one) => piece('CB', one, `Piece ${one}`))
  await world.importLines(lines)
  expect(await raisedBy(() => world.importLines(lines))).toEqual([])
  const dearer = [
    ...piece('CB', pair[0]!, `Piece ${pair[0]}`, { prices: prices(9_900) }),
    ...piece('CB', pair[1]!, `Piece ${pair[1]}`),
  ]
  expect(await raisedBy(() => world.importLines(dearer))).toEqual([pair[0]])
  const isNew = 7_104
  expect(await raisedBy(() => world.importLines(piece('CB', isNew, 'New')))).toEqual([isNew])
  // pieces in stock are no fact
  expect(
    await raisedBy(() => run('stock', `update shop.stock set on_hand = on_hand + 1 where sku = ${isNew}`)),
  ).toEqual([])
})

describe('SPEED-05: facts are those of now, whoever changes them and however', () => {
  const read = async (cache: SkuCache, one: number) => (await cache.facts(world.database, variants.cb, [one])).get(one)
  const fresh = async (one: number) => (await skuFacts(world.database, variants.cb, [one])).get(one)

  test('SPEED-05: a price that is changed in the transaction that wrote its sku before', async () => {
    const cache = createSkuCache()
    await read(cache, alone)
    await world.database.transaction(async (tx) => {
      await tx.count(statement('test.touch', `update shop.sku set status = status where sku = ${alone}`))
      await tx.count(statement('test.cheaper', `update shop.price set current_cents = 1 where sku = ${alone}`))
    })
    expect((await read(cache, alone))?.currentCents).toBe(1)
  })

  test('SPEED-05: after a database was taken back to before its last versions, also where their numbers come again', async () => {
    const raise = (cents: number) =>
      run(`raise-${cents}`, `update shop.price set current_cents = ${cents} where sku = ${alone}`)
    const last = statement<{ n: number }>('test.last', 'select last_value::int as n from shop.facts_version')
    const from = (await world.database.row(last))?.n ?? 0
    const cache = createSkuCache()
    await raise(2)
    expect((await read(cache, alone))?.currentCents).toBe(2)
    // what the failover lost
    await world.database.row(statement('test.set-value', `select setval('shop.facts_version', ${from})`))
    await raise(3)
    expect((await read(cache, alone))?.currentCents).toBe(3)
  })

  test('SPEED-05: a sku that comes to a product while that is changed waits for the change', async () => {
    const cache = createSkuCache()
    const ofAlone = `(select brand, product_id from shop.sku where sku = ${alone})`
    const insert = `insert into shop.sku (sku, brand, product_id, name, option_choice, ship_kind, row_hash)
      select 7999, brand, product_id, 'Late', 'color:late', 'parcel', row_hash from shop.sku where sku = ${alone}`
    let late: Promise<unknown> = Promise.resolve()
    await world.database.transaction(async (tx) => {
      await tx.count(
        statement('test.rename', `update shop.product set class = 'Changed' where (brand, product_id) = ${ofAlone}`),
      )
      late = run('late', insert)
      await waitForLock(world)
    })
    await late
    expect((await read(cache, 7999))?.class).toBe('Changed')
    expect(await read(cache, 7999)).toEqual(await fresh(7999))
  })

  test('SPEED-05: prices that are gone all at once', async () => {
    const cache = createSkuCache()
    await read(cache, alone)
    await run('truncate', 'truncate shop.price')
    expect(await read(cache, alone)).toEqual(await fresh(alone))
    expect((await read(cache, alone))?.isSold).toBe(false)
  })
})

/** Until somebody waits for somebody else's row. */
async function waitForLock({ database }: World): Promise<void> {
  const waiting = statement<{ n: number }>(
    'test.waiting',
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  await vi.waitFor(async () => expect((await database.row(waiting))?.n).toBe(1), { timeout: 10_000 })
}
