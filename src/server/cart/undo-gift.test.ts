import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { give, newRegistryOf } from '#test/builders/registry.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('UX-10: undo where a registry is concerned', () => {
  test('UX-10, REG-31: a gift taken out of the cart comes back as the gift it was', async () => {
    const { grId, link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 4 }])
    const giver = world.shopper()
    await give(giver, link, sku.mug, 2)
    await add(giver, item(sku.mug, 1))
    const before = await giver.call('cart', 'getCartJsx', {})
    const gift = before.lineItems.find((line) => line.grId === grId)
    await giver.call('cart', 'removeItem', { lineItemId: gift!.id })
    const without = await giver.call('cart', 'getCartJsx', {})
    const undone = await giver.call('cart', 'restoreItem', { lineItemId: gift!.id })
    const after = await giver.call('cart', 'getCartJsx', {})
    expect(without.lineItems.map((line) => line.grId)).toEqual([0])
    expect(undone).toMatchObject({ isSuccess: true, changes: [] })
    expect(after.lineItems).toEqual(before.lineItems)
    expect(after.orderSummary).toEqual(before.orderSummary)
  })

  test('UX-10, REG-31: a gift that its registry no longer asks for comes back as well, also after the checkout began', async () => {
    const { owner, grId, link } = await newRegistryOf(world, [{ sku: sku.towel, quantity: 1 }])
    const giver = world.shopper()
    await give(giver, link, sku.towel)
    const [gift] = (await giver.call('cart', 'getCartJsx', {})).lineItems
    await giver.call('cart', 'checkout', {})
    await giver.call('cart', 'removeItem', { lineItemId: gift!.id })
    await owner.call('registry', 'updateItem', { GrId: grId, Sku: sku.towel, Quantity: 0 })
    const undone = await giver.call('cart', 'restoreItem', { lineItemId: gift!.id })
    const after = await giver.call('cart', 'getCartJsx', {})
    expect(undone.isSuccess).toBe(true)
    expect(after.lineItems.map((line) => [line.sku, line.quantity, line.grId])).toEqual([[sku.towel, 1, grId]])
  })

  test('UX-10: an item taken off a registry is on it again with its pieces, as often as that is done', async () => {
    const { owner, grId, link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 4 }])
    const wanted = async () => {
      const { page } = await world.shopper().page(link)
      return page.name === 'giftRegistry' ? page.registry.items.map((one) => [one.sku, one.wanted]) : page.name
    }
    for (let times = 0; times < 2; times += 1) {
      await owner.call('registry', 'updateItem', { GrId: grId, Sku: sku.mug, Quantity: 0 })
      expect(await wanted()).toEqual([])
      await owner.call('registry', 'addItems', { items: [{ Sku: sku.mug, Quantity: 4, GrId: grId }] })
      expect(await wanted()).toEqual([[sku.mug, 4]])
    }
  })
})
