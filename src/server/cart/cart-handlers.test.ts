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

const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})

/** A shopper with a mug and two sofas in the cart. */
async function withTwoLines() {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 1), item(sku.sofaOat, 2))
  const { lineItems } = await cartOf(shopper)
  return { shopper, mug: lineItems[0]!.id, sofa: lineItems[1]!.id }
}

describe('what is in a cart', () => {
  test('OPEN-28, DATA-01, DATA-02: a new visitor has an empty cart at version 0', async () => {
    const cart = await cartOf(world.shopper())
    expect(cart).toMatchObject({ basketVersion: 0, lineItems: [], savedForLater: [], isGuest: true, isApp: false })
    expect(cart.cartSummary).toEqual({ discountCode: '', taxZipCode: '' })
    expect(cart.orderSummary.total).toBe(0)
    expect(cart.messages).toHaveProperty('eddOutagePickupMessage')
    expect(cart.messages).toHaveProperty('cartErrorPopupButton')
  })

  test('CART-01, OPEN-28, DATA-03: a line has its catalogue facts and its place', async () => {
    const { shopper } = await withTwoLines()
    const { lineItems } = await cartOf(shopper)
    expect(lineItems[1]).toMatchObject({
      sku: sku.sofaOat,
      title: 'Lounge Sofa, Oat',
      navigateUrl: `/product/${sku.sofaOat}`,
      imagePath: '/pictures/lounge-sofa.svg',
      currentPrice: 120_000,
      regularPrice: 150_000,
      quantity: 2,
      totalPrice: 240_000,
      optionChoices: [{ code: 'color', name: 'Color', value: 'Oat' }],
      calculatedShipMethod: 7,
      availability: 1,
      department: 'Furniture',
      currencyCode: 'USD',
      brand: 'CB',
      position: 2,
    })
  })

  test('OPEN-42: the cart is international by the cookie of another country only', async () => {
    const shopper = world.shopper()
    const seenAs = async (country: string) =>
      (await shopper.call('cart', 'getCartJsx', {}, { cookies: { 'ship-to-country': country } })).isInternational
    expect(await Promise.all(['FR', 'US', 'CA'].map(seenAs))).toEqual([true, false, false])
  })

  test('OPEN-40: the header counts pieces in the cart and favorites', async () => {
    const { shopper } = await withTwoLines()
    expect(await shopper.call('cart', 'getHeaderCounts', {})).toEqual({
      ...{ basketCount: 3, favoritesCount: 0, isBeingOrdered: false },
    })
  })
})

