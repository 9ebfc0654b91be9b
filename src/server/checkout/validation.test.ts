import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { validateQuote } from '#server/checkout/validation.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, place, sku, stock } from '#test/builders/catalog.ts'
import { freshPiece, withGone } from '#test/builders/gone-pieces.ts'
import { testRates } from '#test/builders/rates.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const checkout = (shopper: TestShopper) => shopper.call('cart', 'checkout', {})
const validate = (shopper: TestShopper) => shopper.call('checkout', 'validateCart', {})

const zip = (shopper: TestShopper, code: string) => shopper.call('cart', 'applyZipCode', { zip: code, country: 'US' })

describe('the checkout call', () => {
  test('OPEN-27, CALL-15: a good cart goes on to shipping', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    expect(await checkout(shopper)).toEqual({
      isSuccess: true,
      redirectUrl: '/checkout/shipping',
      isLoggedIn: false,
      popupUrl: '',
      errorType: 0,
      errorMessage: '',
      IsReset: false,
      oversizedItems: [],
      items: [],
      basketVersion: 3,
      changes: [],
    })
  })

  test('OPEN-27: an international cart goes to its own page', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const reply = await shopper.call('cart', 'checkout', {}, { cookies: { 'ship-to-country': 'FR' } })
    expect(reply.redirectUrl).toBe('/customer-service/international-orders')
  })

  test('OVERSIZE-09, OPEN-50, OVERSIZE-03: only a pickup line with a box above the limit lists its boxes', async () => {
    const shipped = world.shopper()
    const picked = world.shopper()
    await add(shipped, item(sku.sofaOat))
    await add(picked, item(sku.sofaOat, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    expect((await checkout(shipped)).oversizedItems).toEqual([])
    expect((await checkout(picked)).oversizedItems).toEqual([
      {
        sku: sku.sofaOat,
        title: 'Lounge Sofa, Oat',
        boxes: [
          { boxNumber: 1, quantity: 1, width: 88, depth: 40, height: 24 },
          { boxNumber: 2, quantity: 1, width: 30, depth: 30, height: 20 },
        ],
      },
    ])
  })

  test('OVERSIZE-02, OVERSIZE-08: boxes kept in inches are listed in centimeters in Canada', async () => {
    const shopper = world.shopper('cb-ca')
    await add(shopper, item(sku.sofaOat, 1, { IsPickupSelected: true, Location: String(place.store.CB.CA) }))
    expect((await checkout(shopper)).oversizedItems.map(({ boxes }) => boxes)).toEqual([
      [
        { boxNumber: 1, quantity: 1, width: 224, depth: 102, height: 61 },
        { boxNumber: 2, quantity: 1, width: 76, depth: 76, height: 51 },
      ],
    ])
  })
})

