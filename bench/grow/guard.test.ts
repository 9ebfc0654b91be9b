import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooksGuard } from '#server/order/books/books-guard.ts'
import { type Breach, checkInvariants } from '#server/order/books/invariants-store.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { isRare, type Planted, plantedBreaches } from '#test/order/planted-breaches.ts'
import { type GrownShop, openGrownShop } from './grown-shop.ts'

let database: TestDatabase
let shop: GrownShop
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await openGrownShop(database.url, { superuserUrl: database.url.replace('//cartwright:', '//postgres:') })
  await shop.grow({ orders: 2_000, skus: 2_000 })
  // what only an index or a trigger has kept out so far must be found where that is gone
  await shop.client.query(`
    drop index shop.orders_one_live_per_cart; drop index shop.payment_provider_ref;
    create index payment_of_reference on shop.payment (provider, provider_ref);
    alter table shop.gift_card_entry disable trigger gift_card_entry_append;
    alter table shop.session drop constraint session_check;
    create table grown.planted (order_id uuid primary key);
    analyze;
  `)
}, 300_000)
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const textOf = (breach: Breach) => JSON.stringify(breach)
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The guard, whose full pass does not go on, or to its end in one round; what its rounds find. */
function guardOf(passMs: number) {
  let found = new Set<string>()
  let clock = 0
  const guard = createBooksGuard({
    ...shop.world.shop.orders,
    ...{ books: shop.world.database, log: silent, metrics: { gauge: () => () => undefined } },
    alarm: async (_sql, kind, key, facts) => {
      found.add(kind === 'guard-cannot-run' ? `${kind} ${key} ${JSON.stringify(facts)}` : textOf(facts as Breach))
    },
    times: { changesMs: 60_000, passMs },
    now: () => clock + performance.now(),
    rest: async () => undefined,
  })
  return async (rounds: number) => {
    found = new Set()
    for (let nth = 0; nth < rounds; nth += 1) {
      await guard.round()
      clock += 3_600_000
    }
    return found
  }
}

const touch = [
  `update shop.orders set settled_at = now() - interval '1 second', cancelled_at = case when cancelled_at is not null then now() end
   where order_id = $1`,
  'update shop.payment set answered_at = now() where order_id = $1',
]
const times = new Map<Planted, number>()

/** Does so many of these to orders that were left alone so far, each kind at least once, and twice where that is all. */
async function plant(kinds: readonly Planted[], count: number, isFresh: boolean): Promise<void> {
  const once = kinds.filter(isRare)
  const twice = once.filter(({ isWithoutTime }) => isWithoutTime)
  const often = kinds.filter((kind) => !isRare(kind))
  const left = count - once.length - twice.length
  const more = Array.from({ length: left }, (_, nth) => often[nth % often.length] as Planted)
  for (const kind of [...once, ...twice, ...more]) {
    const { what, of, sql } = kind
    times.set(kind, (times.get(kind) ?? 0) + 1)
    const { rows } = await shop.client.query<{ id: string }>(
      `insert into grown.planted select o.order_id from shop.orders o where (${of}) and o.attempt < 90
         and not exists (select from grown.planted p where p.order_id = o.order_id)
       order by md5(o.order_id::text || 'seed 42') limit 1 returning order_id as id`,
    )
    const id = rows[0]?.id
    if (id === undefined) throw new Error(`no order is left for: ${what}`)
    if (isFresh) for (const text of touch) await shop.client.query(text, [id])
    const at = new Date(isFresh ? Date.now() : Date.now() - 86_400_000)
    const { rowCount } = await shop.client.query(sql, sql.includes('$2') ? [id, at] : [id])
    expect(rowCount, what).toBeGreaterThan(0)
  }
}

const all = async () => new Set((await checkInvariants(shop.world.database)).map(textOf))
const notIn = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].filter((one) => !others.has(one))

test('OPS-42: of 300 breaches of all kinds the guard finds what invariants.sql finds: within two rounds, older ones in one full pass', async () => {
  const changesOnly = guardOf(0)
  const passing = guardOf(60_000)
  expect(await passing(1)).toEqual(new Set())

  await plant(plantedBreaches, 150, false)
  const old = await all()
  const invariants = new Set([...old].map((text) => (JSON.parse(text) as Breach).invariant))
  expect([...invariants].sort()).toEqual(
    'I01 I02 I03 I04 I05 I06 I07 I08 I09 I10 I11 I12 I13 I14 I15 I16 I17 I18 I19 I20 I21 I22 I23 I25 I26 I27 I28 I29 I30 I31 I36'.split(
      ' ',
    ),
  )
  const waiting = await changesOnly(2)
  expect(notIn(waiting, old)).toEqual([])
  expect(notIn(old, waiting).length).toBeGreaterThan(100)
  expect([notIn(old, await passing(1)), old.size > 150]).toEqual([[], true])

  const withTime = plantedBreaches.filter(({ isWithoutTime }) => isWithoutTime === undefined)
  await plant(withTime, 150, true)
  expect(plantedBreaches.filter((kind) => (times.get(kind) ?? 0) < 2)).toEqual([])
  const both = await all()
  const fresh = notIn(both, old)
  expect(fresh.length).toBeGreaterThan(150)
  const soon = await changesOnly(2)
  expect([fresh.filter((one) => !soon.has(one)), notIn(soon, both)]).toEqual([[], []])
  const atLast = await passing(1)
  expect([notIn(both, atLast), notIn(atLast, both)]).toEqual([[], []])
}, 120_000)
