import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Sql, statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { checkChanges } from '#server/order/books/books-changes.ts'
import { createBooksGuard } from '#server/order/books/books-guard.ts'
import { checkSlice } from '#server/order/books/books-pass.ts'
import { checkCounters, type Snapshot, snapshotOf } from '#server/order/books/counters-store.ts'
import { readStart, type Upto } from '#server/order/books/guard-changes-store.ts'
import type { PassPlace } from '#server/order/books/guard-mark-store.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart, seedGiftCard, seedPromo } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const alarms = statement<{ kind: string; times: number; facts: { failedRounds?: number; why?: string } }>(
  'test.alarms',
  'select kind, times, facts from shop.alarm order by kind',
)
const mark = statement<{ failedRounds: number; isDone: boolean }>(
  'test.check-mark',
  'select failed_rounds as "failedRounds", done_at is not null as "isDone" from shop.check_mark',
)
const mailLost = statement(
  'test.mail-lost',
  "delete from shop.outbox where topic = 'mail.order-placed' and shopper_id = $1",
)
const daysAgo = statement(
  'test.days-ago',
  `with p as (update shop.payment set answered_at = now() - interval '9 days', sent_at = now() - interval '9 days')
   update shop.orders set created_at = now() - interval '9 days', settled_at = now() - interval '9 days'`,
)
const useOnce = statement(
  'test.use-once',
  `insert into shop.promo_use (code, order_id, shopper_id, state) values ($1, gen_random_uuid(), gen_random_uuid(), 'used')`,
)
const countUse = statement('test.count-use', 'update shop.promo set uses = uses + 1 where code = $1')
const tooMuch = statement('test.too-much', 'update shop.gift_card set balance_cents = balance_cents + 1')