describe('adding', () => {
  test('OPEN-44, CALL-16, ATC-05, DATA-18, DATA-19: items, pieces, subtotal and add-ons are answered', async () => {
    const reply = await add(world.shopper(), item(sku.sofaOat, 2, { OptionChoiceParameter: 'color:oat' }))
    expect(reply).toMatchObject({
      isSuccess: true,
      cartQuantity: 2,
      formattedCartSubtotal: '$2,400.00',
      basketVersion: 2,
      changes: [],
    })
    expect(reply.items).toEqual([
      expect.objectContaining({ sku: sku.sofaOat, name: 'Lounge Sofa, Oat', quantity: 2, formattedPrice: '$1,200.00' }),
    ])
    expect(reply.addOns).toEqual([expect.objectContaining({ sku: sku.mug, formattedPrice: '$12.95' })])
  })

  test('ATC-03, ATC-04: an item of nothing but sku and quantity is added', async () => {
    const shopper = world.shopper()
    const reply = await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    expect(reply.isSuccess).toBe(true)
    expect((await cartOf(shopper)).lineItems[0]).toMatchObject({ shipMethod: 1, isPickup: false, storeNumber: '' })
  })

  test('SHIP-26: the same sku added again is one line', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 2))
    await add(shopper, item(sku.mug, 3))
    expect((await cartOf(shopper)).lineItems.map((line) => line.quantity)).toEqual([5])
  })

  test('SCENE-22: towels with AB, CD and AB again are AB twice and CD once, and change apart', async () => {
    const shopper = world.shopper()
    const towel = (text: string) => item(sku.towel, 1, { IsPersonalized: true, PersonalizationText: text })
    for (const text of ['AB', 'CD', 'AB']) await add(shopper, towel(text))
    const { lineItems } = await cartOf(shopper)
    const pieces = () => lineItems.map((line) => [line.personalization?.lines[0]?.text, line.quantity])
    expect(pieces()).toEqual([
      ['AB', 2],
      ['CD', 1],
    ])
    await shopper.call('cart', 'updateItem', { lineItemId: lineItems[1]!.id, quantity: 7 })
    expect((await cartOf(shopper)).lineItems.map((line) => line.quantity)).toEqual([2, 7])
  })

  test('DATA-18: an embroidered towel shows the price with its embroidery', async () => {
    const reply = await add(world.shopper(), item(sku.towel, 2, { IsPersonalized: true, PersonalizationText: 'AB' }))
    expect(reply.items[0]?.inHousePersonalization).toEqual({ pricingDto: { formattedTotalPrice: '$80.00' } })
    expect(reply.formattedCartSubtotal).toBe('$80.00')
  })

  test('OPEN-44, VALID-26: more than 99 pieces of a line are refused, and nothing of the call is added', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 98))
    const reply = await shopper.call('cart', 'addItems', { items: [item(sku.sofaOat), item(sku.mug, 2)] })
    expect(reply).toMatchObject({ isSuccess: false, items: [], cartQuantity: 98, basketVersion: 2 })
    expect(reply.errorMessage).toContain('99')
  })

  test.each([
    ['a sku we do not have', item(999_999)],
    ['a sku no longer available', item(sku.lamp)],
    ['a donation without an amount of its own', item(sku.donation)],
    ['a quantity of 0', item(sku.mug, 0)],
    ['a quantity of 100', item(sku.mug, 100)],
    ['options of another sku', item(sku.sofaOat, 1, { OptionChoiceParameter: 'color:moss' })],
    ['a store we do not have', item(sku.mug, 1, { IsPickupSelected: true, Location: '9' })],
    ['an installation the item cannot have', item(sku.mug, 1, { IsInstallationServiceRequired: true })],
    ['CALL-91: a registry of nobody', item(sku.mug, 1, { GiftRegistryId: 77 })],
    ['CALL-91: a design of nobody', item(sku.towel, 1, { IsPersonalized: true, PersonalizationId: 'd-1' })],
  ])('OPEN-44, CALL-91: %s is refused', async (_what, request) => {
    const shopper = world.shopper()
    const reply = await shopper.call('cart', 'addItems', { items: [request] })
    expect(reply.isSuccess).toBe(false)
    expect(reply.errorMessage).not.toBe('')
    expect((await cartOf(shopper)).lineItems).toEqual([])
  })

  test('ATC-33: a store number makes a pickup line; without pickup the store is not kept', async () => {
    const shopper = world.shopper()
    const Location = String(place.store.CB.US)
    await add(shopper, item(sku.mug, 1, { IsPickupSelected: true, Location }), item(sku.shelf, 1, { Location }))
    const lines = (await cartOf(shopper)).lineItems
    expect(lines.map((line) => [line.isPickup, line.storeNumber, line.storeName])).toEqual([
      [true, Location, 'Oak Brook'],
      [false, '', ''],
    ])
  })

  test('ATC-24, OPEN-82: an installation is charged per piece', async () => {
    const shopper = world.shopper()
    const reply = await add(shopper, item(sku.shelf, 2, { IsInstallationServiceRequired: true }))
    expect(reply.items[0]).toMatchObject({
      isInstallationServiceRequired: true,
      formattedInstallationServiceFee: '$99.00',
    })
    expect((await cartOf(shopper)).orderSummary.installation).toBe(19_800)
  })

  test('OPEN-117: a price sent along is ignored', async () => {
    const shopper = world.shopper()
    await shopper.rawCall('cart', 'addItems', { items: [{ ...item(sku.mug), currentPrice: 1, Price: 1 }] })
    expect((await cartOf(shopper)).lineItems[0]?.currentPrice).toBe(1_295)
  })
})