describe('why a cart cannot go on', () => {
  test('UNAVAIL-29: no lines give type 8 in both calls', async () => {
    const shopper = world.shopper()
    for (const reply of [await checkout(shopper), await validate(shopper)]) {
      expect(reply).toMatchObject({ isSuccess: false, errorType: 8, errorMessage: 'Your cart is empty.', items: [] })
    }
  })

  test('UNAVAIL-24, UNAVAIL-02: one of two lines no longer available gives type 3 with that item', async () => {
    const { shopper, pieces } = await withGone(world, 2, 1)
    const reply = await checkout(shopper)
    expect(reply).toMatchObject({ isSuccess: false, errorType: 3, redirectUrl: '' })
    expect(reply.items).toEqual([
      {
        sku: pieces[0],
        title: `Piece ${pieces[0]}`,
        imagePath: `/pictures/p${pieces[0]}.svg`,
        navigateUrl: `/product/${pieces[0]}`,
        currentPrice: 2_000,
        quantity: 1,
        availabilityMessage: 'No longer available',
        quantityLeft: 0,
        edd: { message: 'No longer available' },
        isCustomNla: false,
      },
    ])
  })

  test('UNAVAIL-24: both lines no longer available give type 7', async () => {
    const { shopper } = await withGone(world, 2, 2)
    const reply = await validate(shopper)
    expect([reply.errorType, reply.items.length]).toEqual([7, 2])
  })

  test('UNAVAIL-24, SCENE-06: more pieces than there are count as unavailable, over all lines of the sku', async () => {
    const shopper = world.shopper()
    const few = await freshPiece(world, { stock: stock('CB', 3) })
    await add(shopper, item(sku.mug), item(few, 2))
    expect((await validate(shopper)).errorType).toBe(0)
    const lineItemId = (await cartOf(shopper)).lineItems[1]!.id
    await shopper.call('cart', 'updateItem', { lineItemId, quantity: 4 })
    const reply = await validate(shopper)
    expect(reply.errorType).toBe(3)
    expect(reply.items[0]?.availabilityMessage).toBe('Only 3 left')
  })

  test('CALM-10: wanted 3, 2 left: line and both answers say how many, with the day they come, and that they are fewer', async () => {
    const shopper = world.shopper()
    const few = await freshPiece(world, { stock: stock('CB', 2) })
    await add(shopper, item(few, 3))
    const short = {
      ...{ sku: few, quantity: 3, availabilityMessage: 'Only 2 left', quantityLeft: 2 },
      edd: { message: expect.stringMatching(/^Arrives by /) },
    }
    expect((await cartOf(shopper)).lineItems).toMatchObject([{ ...short, availability: 3 }])
    for (const reply of [await checkout(shopper), await validate(shopper)]) {
      const errorMessage = 'Fewer are left than you have in your cart.'
      expect(reply).toMatchObject({ isSuccess: false, errorType: 7, errorMessage, items: [short] })
    }
  })

  test('UNAVAIL-25: an embroidery that is no longer offered gives type 6', async () => {
    const shopper = world.shopper()
    const lines = [
      { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z]+$' },
    ]
    const personalization = { type: 700 as const, templateName: 'Monogram', feeCents: { US: 0, CA: 0 }, lines }
    const towel = await freshPiece(world, { personalization })
    await add(shopper, item(sku.mug), item(towel, 1, { IsPersonalized: true, PersonalizationText: 'AB' }))
    await world.importLines(piece('CB', towel, `Piece ${towel}`))
    const reply = await checkout(shopper)
    expect([reply.errorType, reply.items.map((one) => one.sku)]).toEqual([6, [towel]])
  })

  test.each([
    ['55401', 9],
    ['60601', 0],
  ])('UNAVAIL-26, OPEN-49: a PFAS item for %s gives type %i', async (code, errorType) => {
    const shopper = world.shopper()
    await add(shopper, item(sku.rug), item(sku.mug))
    await zip(shopper, code)
    const reply = await checkout(shopper)
    expect(reply.errorType).toBe(errorType)
    expect(reply.items.map((one) => one.sku)).toEqual(errorType === 9 ? [sku.rug] : [])
  })

  test('UNAVAIL-26, OPEN-49: a pickup store in a restricted state gives type 9, also by another configuration', async () => {
    const own = await createWorld({ config: { pfasStates: ['IL'] } })
    const shopper = own.shopper()
    await add(shopper, item(sku.rug, 1, { IsPickupSelected: true, Location: String(place.store.CB.US) }))
    const reply = await checkout(shopper)
    await own.close()
    expect(reply.errorType).toBe(9)
  })

  test.each([
    ['99501', 4],
    ['60601', 0],
  ])('UNAVAIL-27: an installation at %s gives type %i', async (code, errorType) => {
    const shopper = world.shopper()
    await add(shopper, item(sku.shelf, 1, { IsInstallationServiceRequired: true }))
    await zip(shopper, code)
    expect((await checkout(shopper)).errorType).toBe(errorType)
  })

  test.each([
    ['99501', 5],
    ['60601', 0],
  ])('UNAVAIL-27: a piece personalized elsewhere for %s gives type %i', async (code, errorType) => {
    const shopper = world.shopper()
    const lines = [
      { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Z]+$' },
    ]
    const number = await freshPiece(world, {
      personalization: { type: 100, templateName: 'Tag', feeCents: { US: 0, CA: 0 }, lines },
    })
    await add(shopper, item(number, 1, { IsPersonalized: true, PersonalizationText: 'AB' }))
    await zip(shopper, code)
    expect((await checkout(shopper)).errorType).toBe(errorType)
  })

  test('OPEN-87, CALL-31: a good cart answers type 0 without items', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    expect(await validate(shopper)).toEqual({
      isSuccess: true,
      errorType: 0,
      errorMessage: '',
      items: [],
      basketId: (await shopper.call('checkout', 'refreshCheckout', {})).basketId,
      basketVersion: 2,
      changes: [],
    })
  })
})

describe('a cart that fails the basic check', () => {
  async function pricedMug() {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug))
    const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
    const owner = await world.database.row<{ shopper_id: string }>(
      { name: 'test.owner', text: 'select shopper_id from shop.cart where cart_id = $1' },
      [basketId],
    )
    const cart = await loadCart(world.database, { shopperId: owner!.shopper_id, variant: variants.cb })
    return quoteCart(world.database, cart!, { now: world.clock.now(), variant: variants.cb, rates: testRates() })
  }

  test('UNAVAIL-28: no id, another currency and a quantity out of range give type 1', async () => {
    const good = await pricedMug()
    const { cart } = good
    const bad = [
      { ...cart, cartId: '' },
      { ...cart, currency: 'CAD' as const },
      { ...cart, lines: cart.lines.map((line) => ({ ...line, quantity: 100 })) },
    ]
    expect(validateQuote(good).errorType).toBe(0)
    expect(bad.map((one) => validateQuote({ ...good, cart: one }).errorType)).toEqual([1, 1, 1])
  })

  test('UNAVAIL-28: a custom item whose chosen make the catalogue no longer knows gives type 2', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.bench))
    const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
    await world.database.count(
      { name: 'test.lost', text: `update shop.cart_line set option_choice = 'wood:elm' where cart_id = $1` },
      [basketId],
    )
    const reply = await checkout(shopper)
    expect(reply).toMatchObject({ isSuccess: false, errorType: 2, items: [] })
    expect(reply.errorMessage).not.toBe('')
  })
})