describe('SAFE-64: the guard of the books', () => {
  let world: World
  let now: number
  beforeEach(async () => {
    world = await createWorld()
    now = 0
  })
  afterEach(() => world.close())

  const { info, warn, error } = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const log = { info, warn, error }
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await world.shop.app.metrics.text())?.[1])

  test('SAFE-64: a statement limit that it misses: after the second round an alarm and a metric, until it runs again', async () => {
    const impatient = createDatabase({ url: world.databaseUrl, max: 1, statementTimeoutMs: 1, log })
    let books = impatient
    const switched = {
      ...impatient,
      rows: (...asked: Parameters<typeof impatient.rows>) => books.rows(...asked),
      row: (...asked: Parameters<typeof impatient.row>) => books.row(...asked),
      count: (...asked: Parameters<typeof impatient.count>) => books.count(...asked),
    } as typeof impatient
    const { metrics } = world.shop.app
    const guard = createBooksGuard({ ...world.shop.orders, log, books: switched, metrics, now: () => now })
    await guard.round()
    expect(await world.database.rows(alarms)).toEqual([])
    expect(await metric('books_guard_failed_rounds')).toBe(1)

    for (const failedRounds of [2, 3]) {
      await guard.round()
      const [alarm, ...more] = await world.database.rows(alarms)
      expect(more).toEqual([])
      expect(alarm).toMatchObject({ kind: 'guard-cannot-run', times: failedRounds - 1, facts: { failedRounds } })
      expect(alarm?.facts.why).not.toBe('')
      expect(await metric('books_guard_failed_rounds')).toBe(failedRounds)
    }
    expect(await world.database.rows(mark)).toEqual([{ failedRounds: 3, isDone: false }])

    books = world.database
    await guard.round()
    expect(await world.database.rows(mark)).toEqual([{ failedRounds: 0, isDone: true }])
    expect(await metric('books_guard_failed_rounds')).toBe(0)
    await impatient.end()
  })

  test('SAFE-64: failed rounds are counted over processes and starts', async () => {
    const impatient = createDatabase({ url: world.databaseUrl, max: 1, statementTimeoutMs: 1, log })
    for (let nth = 0; nth < 2; nth += 1) {
      const metrics = { gauge: () => () => undefined }
      await createBooksGuard({ ...world.shop.orders, log, books: impatient, metrics }).round()
    }
    expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'guard-cannot-run' }])
    await impatient.end()
  })

  test('SAFE-64: what is broken is told and counted; a round rests as long as it took, and none runs beside another', async () => {
    await seedGiftCard(world.database, 500)
    await world.database.count(tooMuch)
    let rounds = 0
    const { database } = world
    const slow = {
      ...database,
      rows: (...asked: Parameters<typeof database.rows>) => {
        if (asked[0].name === 'order.invariants-open') {
          rounds += 1
          now += 90_000
        }
        return database.rows(...asked)
      },
    } as typeof database
    const { metrics } = world.shop.app
    const guard = createBooksGuard({ ...world.shop.orders, log, books: slow, metrics, now: () => now })
    await Promise.all([guard.round(), guard.round()])
    expect(rounds).toBe(1)
    expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'I07', times: 1 }])
    expect([await metric('books_guard_breaches'), await metric('books_guard_seconds')]).toEqual([1, 90])
    now += 89_999
    await guard.round()
    expect(rounds).toBe(1)
    now += 1
    await guard.round()
    expect(rounds).toBe(2)
  })

  test('OPS-42: an old wrong row is found by one full pass, at its place, a new one by what changed, at once', async () => {
    const { database } = world
    const books = { sql: database, snapshot: snapshotOf(database) }
    const tokens = [await cardToken(world)]
    const shoppers: string[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
      expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
      shoppers.push(shopperId)
    }
    await database.count(daysAgo)
    /** What each slice of one order finds, up to the end of a pass. */
    const pass = async () => {
      const found: string[][] = []
      for (let place: PassPlace | null = null; ; ) {
        const { breaches, next } = await checkSlice(books, place, 1)
        found.push(breaches.map(({ invariant, key }) => `${invariant} ${key}`))
        if (next === null) return found
        place = next
      }
    }
    /** What is found of what changed, two at a time. */
    const changes = async () => {
      const found: string[] = []
      for (let after: Upto = await readStart(database, { at: null, id: null }); ; ) {
        const { breaches, next, isLast } = await checkChanges(books, after, 2)
        found.push(...breaches.map(({ invariant }) => invariant))
        if (isLast) return found
        after = next
      }
    }
    expect((await pass()).flat()).toEqual([])
    expect(await changes()).toEqual([])

    // planted without any trace in its times
    for (const shopperId of shoppers) await database.count(mailLost, [shopperId])
    expect(await changes()).toEqual([])
    const found = await pass()
    expect(Math.max(...found.map(({ length }) => length))).toBe(1)
    expect(new Set(found.flat()).size).toBe(5)
    expect(await checkInvariants(database)).toHaveLength(5)

    const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    await database.count(
      statement('test.cent-more', 'update shop.payment set amount_cents = amount_cents + 1 where shopper_id = $1'),
      [shopperId],
    )
    expect(new Set(await changes())).toEqual(new Set(['I02']))
  })

  test('OPS-42: a counter is added up by pages in one snapshot: a use that commits in between is no breach', async () => {
    const { database } = world
    const code = await seedPromo(database, 100, 50)
    const use = async () => {
      await database.count(useOnce, [code])
      await database.count(countUse, [code])
    }
    for (let nth = 0; nth < 5; nth += 1) await use()
    let pages = 0
    /** Somebody uses the code after each page. */
    const busy = (sql: Sql): Sql => ({
      ...sql,
      async row(asked, values) {
        const row = await sql.row(asked, values)
        if (asked.name === 'order.sums-of-promos') {
          pages += 1
          if (pages < 9) await use()
        }
        return row
      },
    })
    const still = snapshotOf(database)
    const sizes = { few: 2, page: 2 }
    const check = (snapshot: Snapshot) => checkCounters(database, snapshot, 'promos', [code], sizes)
    expect(await check((work) => still((sql) => work(busy(sql))))).toEqual([])
    expect(pages).toBe(3)
    // without one it would be
    expect(await check((work) => work(busy(database)))).toMatchObject([{ invariant: 'I15', key: code }])
    expect(await check(still)).toEqual([])
    await database.count(countUse, [code])
    expect(await check(still)).toMatchObject([{ invariant: 'I15', key: code }])
  })

  test('SAFE-64: when not even that can be said, nothing is thrown at who runs it', async () => {
    const away = createDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', waitMs: 100, log })
    const metrics = { gauge: () => () => undefined }
    await createBooksGuard({ ...world.shop.orders, log, database: away, books: away, metrics }).round()
    await away.end()
  })
})