describe('changing', () => {
  test('CART-09, OPEN-31: a quantity of 5 is stored and the line total is quantity times price', async () => {
    const { shopper, mug } = await withTwoLines()
    const reply = await shopper.call('cart', 'updateItem', { lineItemId: mug, quantity: 5 })
    expect(reply).toEqual({ isSuccess: true, errorMessage: '', basketVersion: 3, changes: [] })
    expect((await cartOf(shopper)).lineItems[0]).toMatchObject({ quantity: 5, totalPrice: 6_475 })
  })

  test.each([0, 100, 1.5, -1])('CART-09, OPEN-31: a quantity of %s is refused', async (quantity) => {
    const { shopper, mug } = await withTwoLines()
    const reply = await shopper.call('cart', 'updateItem', { lineItemId: mug, quantity })
    expect(reply).toMatchObject({ isSuccess: false, basketVersion: 2 })
    expect((await cartOf(shopper)).lineItems[0]?.quantity).toBe(1)
  })

  test('CART-07, OPEN-29: a removed line is gone and the totals are without it', async () => {
    const { shopper, sofa } = await withTwoLines()
    const reply = await shopper.call('cart', 'removeItem', { lineItemId: sofa })
    const cart = await cartOf(shopper)
    expect(reply.isSuccess).toBe(true)
    expect([cart.lineItems.length, cart.orderSummary.subtotal]).toEqual([1, 1_295])
  })

  test('CART-04, CART-05, OPEN-30, OPEN-35: a line is saved for later and comes back as it was', async () => {
    const { shopper, sofa } = await withTwoLines()
    await shopper.call('cart', 'saveForLater', { lineItemId: sofa })
    const saved = await cartOf(shopper)
    expect(saved.savedForLater.map((line) => [line.id, line.quantity])).toEqual([[sofa, 2]])
    expect(saved.orderSummary.subtotal).toBe(1_295)
    await shopper.call('cart', 'moveToCart', { lineItemId: sofa })
    const back = await cartOf(shopper)
    expect(back.savedForLater).toEqual([])
    expect(back.lineItems[1]).toMatchObject({ sku: sku.sofaOat, quantity: 2, optionChoices: [{ value: 'Oat' }] })
  })

  test('OPEN-35: a saved item that is no longer available does not come back', async () => {
    const own = await createWorld()
    const shopper = own.shopper()
    await add(shopper, item(sku.lastVase))
    const lineItemId = (await cartOf(shopper)).lineItems[0]!.id
    await shopper.call('cart', 'saveForLater', { lineItemId })
    await own.database.count({ name: 'test.sell-out', text: 'update shop.stock set on_hand = 0 where sku = $1' }, [
      sku.lastVase,
    ])
    const reply = await shopper.call('cart', 'moveToCart', { lineItemId })
    await own.close()
    expect(reply.isSuccess).toBe(false)
    expect(reply.errorMessage).toBe('This item is no longer available.')
  })

  test('CART-12, OPEN-34: a saved item is deleted and the cart stays', async () => {
    const { shopper, sofa } = await withTwoLines()
    await shopper.call('cart', 'saveForLater', { lineItemId: sofa })
    await shopper.call('cart', 'removeItemFromSaveForLater', { lineItemId: sofa })
    const cart = await cartOf(shopper)
    expect([cart.savedForLater.length, cart.lineItems.length]).toEqual([0, 1])
  })

  test('UX-10: undo brings the very line back to its place, with all that was chosen, and is done once', async () => {
    const shopper = world.shopper()
    const requested = { IsInstallationServiceRequired: true }
    await add(shopper, item(sku.shelf, 3, requested), item(sku.mug, 2))
    await add(shopper, item(sku.towel, 1, { IsPersonalized: true, PersonalizationText: 'AB' }))
    const before = await cartOf(shopper)
    for (const { id } of before.lineItems) {
      await shopper.call('cart', 'removeItem', { lineItemId: id })
      for (let times = 0; times < 2; times += 1) {
        const undone = await shopper.call('cart', 'restoreItem', { lineItemId: id })
        expect(undone).toMatchObject({ isSuccess: true, changes: [] })
      }
    }
    const { basketVersion, ...after } = await cartOf(shopper)
    expect(after).toEqual({ ...after, lineItems: before.lineItems, orderSummary: before.orderSummary })
    expect(basketVersion).toBe(before.basketVersion + 6)
  })

  test('UX-10: undo of a removal from the saved list, and of an item that was added again meanwhile', async () => {
    const { shopper, mug, sofa } = await withTwoLines()
    await shopper.call('cart', 'saveForLater', { lineItemId: sofa })
    await shopper.call('cart', 'removeItemFromSaveForLater', { lineItemId: sofa })
    await shopper.call('cart', 'restoreItem', { lineItemId: sofa })
    await shopper.call('cart', 'removeItem', { lineItemId: mug })
    await add(shopper, item(sku.mug, 4))
    await shopper.call('cart', 'restoreItem', { lineItemId: mug })
    const cart = await cartOf(shopper)
    expect(cart.savedForLater.map((line) => [line.id, line.quantity])).toEqual([[sofa, 2]])
    expect(cart.lineItems.map((line) => [line.sku, line.quantity])).toEqual([[sku.mug, 5]])
  })

  test.each([
    'restoreItem',
    'removeItem',
    'saveForLater',
    'removeInstallationService',
    'removeItemFromSaveForLater',
    'moveToCart',
  ] as const)(
    'OPEN-29, OPEN-30, OPEN-33, OPEN-34, OPEN-35: %s of a line that is not there is refused',
    async (name) => {
      const { shopper } = await withTwoLines()
      const reply = await shopper.call('cart', name, { lineItemId: '00000000-0000-4000-8000-000000000000' })
      expect(reply).toMatchObject({ isSuccess: false, errorMessage: 'This item is no longer in your cart.' })
    },
  )

  test('CALL-91, SCENE-20: the line of another shopper is as unknown as one that does not exist', async () => {
    const { mug } = await withTwoLines()
    const { shopper } = await withTwoLines()
    const foreign = await shopper.call('cart', 'updateItem', { lineItemId: mug, quantity: 9 })
    const unknown = await shopper.call('cart', 'updateItem', { lineItemId: 'no-such-line', quantity: 9 })
    expect(foreign).toEqual(unknown)
    expect(foreign.isSuccess).toBe(false)
  })

  test('CART-11, OPEN-33: one of two installations is taken off and its fee is gone', async () => {
    const services = [{ type: 'WallMount', name: 'Wall mounting', feeCents: { US: 9_900, CA: 12_900 } }]
    await world.importLines(piece('CB', 7_030, 'Wall Lamp', { services }))
    const shopper = world.shopper()
    const requested = { IsInstallationServiceRequired: true }
    await add(shopper, item(sku.shelf, 1, requested), item(7_030, 1, requested))
    const before = await cartOf(shopper)
    await shopper.call('cart', 'removeInstallationService', { lineItemId: before.lineItems[0]!.id })
    const after = await cartOf(shopper)
    expect(before.orderSummary.installation).toBe(19_800)
    expect(after.orderSummary.installation).toBe(9_900)
    expect(after.lineItems.map((line) => line.isInstallationServiceRequired)).toEqual([false, true])
  })

  test('CART-13, OPEN-36: a donation is one piece without tax and shipping, and a second replaces the first', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    const give = (amount: number) => shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount })
    expect((await give(500)).isSuccess).toBe(true)
    expect((await give(2_500)).isSuccess).toBe(true)
    const { lineItems, orderSummary } = await cartOf(shopper)
    expect(lineItems.map((line) => [line.isDonation, line.quantity, line.totalPrice])).toEqual([[true, 1, 2_500]])
    expect(orderSummary).toMatchObject({ subtotal: 0, donation: 2_500, tax: 0, shipping: 0, total: 2_500 })
  })

  test.each([
    [sku.donation, 99],
    [sku.donation, 100_001],
    [sku.donation, 500.5],
    [sku.mug, 500],
  ])('OPEN-36: a donation of sku %i with %d cents is refused', async (number, amount) => {
    const shopper = world.shopper()
    expect((await shopper.call('cart', 'donationAddToCart', { sku: number, amount })).isSuccess).toBe(false)
    expect((await cartOf(shopper)).lineItems).toEqual([])
  })
})
