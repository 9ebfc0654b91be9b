import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pieceField } from '#domain/cart/lines/piece-field.ts'
import { wayField } from '#domain/shipping/delivery-way.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { coloredThrow, throwIn } from '#test/builders/colored.ts'
import { fillCart } from '#test/builders/full-cart.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const own = { origin: 'http://cb.localhost:3000' }
const lines = async (shopper: TestShopper) =>
  (await shopper.call('cart', 'getCartJsx', {})).lineItems.map(({ sku: number, quantity }) => [number, quantity])

describe('UX-24: the native form of the product page', () => {
  test('UX-24: a guest without a session adds from a kept page, which has no token', async () => {
    const shopper = world.shopper()
    const answer = await shopper.submit('/cart/add', { Sku: String(sku.mug), Quantity: '2' }, own)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/checkout/cart'])
    expect(shopper.cookies.has('sid')).toBe(true)
    expect(await lines(shopper)).toEqual([[sku.mug, 2]])
  })

  test.each([
    ['no origin', {}],
    ['the origin of another site', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['a page of another site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['a page of a sister site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['no page at all', { ...own, 'sec-fetch-site': 'none' }],
  ])('OPEN-04: without a session and with %s it leads to the cart and makes nothing', async (_name, headers) => {
    const shopper = world.shopper()
    const answer = await shopper.submit('/cart/add', { Sku: String(sku.mug), Quantity: '1' }, headers)
    expect([answer.statusCode, answer.headers.location, shopper.cookies.size]).toEqual([303, '/checkout/cart', 0])
  })

  test('OPEN-04: with a session a missing or wrong token changes nothing', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const other = world.shopper()
    await other.get('/session')
    for (const token of ['', 'wrong', other.token()]) {
      const fields = { Sku: String(sku.mug), Quantity: '1', __RequestVerificationToken: token }
      const answer = await shopper.submit('/cart/add', fields, own)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/checkout/cart'])
    }
    expect(await lines(shopper)).toEqual([])
  })

  test('UX-24: what was refused is said on the next page, once', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    await shopper.submit('/cart/add', { Sku: String(sku.mug), Quantity: '100' })
    const { frame } = await shopper.page('/checkout/cart')
    expect(frame.notice).not.toBe('')
    expect((await shopper.page('/checkout/cart')).frame.notice).toBe('')
    expect(await lines(shopper)).toEqual([])
  })

  test('SAFE-43 SAFE-33: what cannot be added is said on the page of the product, with all that was chosen', async () => {
    const shopper = await fillCart(world.shopper())
    const chosen = { Quantity: '3', InstallationServiceType: 'WallMount' }
    const refused = await shopper.submit('/cart/add', { Sku: String(sku.shelf), ...chosen })
    expect([refused.statusCode, refused.headers.location]).toEqual([303, `/product/${sku.shelf}`])
    const { frame } = await shopper.page(`/product/${sku.shelf}`)
    expect(frame.notice).toMatch(/^Your cart is full: it holds at most 200 different items\./)
    expect(frame.typed).toEqual(chosen)
  })

  test('a flash message that is not ours is not shown', async () => {
    const shopper = world.shopper()
    shopper.cookies.set('notice', `${Buffer.from('Call 1-800-EVIL').toString('base64url')}.forged`)
    expect((await shopper.page('/checkout/cart')).frame.notice).toBe('')
  })
})

