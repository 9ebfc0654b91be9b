import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

describe('the wire to the database', () => {
  let world: World
  let proxy: DatabaseProxy
  let database: Database
  let orders: OrderDeps
  beforeEach(async () => {
    world = await createWorld()
    proxy = await startProxy(world.databaseUrl)
    database = createDatabase({ url: proxy.url, log: { info: () => undefined, warn: () => undefined } })
    orders = { ...world.shop.orders, database }
  })
  afterEach(async () => {
    await expectBalancedBooks(world)
    await database.end()
    await proxy.close()
    await world.close()
  })

  test('SCENE-01: every COMMIT is done and its answer lost: read back, one order, one charge, the right answer', async () => {
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    proxy.swallowAnswerTo('commit')
    const answer = await order(orders, shopperId)
    proxy.heal()
    expect(answer).toMatchObject({ kind: 'placed' })
    expect(await order(world.shop.orders, shopperId)).toEqual(answer)
    expect(await orderCounts(world)).toEqual({ placed: 1 })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'authorized', tries: 1 }])
  })

  test('SCENE-01: backends that are ended in the middle of 60 orders lose none and charge none twice', async () => {
    const tokens = [await cardToken(world)]
    const lines = [{ sku: sku.mug, quantity: 1 }]
    const carts = await Promise.all(Array.from({ length: 60 }, () => insertCart(world.database, { lines, tokens })))
    const killer = { name: 'test.end-backends', text: endBackends }
    let isOver = false
    const killing = (async () => {
      while (!isOver) {
        await world.database.row(killer)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const answers = await Promise.allSettled(carts.map(({ shopperId }) => order(orders, shopperId)))
    isOver = true
    await killing
    expect(answers.length).toBe(60)
    // whoever got no answer asks again
    for (const { shopperId } of carts) {
      await expect
        .poll(async () => (await order(world.shop.orders, shopperId)).kind, { timeout: 25_000 })
        .toBe('placed')
    }
    expect(await orderCounts(world)).toEqual({ placed: 60 })
    expect((await gatewayBooks(world)).filter(({ state }) => state === 'authorized')).toHaveLength(60)
  })
})

const endBackends = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'cartwright' order by random() limit 1`
