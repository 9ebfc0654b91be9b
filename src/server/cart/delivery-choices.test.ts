import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, place, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const atStore = String(place.store.CB.US)
const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const idOf = async (shopper: TestShopper, of: number) =>
  (await cartOf(shopper)).lineItems.find((line) => line.sku === of)?.id ?? ''
const waysOf = async (shopper: TestShopper, of: number) =>
  (await shopper.call('cart', 'getDeliveryChoices', { lineItemId: await idOf(shopper, of) })).ways
const apply = async (shopper: TestShopper, of: number, way: Awaited<ReturnType<typeof waysOf>>[number]) => {
  const { shipMethod, isPickup, locationId } = way
  const sent = { lineItemId: await idOf(shopper, of), shipMethod, isPickup, locationId }
  return shopper.call('cart', 'updateShipMethod', sent)
}

describe('CART-10: the ways in which a line can come', () => {
  test('CART-10: a parcel by each level or from the store that has it; each does to the charge what it says', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const offered = await waysOf(shopper, sku.mug)
    expect(offered.map(({ name, isPickup, isChosen }) => [name, isPickup, isChosen])).toEqual([
      ['Standard', false, true],
      ['2-Day', false, false],
      ['Express', false, false],
      ['Oak Brook', true, false],
    ])
    expect(offered.map(({ shippingDifference }) => shippingDifference)).toEqual([0, 1_500, 2_500, -695])
    expect(offered[3]).toMatchObject({ locationId: atStore, message: expect.stringMatching(/^Available /) })
    for (const { name } of offered) {
      const before = await cartOf(shopper)
      const way = (await waysOf(shopper, sku.mug)).find((one) => one.name === name)!
      expect(await apply(shopper, sku.mug, way)).toMatchObject({ isSuccess: true })
      const after = await cartOf(shopper)
      expect(after.lineItems[0]).toMatchObject({ isPickup: way.isPickup, shipMethod: way.shipMethod })
      expect(after.lineItems[0]?.edd.message).toBe(way.message)
      expect(after.orderSummary.shipping - before.orderSummary.shipping).toBe(way.shippingDifference)
      expect((await waysOf(shopper, sku.mug)).find((one) => one.isChosen)?.name).toBe(name)
    }
  })

  test('CART-10: furniture by the in-home method of its ZIP', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    const shipped = (await waysOf(shopper, sku.sofaOat)).filter(({ isPickup }) => !isPickup)
    expect(shipped.map(({ name, isChosen }) => [name, isChosen])).toEqual([['Local In-Home Delivery', true]])
  })

  test('CART-10: no store that has fewer than are wanted, or whose state forbids it, and no shipping to such a state', async () => {
    const shopper = world.shopper()
    await world.importLines(piece('CB', 8_903, 'Piece 8903', { stock: [{ locationId: place.store.CB.US, onHand: 5 }] }))
    const pickup = { IsPickupSelected: true, Location: atStore }
    await add(shopper, item(8_903, 3, pickup), item(sku.rug, 1, pickup), item(sku.mug, 60))
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    expect((await waysOf(shopper, 8_903)).map(({ name }) => name)).toEqual(['Oak Brook'])
    expect((await waysOf(shopper, sku.rug)).map(({ name }) => name)).toEqual(['Oak Brook'])
    expect((await waysOf(shopper, sku.mug)).some(({ isPickup }) => isPickup)).toBe(false)
    const own = await createWorld({ config: { pfasStates: ['IL'] } })
    const other = own.shopper()
    await add(other, item(sku.rug))
    const ways = await waysOf(other, sku.rug)
    await own.close()
    expect(ways.some(({ isPickup }) => isPickup)).toBe(false)
  })

  test("CART-10, CALL-91: of another shopper's line there are none", async () => {
    const [owner, stranger] = [world.shopper(), world.shopper()]
    await add(owner, item(sku.mug))
    await add(stranger, item(sku.mug))
    const lineItemId = await idOf(owner, sku.mug)
    expect(await stranger.call('cart', 'getDeliveryChoices', { lineItemId })).toEqual({ lineItemId, ways: [] })
  })
})
