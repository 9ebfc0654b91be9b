import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estimateHandlers } from '#server/cart/estimate-handlers.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { runCall, testContext } from '#test/builders/context.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})

describe('where and how lines go', () => {
  test('CART-10, OPEN-32: another ship method is stored and charged', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const before = await cartOf(shopper)
    const lineItemId = before.lineItems[0]!.id
    const sent = { lineItemId, shipMethod: 3, isPickup: false, locationId: '' }
    expect((await shopper.call('cart', 'updateShipMethod', sent)).isSuccess).toBe(true)
    const after = await cartOf(shopper)
    expect(after.lineItems[0]).toMatchObject({ shipMethod: 3, calculatedShipMethod: 3 })
    expect(after.orderSummary.shipping - before.orderSummary.shipping).toBe(2_500)
  })

  test('OPEN-32: a line goes to pickup and back to shipping', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const lineItemId = (await cartOf(shopper)).lineItems[0]!.id
    const storeNumber = String(place.store.CB.US)
    await shopper.call('cart', 'updateShipMethod', {
      lineItemId,
      shipMethod: 1,
      isPickup: true,
      locationId: storeNumber,
    })
    const picked = await cartOf(shopper)
    await shopper.call('cart', 'updateShipMethod', { lineItemId, shipMethod: 1, isPickup: false, locationId: '' })
    const shipped = await cartOf(shopper)
    expect(picked.lineItems[0]).toMatchObject({ isPickup: true, storeNumber })
    expect(picked.lineItems[0]?.edd).toMatchObject({ shipStatus: 1, pickupStatus: 1 })
    expect(picked.orderSummary.shipping).toBe(0)
    expect(shipped.lineItems[0]).toMatchObject({ isPickup: false, storeNumber: '' })
    expect(shipped.lineItems[0]?.edd).toMatchObject({ shipStatus: 1, pickupStatus: 7 })
    expect(shipped.orderSummary.shipping).toBe(695)
  })

  test.each([
    ['without the item', sku.bench, String(place.store.CB.US)],
    ['of another brand', sku.mug, String(place.store.CB2.US)],
    ['that is a warehouse', sku.mug, String(place.warehouse.CB.US)],
  ])('OPEN-32: a store %s is refused', async (_what, number, locationId) => {
    const shopper = world.shopper()
    await add(shopper, item(number))
    const lineItemId = (await cartOf(shopper)).lineItems[0]!.id
    const sent = { lineItemId, shipMethod: 1, isPickup: true, locationId }
    expect((await shopper.call('cart', 'updateShipMethod', sent)).isSuccess).toBe(false)
    expect((await cartOf(shopper)).lineItems[0]?.isPickup).toBe(false)
  })

  test('CART-15, CALL-12, OPEN-37: a ZIP is stored, the tax computed, and the whole cart answered', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const before = await cartOf(shopper)
    const reply = await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    expect(before.orderSummary).toMatchObject({ tax: 0, isTaxKnown: false })
    expect(reply).toMatchObject({ isSuccess: true, message: '' })
    expect(reply.cartData?.cartSummary.taxZipCode).toBe('60601')
    // 6.25 % of 12.95 and 6.95 shipping, rounded once
    expect(reply.cartData?.orderSummary).toMatchObject({ tax: 124, isTaxKnown: true, total: 1_295 + 695 + 124 })
    const { changes: _own, ...cart } = await cartOf(shopper)
    expect(cart).toEqual({ ...reply.cartData, changes: undefined } satisfies object as unknown)
  })

  test('OPEN-37, OPEN-115: a Canadian postal code is stored in upper case with one space', async () => {
    const shopper = world.shopper('cb-ca')
    const reply = await shopper.call('cart', 'applyZipCode', { zip: 'k1a0b1', country: 'CA' })
    expect(reply.cartData?.cartSummary.taxZipCode).toBe('K1A 0B1')
  })

  test.each([
    ['00000', 'US', '00000 is not a ZIP code we deliver to.'],
    ['1234', 'US', '1234 is not a valid ZIP code.'],
    ['', 'US', 'Please enter a ZIP code.'],
  ] as const)("CART-16, OPEN-37: '%s' in %s is refused with its message", async (zip, country, message) => {
    const shopper = world.shopper()
    expect(await shopper.call('cart', 'applyZipCode', { zip, country })).toMatchObject({
      isSuccess: false,
      cartData: null,
      message,
    })
    expect((await cartOf(shopper)).cartSummary.taxZipCode).toBe('')
  })
})

describe('estimates', () => {
  test('OPEN-39, CALL-14, OPEN-48: each line gets its message and both statuses', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug), item(sku.bench))
    const locationId = String(place.store.CB.US)
    const reply = await shopper.call('cart', 'getEdd', { locationId, zipCode: '60601' })
    expect(reply.IsReset).toBe(false)
    expect(reply.lineItems?.map(({ sku: number, edd }) => [number, edd.shipStatus, edd.pickupStatus])).toEqual([
      [sku.mug, 1, 1],
      [sku.bench, 2, 4],
    ])
    expect(reply.lineItems?.map(({ edd }) => edd.message.split(' ')[0])).toEqual(['Arrives', 'Available'])
  })

  test('OPEN-39: without a store no pickup was asked', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const { lineItems } = await shopper.call('cart', 'getEdd', { locationId: '', zipCode: '' })
    expect(lineItems?.[0]?.edd.pickupStatus).toBe(7)
  })

  test('OPEN-48, OPEN-39: no date is promised to a state that forbids a piece, in the cart, by the engine and in the checkout', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.rug), item(sku.mug))
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    const none = { message: 'Not available for this ZIP code', shipStatus: 4, pickupStatus: 7 }
    const { lineItems } = await cartOf(shopper)
    expect(lineItems.map(({ edd }) => edd.shipStatus)).toEqual([4, 1])
    expect(lineItems[0]).toMatchObject({ availability: 4, availabilityMessage: none.message, edd: none })
    const estimated = await shopper.call('cart', 'getEdd', { locationId: '', zipCode: '55401' })
    expect(estimated.lineItems?.[0]?.edd).toEqual(none)
    const stopped = await shopper.call('cart', 'checkout', {})
    expect(stopped).toMatchObject({ errorType: 9, items: [{ sku: sku.rug, edd: { message: none.message } }] })
    const { basketItems } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(basketItems.map(({ edd }) => edd.message === none.message)).toEqual([true, false])
  })

  test('OPEN-48: for a line that is picked up, shipping it instead is judged by the ZIP', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.rug, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    const { lineItems } = await cartOf(shopper)
    expect(lineItems[0]).toMatchObject({ availability: 1, edd: { shipStatus: 4, pickupStatus: 1 } })
  })

  test('OPEN-39: an engine that is down answers IsReset', async () => {
    const { getEdd } = estimateHandlers({ estimate: async () => 'down' })
    const answer = await runCall(getEdd, testContext(world.database), { locationId: '', zipCode: '60601' })
    expect(answer).toEqual({ kind: 'reset' })
  })

  test.each([
    ['an available sku', sku.mug, 1, 'Arrives by Mon, Mar 9'],
    ['one made to order', sku.bench, 2, 'Available Mon, Apr 27'],
    ['one no longer available', sku.lamp, 3, 'No longer available'],
    ['one nobody knows', 999_999, 0, ''],
  ])('OPEN-109, OPEN-48: %s has its status and message', async (_what, number, shipStatus, message) => {
    const reply = await world.shopper().call('cart', 'getAvailability', { sku: number, zipCode: '60601' })
    expect(reply).toMatchObject({ sku: number, shipStatus, pickupStatus: 7, message })
  })
})
