import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { type GrownShop, openGrownShop } from './grown-shop.ts'
import { measure } from './measure.ts'
import { openPlanLog, type PlanLog } from './plan-log.ts'
import { type Size, tooMuch } from './readings.ts'

let database: TestDatabase
let plans: PlanLog
let shop: GrownShop
beforeAll(async () => {
  database = await createTestDatabase()
  const superuserUrl = database.url.replace('//cartwright:', '//postgres:')
  plans = await openPlanLog(superuserUrl)
  shop = await openGrownShop(database.url, { superuserUrl, connections: 2 })
}, 300_000)
afterAll(async () => {
  await shop.close()
  await plans.close()
  await database.drop()
})

async function grownTo(orders: number): Promise<Size> {
  await shop.grow({ orders, skus: orders })
  await shop.client.query('vacuum analyze')
  return measure(shop, plans)
}

test('SCALE-08: at thirty times as many orders and skus no statement of a call or job reads more than deeper indexes want', async () => {
  const sizes = [await grownTo(1_000), await grownTo(30_000)]
  expect(sizes.map(({ orders }) => orders)).toEqual([expect.closeTo(1_300, -3), expect.closeTo(30_000, -4)])
  expect(new Set(sizes.at(-1)?.readings.map(({ statement }) => statement)).size).toBeGreaterThan(100)
  expect(tooMuch(sizes)).toEqual([])
}, 300_000)

test('SCALE-08: a statement that reads a table that grows, or looks at more of it, is found', () => {
  const reading = (buffers: number, lookups: number, statement = 'some.look') => ({
    ...{
      call: statement === 'some.look' ? 'read' : 'guard of the books',
      statement,
      ms: 1,
      buffers,
      lookups,
      most: buffers,
    },
  })
  const of = (orders: number, ...readings: ReturnType<typeof reading>[]) => ({
    ...{ orders, skus: 1, bytes: 1, passHours: null, readings },
  })
  const found = (...pair: [ReturnType<typeof reading>, ReturnType<typeof reading>]) =>
    tooMuch([of(1_000, pair[0]), of(10_000, pair[1])]).length
  expect([
    found(reading(10, 1), reading(13, 1)),
    found(reading(10, 1), reading(14, 1)),
    found(reading(10, 5), reading(15, 5)),
    found(reading(10, 5), reading(100, 50)),
    found(reading(10, 5, 'order.slice-of-carts'), reading(20_000, 50, 'order.slice-of-carts')),
    found(reading(10, 5, 'order.slice-of-carts'), reading(20_001, 50, 'order.slice-of-carts')),
  ]).toEqual([0, 1, 0, 1, 0, 1])
})