describe('UX-24: the native forms of the cart', () => {
  test('UX-24: a quantity is changed and a line removed', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
    await shopper.submit('/cart/update', { lineItemId: line?.id ?? '', quantity: '4' })
    expect(await lines(shopper)).toEqual([[sku.mug, 4]])
    const answer = await shopper.submit('/cart/remove', { lineItemId: line?.id ?? '' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/checkout/cart'])
    expect(await lines(shopper)).toEqual([])
  })

  test('SAFE-33: a quantity that cannot be is told at its line; of a line that is gone, at the top', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
    const told = async (lineItemId: string) => {
      await shopper.submit('/cart/update', { lineItemId, quantity: '500' })
      const { frame } = await shopper.page('/checkout/cart')
      return [frame.notice !== '', frame.noticeField]
    }
    expect(await told(line?.id ?? '')).toEqual([true, `quantity-${line?.id}`])
    expect(await told(crypto.randomUUID())).toEqual([true, ''])
    expect(await lines(shopper)).toEqual([[sku.mug, 1]])
  })

  test('CART-10: a line is picked up at a store and shipped again; what it cannot have is told, and its choices stay', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
    const lineItemId = line?.id ?? ''
    const { page } = await shopper.page(`/checkout/cart?delivery=${lineItemId}`)
    const ways = page.name === 'cart' ? page.deliveryChoices?.ways.map(wayField) : []
    expect(ways).toEqual(['ship-1', 'ship-2', 'ship-3', `store-${place.store.CB.US}`])
    const send = async (delivery: string) => {
      const { headers } = await shopper.submit('/cart/delivery', { lineItemId, delivery })
      const [{ isPickup, shipMethod } = {}] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
      return [headers.location, isPickup, shipMethod]
    }
    expect(await send(`store-${place.store.CB.US}`)).toEqual(['/checkout/cart', true, 1])
    expect(await send('ship-2')).toEqual(['/checkout/cart', false, 2])
    const choosing = `/checkout/cart?delivery=${lineItemId}`
    for (const wrong of [`store-${place.warehouse.CB.US}`, 'store-', '']) {
      expect(await send(wrong)).toEqual([choosing, false, 2])
      expect((await shopper.page(choosing)).frame.notice).not.toBe('')
    }
  })

  test('CALM-12, UX-24: a line becomes another piece and is installed; what is refused is told, and its choices stay', async () => {
    await world.importLines(coloredThrow())
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: throwIn.oat, Quantity: 3 }] })
    const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
    const lineItemId = line?.id ?? ''
    const choosing = `/checkout/cart?change=${lineItemId}`
    const { page } = await shopper.page(choosing)
    const pieces = page.name === 'cart' ? page.itemChoices?.pieces.map(pieceField) : []
    expect(pieces).toContain(`${throwIn.red}-2`)
    const send = async (action: string, fields: { readonly [name: string]: string }) => {
      const { headers } = await shopper.submit(`/cart/${action}`, { lineItemId, ...fields })
      const [now] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
      return [headers.location, now?.sku, now?.quantity, now?.installationServiceType]
    }
    expect(await send('change', { piece: `${throwIn.red}-3` })).toEqual([choosing, throwIn.oat, 3, ''])
    expect((await shopper.page(choosing)).frame.notice).toBe('Only 2 of it left. Please choose fewer, or another one.')
    expect(await send('change', { piece: '' })).toEqual([choosing, throwIn.oat, 3, ''])
    const terms = await send('change', { piece: `${throwIn.custom}-3` })
    expect(terms).toEqual([`/product/${throwIn.custom}`, throwIn.oat, 3, ''])
    const cart = '/checkout/cart'
    expect(await send('change', { piece: `${throwIn.blue}-3` })).toEqual([cart, throwIn.blue, 3, ''])
    const services = (type: string) => ({ installationServiceType: type })
    expect(await send('add-installation', services('Other'))).toEqual([cart, throwIn.blue, 3, ''])
    expect(await send('add-installation', services('Hang'))).toEqual([cart, throwIn.blue, 3, 'Hang'])
  })

  test('CART-04 CART-05 CART-12, UX-24: a line is saved for later, moved back, saved again and then removed', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
    const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
    const press = async (action: string, lineItemId = line?.id ?? '') => {
      const { headers } = await shopper.submit(`/cart/${action}`, { lineItemId })
      const { lineItems, savedForLater } = await shopper.call('cart', 'getCartJsx', {})
      const counts = [lineItems, savedForLater].map((list) => list.map(({ quantity }) => quantity))
      return [headers.location, ...counts]
    }
    expect(await press('save')).toEqual(['/checkout/cart', [], [2]])
    expect(await press('move')).toEqual(['/checkout/cart', [2], []])
    await press('save')
    expect(await press('move', crypto.randomUUID())).toEqual(['/checkout/cart', [], [2]])
    expect((await shopper.page('/checkout/cart')).frame.notice).not.toBe('')
    expect(await press('remove-saved')).toEqual(['/checkout/cart', [], []])
  })

  test('CART-11, UX-24: the installation of a line is taken off', async () => {
    const shopper = world.shopper()
    const service = { InstallationServiceType: 'WallMount', IsInstallationServiceRequired: true }
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.shelf, Quantity: 1, ...service }] })
    const lineOf = async () => (await shopper.call('cart', 'getCartJsx', {})).lineItems[0]
    const before = await lineOf()
    await shopper.submit('/cart/remove-installation', { lineItemId: before?.id ?? '' })
    const after = await lineOf()
    expect([before, after].map((line) => line?.isInstallationServiceRequired)).toEqual([true, false])
  })

  test.each([
    ['60606', '60606', '', '/checkout/cart'],
    [' 60606 ', '60606', '', '/checkout/cart'],
    ['1234', '', '1234 is not a valid ZIP code.', '/checkout/cart#cart-zip'],
    ['', '', 'Please enter a ZIP code.', '/checkout/cart#cart-zip'],
    ['x'.repeat(21), '', 'Zip code could not be updated', '/checkout/cart#cart-zip'],
  ])('CART-14 CART-17, UX-24: the postal code "%s" makes it "%s", or says "%s"', async (zip, known, said, to) => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const { headers } = await shopper.submit('/cart/zip', { zip })
    const { frame } = await shopper.page('/checkout/cart')
    const { cartSummary, orderSummary } = await shopper.call('cart', 'getCartJsx', {})
    expect([headers.location, frame.errors.zip ?? '']).toEqual([to, said])
    expect([cartSummary.taxZipCode, orderSummary.isTaxKnown]).toEqual([known, known !== ''])
    expect(frame.typed).toEqual(said === '' || zip === '' ? {} : { zip })
  })

  test('CART-18 CART-19, UX-24: a promotion code is applied and taken off; one that is none is told at its field', async () => {
    await putPromos(world.database)
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const send = async (path: string, fields: { readonly [name: string]: string } = {}) => {
      const { headers } = await shopper.submit(path, fields)
      const { frame } = await shopper.page('/checkout/cart')
      const { cartSummary } = await shopper.call('cart', 'getCartJsx', {})
      return [headers.location, cartSummary.discountCode, frame.errors.promoCode ?? '', frame.typed]
    }
    const field = '/checkout/cart#cart-promoCode'
    const unknown = expect.stringMatching(/We do not know this/)
    expect(await send('/cart/promo', { promoCode: 'NONE' })).toEqual([field, '', unknown, { promoCode: 'NONE' }])
    expect(await send('/cart/promo', { promoCode: ' ' })).toEqual([field, '', 'Please enter a promotion code.', {}])
    expect(await send('/cart/promo', { promoCode: promos.tenPercent })).toEqual(['/checkout/cart', 'TEN', '', {}])
    expect(await send('/cart/remove-promo')).toEqual(['/checkout/cart', '', '', {}])
    expect(await send('/cart/remove-promo')).toEqual(['/checkout/cart', '', '', {}])
    expect((await shopper.page('/checkout/cart')).frame.notice).toBe('')
  })

  test("SCENE-20, CALL-91: another shopper's line stays as it is", async () => {
    const owner = world.shopper()
    await owner.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const [line] = (await owner.call('cart', 'getCartJsx', {})).lineItems
    const stranger = world.shopper()
    await stranger.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
    await stranger.submit('/cart/update', { lineItemId: line?.id ?? '', quantity: '9' })
    await stranger.submit('/cart/remove', { lineItemId: line?.id ?? '' })
    expect(await lines(owner)).toEqual([[sku.mug, 1]])
  })

  test('the forms take urlencoded bodies only, of at most 8 KiB', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    expect((await shopper.rawPost('/cart/add', { Sku: sku.mug })).statusCode).toBe(415)
    const large = await shopper.submit('/cart/add', { Sku: String(sku.mug), filler: 'x'.repeat(9_000) })
    expect(large.statusCode).toBe(413)
    const card = await shopper.submit('/cart/add', { Sku: String(sku.mug), note: '4111 1111 1111 1111' })
    expect(card.headers.location).toBe('/checkout/cart')
    expect(await lines(shopper)).toEqual([])
  })
})

describe('OPEN-43, LOGIN-06: guest checkout', () => {
  test('OPEN-43, LOGIN-06: the form leads to step 1 and marks the cart', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const answer = await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/checkout/shipping'])
    expect((await shopper.get('/checkout/shipping')).statusCode).toBe(200)
  })

  test('OPEN-43: without the token it leads to the cart and marks nothing', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const answer = await shopper.submit('/checkout', { isGuestCheckout: 'true', __RequestVerificationToken: '' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/checkout/cart'])
    expect((await shopper.get('/checkout/shipping')).headers.location).toBe('/checkout/cart')
  })
})
