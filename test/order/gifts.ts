import { expect } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import type { World } from '#test/world.ts'
import { cardToken } from './gateway.ts'
import { insertCart } from './insert-cart.ts'
import { order } from './place.ts'

const forGift = statement('test.for-gift', 'update shop.cart_line set gift_registry_id = $2 where shopper_id = $1')

/** Somebody, a guest unless told, buys mugs from a registry; answers who, by her shopper id. */
export async function buyGift(world: World, grId: number, quantity = 1, who?: string): Promise<string> {
  const tokens = [await cardToken(world)]
  const seed = { lines: [{ sku: sku.mug, quantity }], tokens, ...(who === undefined ? {} : { shopperId: who }) }
  const { shopperId } = await insertCart(world.database, seed)
  await world.database.count(forGift, [shopperId, grId])
  expect((await order(world.shop.orders, shopperId)).kind).toBe('placed')
  return shopperId
}
