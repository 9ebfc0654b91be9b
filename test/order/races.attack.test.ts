import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, statement } from '#server/db/database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { contested, faultOfRace, raceFor } from '#test/order/contested.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, readStock, seedGiftCard, setStock } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts, tally } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const warehouse = place.warehouse.CB.US

describe('races for the same thing', () => {
  let world: World
  let token: string
  let parts: PatientOrders
  let orders: OrderDeps
  let database: Database
  beforeEach(async () => {
    world = await createWorld()
    parts = patientOrders(world)
    ;({ orders, database } = parts)
    token = await cardToken(world)
  })
  afterEach(async () => {
    await expectBalancedBooks(world)
    await parts.close()
    await world.close()
  })

  function many<Result>(count: number, one: (index: number) => Promise<Result>): Promise<Result[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => one(index)))
  }

  test('ORDER-20 SCENE-02: 100 equal calls at once make one order, one authorization and one answer', async () => {
    const { shopperId } = await insertCart(database, { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token] })
    const outcomes = await many(100, () => order(orders, shopperId))
    expect(tally(outcomes)).toEqual({ placed: 100 })
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(await orderCounts(world)).toEqual({ placed: 1 })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'authorized', tries: 1 }])
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 498, held: 0 })
  })

  test.each([
    { cart: 'with a mug beside it, get type 3', others: [{ sku: sku.mug, quantity: 1 }], type: 'type 3' },
    { cart: 'with nothing beside it, get type 7', others: [], type: 'type 7' },
  ])(
    'SCENE-06 UNAVAIL-24: 20 shoppers order the last piece at the same moment: one order, 19, $cart; the item is listed',
    async (race) => {
      const lines = [{ sku: sku.lastVase, quantity: 1 }, ...race.others]
      const carts = await many(20, () => insertCart(database, { lines, tokens: [token] }))
      const outcomes = await many(20, (index) => order(orders, carts[index]!.shopperId))
      expect(tally(outcomes)).toEqual({ placed: 1, [race.type]: 19 })
      for (const outcome of outcomes) {
        if (outcome.kind === 'invalid') expect(outcome.items.map(({ line }) => line.sku)).toEqual([sku.lastVase])
      }
      expect(await readStock(world.database, sku.lastVase, warehouse)).toEqual({ onHand: 0, held: 0 })
      expect(await gatewayBooks(world)).toHaveLength(1)
    },
  )

  test('SCENE-06: 200 shoppers race for 10 pieces: exactly 10 orders, nobody else is charged', async () => {
    await setStock(world.database, sku.mug, warehouse, 10)
    const carts = await many(200, () =>
      insertCart(database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] }),
    )
    const outcomes = await many(200, (index) => order(orders, carts[index]!.shopperId))
    expect(tally(outcomes)).toEqual({ placed: 10, 'type 7': 190 })
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 0, held: 0 })
    expect(await gatewayBooks(world)).toHaveLength(10)
  })

  test('ORDER-20: pieces of one sku on two lines are counted together', async () => {
    await setStock(world.database, sku.mug, warehouse, 3)
    const line = { sku: sku.mug, quantity: 2 }
    const { shopperId } = await insertCart(database, { lines: [line, line], tokens: [token] })
    expect(tally([await order(orders, shopperId)])).toEqual({ 'type 7': 1 })
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 3, held: 0 })
  })

  test('ORDER-20: carts with the same skus in another order do not block each other', async () => {
    const skus = [sku.mug, sku.shelf, sku.towel, sku.sofaOat]
    const carts = await many(24, (index) => {
      const lines = (index % 2 === 0 ? skus : skus.toReversed()).map((one) => ({ sku: one, quantity: 1 }))
      return insertCart(database, { lines, tokens: [token] })
    })
    const outcomes = await many(24, (index) => order(orders, carts[index]!.shopperId))
    expect(tally(outcomes)).toEqual({ placed: 24 })
    expect(await readStock(world.database, sku.shelf, warehouse)).toEqual({ onHand: 476, held: 0 })
  })

  test('SCENE-08: one gift card of $50.00 in 60 carts pays for no more than $50.00', async () => {
    const tenderId = await seedGiftCard(database, 5_000)
    // a donation has neither tax nor shipping
    const lines = [{ sku: sku.donation, quantity: 1, donationCents: 500 }]
    const tenders = [{ kind: 'giftCard', tenderId }] as const
    const carts = await many(60, () => insertCart(database, { lines, tenders }))
    const outcomes = await many(60, (index) => order(orders, carts[index]!.shopperId))
    expect(tally(outcomes)).toEqual({ placed: 10, short: 50 })
    const spent = await world.database.row(
      statement<{ spent: number; balance: number; held: number }>(
        'test.gift-card-books',
        `select (select sum(amount_cents) from shop.gift_card_entry where kind = 'spend') as spent,
           balance_cents as balance, held_cents as held from shop.gift_card`,
      ),
    )
    expect(spent).toEqual({ spent: 5_000, balance: 0, held: 0 })
  })

  // a thousand of each: npm run drill -- --races 1000
  test.each(contested)(
    'SCENE-07, SCENE-08, OPEN-53, ORDER-20: two carts race for one %s, forty times: exactly one wins and it is spent once',
    async (kind) => {
      await setStock(world.database, sku.mug, warehouse, 100)
      const faults = await many(40, async () => faultOfRace(await raceFor(orders, kind, token)))
      expect(faults).toEqual(Array.from({ length: 40 }, () => null))
    },
  )
})
