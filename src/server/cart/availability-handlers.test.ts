import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { piece, place, sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('OPEN-45, CALL-17: the custom order confirmation', () => {
  test('of a custom sku holds title, message, terms and the piece itself', async () => {
    const reply = await world.shopper().call('cart', 'getCustomOrderConfirmation', { sku: sku.bench })
    expect(reply).toEqual({
      hasCustomOrderConfirmation: true,
      title: 'Made for you',
      message: 'Please read',
      terms: ['It cannot be returned.'],
      sku: sku.bench,
      name: 'Bench to Order',
      imagePath: `/pictures/p${sku.bench}.svg`,
      formattedPrice: '$900.00',
    })
  })

  test.each([
    ['a stock sku', { sku: sku.mug }],
    ['a sku nobody knows', { sku: 999_999 }],
    ['other options than its own', { sku: sku.bench, optionChoiceParameter: 'color:oat' }],
    ['a sku of the other brand', { sku: sku.bench + 1000 }],
  ])('of %s has nothing', async (_name, input) => {
    expect(await world.shopper().call('cart', 'getCustomOrderConfirmation', input)).toEqual({
      hasCustomOrderConfirmation: false,
      title: '',
      message: '',
      terms: [],
      sku: 0,
      name: '',
      imagePath: '',
      formattedPrice: '',
    })
  })
})

describe('OPEN-109: the availability of an item before it is in a cart', () => {
  const ask = (number: number, more: { zipCode?: string; locationId?: string } = {}) =>
    world.shopper().call('cart', 'getAvailability', { sku: number, ...more })

  test('BEYOND-07: with the parts of its promise, for the ZIP', async () => {
    const reply = await ask(sku.mug, { zipCode: '60563' })
    expect(reply).toMatchObject({ shipStatus: 1, pickupStatus: 7, pickupMessage: '' })
    expect(reply.parts.map(({ kind }) => kind)).toEqual(['leave', 'carry', 'arrive'])
    expect(reply.parts[1]?.text).toBe('3 to 5 business days on the way')
  })

  test('CALM-04: what is made to order says how long it takes to make', async () => {
    expect((await ask(sku.bench)).parts[0]).toEqual({ kind: 'make', text: 'Made to order in about 8 weeks' })
  })

  test('what is no longer available has no parts', async () => {
    expect(await ask(sku.lamp)).toMatchObject({ shipStatus: 3, parts: [] })
  })

  test('PDP-06: pickup at a store that has it, and at one that has not', async () => {
    const at = String(place.store.CB.US)
    expect(await ask(sku.mug, { locationId: at })).toMatchObject({
      pickupStatus: 1,
      pickupMessage: expect.stringMatching(/^Available .* at Oak Brook$/),
    })
    await world.importLines(piece('CB', 8_901, 'Piece 8901', { stock: [{ locationId: 10, onHand: 5 }] }))
    expect(await ask(8_901, { locationId: at })).toMatchObject({
      shipStatus: 1,
      pickupStatus: 4,
      pickupMessage: 'Not in stock at Oak Brook. No other store has it right now.',
    })
  })

  test('PDP-05, PDP-06: with a pickup come the stores that have it, the nearest first, and none without one', async () => {
    const [oakBrook, near] = [place.store.CB.US, 190]
    const store = {
      type: 'location',
      brand: 'CB',
      country: 'US',
      locationId: near,
      kind: 'store',
      name: 'Aurora',
    } as const
    const at = { address1: '2 Main Street', city: 'Aurora', state: 'CO', postalCode: '80012', hours: 'Mon-Sat' }
    const stock = [oakBrook, near].map((locationId) => ({ locationId, onHand: 1 }))
    await world.importLines([{ ...store, ...at }, ...piece('CB', 8_902, 'Piece 8902', { stock })])
    const locationId = String(oakBrook)
    const storesFor = async (number: number, asked: object) => (await ask(number, asked)).pickupStores
    expect(await storesFor(8_902, {})).toEqual([])
    expect(await storesFor(8_902, { locationId, zipCode: '60563' })).toEqual([`${oakBrook}`, `${near}`])
    expect(await storesFor(8_902, { locationId, zipCode: '80014' })).toEqual([`${near}`, `${oakBrook}`])
    expect(await storesFor(8_901, { locationId: String(near) })).toEqual([])
    expect(await ask(sku.mug, { locationId: String(near) })).toMatchObject({
      pickupMessage: 'Not in stock at Aurora. Choose another store.',
    })
  })

  test.each([
    ['its state forbids what holds PFAS', sku.rug, '55401', 4],
    ['no carrier goes there', sku.mug, '00000', 5],
  ])('PDP-06, OPEN-48: %s: no date and nothing that a date is made of', async (_what, number, zipCode, shipStatus) => {
    expect(await ask(number, { zipCode })).toMatchObject({
      shipStatus,
      message: 'Not available for this ZIP code',
      parts: [],
    })
    expect(await ask(number, { zipCode: '60563' })).toMatchObject({ shipStatus: 1 })
  })

  test('PDP-06, OPEN-49: what its state forbids cannot be picked up there either', async () => {
    const own = await createWorld({ config: { pfasStates: ['IL'] } })
    const locationId = String(place.store.CB.US)
    const reply = await own.shopper().call('cart', 'getAvailability', { sku: sku.rug, locationId })
    await own.close()
    expect(reply).toMatchObject({
      shipStatus: 1,
      pickupStatus: 4,
      pickupMessage: 'Not sold at Oak Brook: its state does not allow it. No other store has it right now.',
    })
  })

  test.each([
    ['a mug', sku.mug, 7],
    ['a gift card', sku.giftCard, 4],
    ['a donation', sku.donation, 4],
  ])(
    'SHIP-21: %s (sku %s) has status %s for pickup, and stores to choose from unless it is 4',
    async (_what, number, status) => {
      expect(await ask(number)).toMatchObject({ pickupStatus: status })
      const { page } = await world.shopper().page(`/product/${number}`)
      expect(page.name === 'product' && page.product.stores.length > 0).toBe(status !== 4)
    },
  )

  test('a store of nobody says nothing of pickup', async () => {
    expect(await ask(sku.mug, { locationId: '9' })).toMatchObject({ pickupStatus: 7 })
  })
})
