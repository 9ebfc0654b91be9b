import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { checkInvariants } from '#server/order/invariants-store.ts'
import { placeOrder } from '#server/order/place-order.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { readStock, seedBasket } from '#test/order/basket.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(async () => {
  expect(await checkInvariants(world.database)).toEqual([])
})
afterAll(() => world.close())

test('ORDER-20: 100 equal calls at once make one order', async () => {
  const basket = await seedBasket(world.database, { lines: [{ sku: sku.mug, quantity: 2 }], tokens: ['tok'] })
  const before = await readStock(world.database, sku.mug, place.warehouse.CB.US)
  const request = {
    shopperId: basket.shopperId,
    variant: variants.cb,
    now: world.clock.now(),
    seen: { basketVersion: null, totalCents: null },
    partnerTransactionId: '',
  }
  const outcome = await placeOrder(world.shop.orders, request, (work) => world.database.transaction(work))
  expect(outcome).toMatchObject({ kind: 'placed' })
  expect(await readStock(world.database, sku.mug, place.warehouse.CB.US)).toEqual({ onHand: before.onHand - 2, held: 0 })
})
