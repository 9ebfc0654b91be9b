import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { estimateHandlers } from '#server/cart/estimate-handlers.ts'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, place, sku } from '#test/builders/catalog.ts'
import { runCall, testContext } from '#test/builders/context.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const canadianZip = statement(
  'test.canadianZip',
  `update shop.cart set tax_zip = 'K1A 0B1' where tax_zip = '60607' and country = 'US'`,
)

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

  test('CALM-13: a line with installation loses it at a store, in the cart and in the checkout; added for pickup it has none', async () => {
    const storeNumber = String(place.store.CB.US)
    const installed = { IsInstallationServiceRequired: true, InstallationServiceType: '' }
    const shopper = world.shopper()
    await add(shopper, item(sku.shelf, 1, installed))
    const [line] = (await cartOf(shopper)).lineItems
    expect(line).toMatchObject({ isInstallationServiceRequired: true })
    const pickup = { lineItemId: line!.id, shipMethod: 1, isPickup: true, locationId: storeNumber }
    expect(await shopper.call('cart', 'updateShipMethod', pickup)).toMatchObject({ isSuccess: true })
    const after = await cartOf(shopper)
    expect(after.lineItems[0]).toMatchObject({ isPickup: true, isInstallationServiceRequired: false })
    expect(after.orderSummary.installation).toBe(0)

    const other = world.shopper()
    await add(other, item(sku.shelf, 1, { ...installed, IsPickupSelected: true, Location: storeNumber }))
    expect((await cartOf(other)).lineItems[0]).toMatchObject({ isPickup: true, isInstallationServiceRequired: false })

    const guest = await guestInCheckout(
      world,
      item(sku.shelf, 1, installed),
      item(sku.mug, 1, { IsPickupSelected: true, Location: storeNumber }),
    )
    const { basketItems, recipientList } = await guest.call('checkout', 'refreshCheckout', {})
    const shelf = basketItems.find((one) => one.sku === sku.shelf)!
    const store = recipientList.find(({ isPickup }) => isPickup)!
    const moved = await guest.call('checkout', 'saveRecipientSelection', {
      basketItemId: shelf.id,
      recipientId: store.id,
    })
    expect(moved.basketItems.find((one) => one.sku === sku.shelf)).toMatchObject({
      ...{ isPickup: true, isInstallationServiceRequired: false },
    })
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

  const atStore = String(place.store.CB.US)
  test.each([
    ['a store without the item', sku.bench, 1, atStore, /^This store does not have the item/],
    ['a store with fewer than are wanted', sku.mug, 60, atStore, /^This store does not have the item/],
    ['a store of another brand', sku.mug, 1, String(place.store.CB2.US), /^We do not know this store/],
    ['a store that is a warehouse', sku.mug, 1, String(place.warehouse.CB.US), /^We do not know this store/],
    ['no store', sku.mug, 1, '', /^We do not know this store/],
    ['a gift card, which comes by mail', sku.giftCard, 1, atStore, /^This item cannot be picked up at a store/],
  ])('CART-10, OPEN-32: pickup of %s is refused with its reason, and nothing changes', async (...of) => {
    const [_what, number, quantity, locationId, reason] = of
    const shopper = world.shopper()
    await add(shopper, item(number, quantity))
    const before = await cartOf(shopper)
    const sent = { lineItemId: before.lineItems[0]!.id, shipMethod: 1, isPickup: true, locationId }
    const reply = await shopper.call('cart', 'updateShipMethod', sent)
    expect(reply).toMatchObject({ isSuccess: false, errorMessage: expect.stringMatching(reason) })
    expect(await cartOf(shopper)).toEqual(before)
  })

  test('CART-10, OPEN-49: nor is what the state of the store forbids, and what its ZIP forbids is not shipped instead', async () => {
    const own = await createWorld({ config: { pfasStates: ['IL'] } })
    const shopper = own.shopper()
    await add(shopper, item(sku.rug))
    const shipped = await cartOf(shopper)
    const lineItemId = shipped.lineItems[0]!.id
    const pickup = { lineItemId, shipMethod: 1, isPickup: true, locationId: atStore }
    expect(await shopper.call('cart', 'updateShipMethod', pickup)).toMatchObject({
      isSuccess: false,
      errorMessage: expect.stringMatching(/its state does not allow it/),
    })
    expect(await cartOf(shopper)).toEqual(shipped)
    await own.close()
  })

  test.each([
    ['whose ZIP forbids it', sku.rug, '55401', /cannot be shipped to where your order goes/],
    ['that the warehouse does not have', 8_902, '60563', /^We do not have enough of this item to ship/],
  ])('CART-10, OPEN-32: a line %s is not shipped in place of picked up, and nothing changes', async (...of) => {
    const [_what, number, zip, reason] = of
    await world.importLines(piece('CB', 8_902, 'Piece 8902', { stock: [{ locationId: place.store.CB.US, onHand: 5 }] }))
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await add(shopper, item(number, 1, { IsPickupSelected: true, Location: atStore }))
    await shopper.call('cart', 'applyZipCode', { zip, country: 'US' })
    const before = await cartOf(shopper)
    const lineItemId = before.lineItems.find((line) => line.sku === number)!.id
    const sent = { lineItemId, shipMethod: 1, isPickup: false, locationId: '' }
    expect(await shopper.call('cart', 'updateShipMethod', sent)).toMatchObject({
      isSuccess: false,
      errorMessage: expect.stringMatching(reason),
    })
    expect(await cartOf(shopper)).toEqual(before)
  })

  test('CART-10, SAFE-16: furniture takes the in-home method of its ZIP and not the other', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    for (const [zip, own, other] of [
      ['60601', 6, 7],
      ['59001', 7, 6],
    ] as const) {
      await shopper.call('cart', 'applyZipCode', { zip, country: 'US' })
      const before = await cartOf(shopper)
      const line = { lineItemId: before.lineItems[0]!.id, isPickup: false, locationId: '' }
      const refused = await shopper.rawCall('cart', 'updateShipMethod', { ...line, shipMethod: other })
      expect([refused.statusCode, refused.json().isSuccess]).toEqual([400, false])
      expect(await cartOf(shopper)).toEqual(before)
      expect(before.lineItems[0]?.calculatedShipMethod).toBe(own)
      expect((await shopper.call('cart', 'updateShipMethod', { ...line, shipMethod: own })).isSuccess).toBe(true)
    }
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
    ['00000', 'US', '00000 is not a ZIP code we deliver to.', 'cb'],
    ['1234', 'US', '1234 is not a valid ZIP code.', 'cb'],
    ['', 'US', 'Please enter a ZIP code.', 'cb'],
    ['K1A 0B1', 'CA', 'K1A 0B1 is not a valid ZIP code.', 'cb'],
    ['60601', 'CA', '60601 is not a valid ZIP code.', 'cb'],
    ['60601', 'US', '60601 is not a valid postal code.', 'cb-ca'],
    ['', 'US', 'Please enter a postal code.', 'cb-ca'],
  ] as const)("CART-16, OPEN-37: '%s' in %s is refused with its message", async (zip, country, message, store) => {
    const shopper = world.shopper(store)
    await add(shopper, item(sku.mug))
    await shopper.call('cart', 'applyZipCode', { zip, country })
    const { changes: _told, ...before } = await cartOf(shopper)
    expect(await shopper.call('cart', 'applyZipCode', { zip, country })).toMatchObject({
      isSuccess: false,
      cartData: null,
      message,
    })
    expect(await cartOf(shopper)).toMatchObject(before)
    expect(before.cartSummary.taxZipCode).toBe('')
    expect(before.orderSummary).toMatchObject({ tax: 0, isTaxKnown: false })
  })

  test('OPEN-37: a code of the other country that a cart holds from before counts as none', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    await shopper.call('cart', 'applyZipCode', { zip: '60607', country: 'US' })
    expect(await world.database.count(canadianZip, [])).toBe(1)
    const { cartSummary, orderSummary } = await cartOf(shopper)
    expect([cartSummary.taxZipCode, orderSummary.tax, orderSummary.isTaxKnown]).toEqual(['', 0, false])
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

  test("OPEN-39: a code of the other country is none: the lines go where the cart's own code says", async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    const asked = (zipCode: string) => shopper.call('cart', 'getEdd', { locationId: '', zipCode })
    expect(await asked('K1A 0B1')).toEqual(await asked('60601'))
  })

  test('OPEN-39: without a store no pickup was asked', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const { lineItems } = await shopper.call('cart', 'getEdd', { locationId: '', zipCode: '' })
    expect(lineItems?.[0]?.edd.pickupStatus).toBe(7)
  })

  test('OPEN-48, OPEN-39, CALM-06: no date is promised to a state that forbids a piece, in the cart, by the engine and in the checkout', async () => {
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
