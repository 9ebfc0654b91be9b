import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { address } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { fillCart } from '#test/builders/full-cart.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'
import { transferTokens } from './transfer-token.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const add = (shopper: TestShopper, number: number, quantity = 1) =>
  shopper.call('cart', 'addItems', { items: [{ Sku: number, Quantity: quantity }] })
const linesOf = async (shopper: TestShopper) => {
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  return Object.fromEntries(lineItems.map((line) => [line.sku, line.quantity]))
}
async function codeOf(shopper: TestShopper): Promise<{ path: string; token: string }> {
  const { url } = await shopper.call('handOver', 'createHandOver', {})
  const { pathname, search, searchParams } = new URL(url)
  return { path: `${pathname}${search}`, token: searchParams.get('token') ?? '' }
}
/** Scans a code and presses the button. */
async function take(phone: TestShopper, { path, token }: { path: string; token: string }): Promise<string | undefined> {
  await phone.page(path)
  return (await phone.submit('/cart/hand-over', { token })).headers.location
}

describe('BEYOND-15: scan to phone', () => {
  test('the cart comes to the phone; neither side loses anything', async () => {
    const [kiosk, phone] = [world.shopper(), world.shopper()]
    await add(kiosk, sku.mug, 3)
    await add(kiosk, sku.sofaOat)
    await add(phone, sku.mug, 2)
    await add(phone, sku.shelf)
    expect(await take(phone, await codeOf(kiosk))).toBe('/checkout/cart')
    expect(await linesOf(phone)).toEqual({ [sku.mug]: 5, [sku.sofaOat]: 1, [sku.shelf]: 1 })
    expect(await linesOf(kiosk)).toEqual({ [sku.mug]: 3, [sku.sofaOat]: 1 })
  })

  test('opening the link shows what comes and takes nothing, however often a preview does', async () => {
    const [kiosk, phone] = [world.shopper(), world.shopper()]
    await add(kiosk, sku.mug, 2)
    const code = await codeOf(kiosk)
    for (let nth = 1; nth <= 3; nth += 1) {
      const { page } = await phone.page(code.path)
      expect(page).toMatchObject({ name: 'handOver', token: code.token, items: [{ sku: sku.mug, quantity: 2 }] })
    }
    expect(await linesOf(phone)).toEqual({})
    expect(await take(phone, code)).toBe('/checkout/cart')
  })

  test('a link works once, for whoever is first, also when two press at once', async () => {
    const [kiosk, phone, other] = [world.shopper(), world.shopper(), world.shopper()]
    await add(kiosk, sku.mug)
    const code = await codeOf(kiosk)
    await Promise.all([phone.page(code.path), other.page(code.path)])
    const press = (who: TestShopper) => who.submit('/cart/hand-over', { token: code.token })
    const answers = await Promise.all([press(phone), press(other), press(phone)])
    expect(answers.map(({ headers }) => headers.location).toSorted()).toEqual([
      '/cart/hand-over',
      '/cart/hand-over',
      '/checkout/cart',
    ])
    const pieces = [await linesOf(phone), await linesOf(other)].map((lines) => lines[sku.mug] ?? 0)
    expect(pieces.toSorted()).toEqual([0, 1])
    expect((await other.page(code.path)).page).toMatchObject({ name: 'handOver', token: '', items: [] })
  })

  test('a link is over after ten minutes', async () => {
    const [kiosk, phone] = [world.shopper(), world.shopper()]
    await add(kiosk, sku.mug)
    const code = await codeOf(kiosk)
    await phone.page(code.path)
    world.clock.turn(10 * 60_000)
    expect(await take(phone, code)).toBe('/cart/hand-over')
    expect(await linesOf(phone)).toEqual({})
  })

  test.each(['cb2', 'cb-ca'] as const)('a link of another store is nothing in %s', async (key) => {
    const [kiosk, phone] = [world.shopper('cb'), world.shopper(key)]
    await add(kiosk, sku.mug)
    const code = await codeOf(kiosk)
    expect((await phone.page(code.path)).page).toMatchObject({ token: '' })
    expect(await take(phone, code)).toBe('/cart/hand-over')
    expect(await linesOf(phone)).toEqual({})
    // and is not used up by the try
    expect(await take(world.shopper('cb'), code)).toBe('/checkout/cart')
  })

  test('opened where it was made, nothing is doubled', async () => {
    const kiosk = world.shopper()
    await add(kiosk, sku.mug, 2)
    expect(await take(kiosk, await codeOf(kiosk))).toBe('/checkout/cart')
    expect(await linesOf(kiosk)).toEqual({ [sku.mug]: 2 })
  })

  test('what pays and what was put aside does not come along', async () => {
    const [kiosk, phone] = [world.shopper(), world.shopper()]
    await add(kiosk, sku.mug)
    await add(kiosk, sku.shelf)
    const cart = await kiosk.call('cart', 'getCartJsx', {})
    const shelf = cart.lineItems.find((line) => line.sku === sku.shelf)
    await kiosk.call('cart', 'saveForLater', { lineItemId: shelf?.id ?? '' })
    await take(phone, await codeOf(kiosk))
    const taken = await phone.call('cart', 'getCartJsx', {})
    expect(taken.savedForLater).toEqual([])
    expect(taken.cartSummary.discountCode).toBe('')
  })

  test('SAFE-43: a phone whose cart is full is told so, and the link stays good', async () => {
    const [kiosk, phone] = [world.shopper(), await fillCart(world.shopper())]
    await add(kiosk, sku.shelf)
    const code = await codeOf(kiosk)
    expect(await take(phone, code)).toBe('/checkout/cart')
    const { frame } = await phone.page('/checkout/cart')
    expect(frame.notice).toMatch(/^Your cart is full: it holds at most 200 different items\./)
    const { lineItems } = await phone.call('cart', 'getCartJsx', {})
    expect(lineItems.some((line) => line.sku === sku.shelf)).toBe(false)
    await phone.call('cart', 'removeItem', { lineItemId: lineItems[0]?.id ?? '' })
    expect(await take(phone, code)).toBe('/checkout/cart')
    expect((await phone.call('cart', 'getCartJsx', {})).lineItems.some((line) => line.sku === sku.shelf)).toBe(true)
  })

  test('who opens the link learns nothing of the shopper: neither her ZIP nor whom and where she sends to, nor what she writes', async () => {
    const [kiosk, phone] = [world.shopper(), world.shopper()]
    await add(kiosk, sku.mug)
    await kiosk.call('cart', 'applyZipCode', { zip: '10024', country: 'US' })
    await kiosk.call('cart', 'checkout', {})
    await kiosk.submit('/checkout', { isGuestCheckout: 'true' })
    const home = { firstName: 'Philippa', lastName: 'Quillfeather', address1: '77 Hidden Mews', city: 'New York' }
    const reached = { state: 'NY', postalCode: '10024', phone: '212-555-0177', email: 'philippa@example.com' }
    await kiosk.call('checkout', 'saveShippingAddress', { ...address(), ...home, ...reached })
    const { recipientList } = await kiosk.call('checkout', 'refreshCheckout', {})
    const giftOptions = {
      isGift: true,
      giftWrap: 'none' as const,
      giftMessage: 'From your secret aunt',
      hasGiftReceipt: true,
    }
    const told = { recipientId: recipientList[0]?.id ?? '', giftOptions, serviceLevel: 1 } as const
    expect(await kiosk.call('checkout', 'updateGiftOption', told)).toMatchObject({ isSuccess: true })
    const code = await codeOf(kiosk)
    const shown = JSON.stringify((await phone.page(code.path)).page)
    expect(await take(phone, code)).toBe('/checkout/cart')
    expect(await linesOf(phone)).toEqual({ [sku.mug]: 1 })
    const cart = await phone.call('cart', 'getCartJsx', {})
    expect(cart.cartSummary.taxZipCode).toBe('')
    await phone.call('cart', 'checkout', {})
    await phone.submit('/checkout', { isGuestCheckout: 'true' })
    const known = [shown, JSON.stringify(cart), JSON.stringify(await phone.call('checkout', 'refreshCheckout', {}))]
    const secrets = ['10024', 'Philippa', 'Quillfeather', 'Hidden Mews', '555-0177', '5550177', 'secret aunt']
    for (const secret of secrets) expect(known.filter((text) => text.includes(secret))).toEqual([])
    // she herself has all of it as before
    const own = JSON.stringify(await kiosk.call('checkout', 'refreshCheckout', {}))
    for (const secret of ['10024', 'Quillfeather', 'Hidden Mews', 'secret aunt']) expect(own).toContain(secret)
  })

  test('an empty cart has no code', async () => {
    const shopper = world.shopper()
    await shopper.get('/checkout/cart')
    expect(await shopper.call('handOver', 'createHandOver', {})).toMatchObject({ isSuccess: false, url: '' })
  })

  test('the code is drawn, and says whose cart it is to nobody', async () => {
    const kiosk = world.shopper()
    await add(kiosk, sku.mug)
    const made = await kiosk.call('handOver', 'createHandOver', {})
    expect(made.code.size).toBeGreaterThan(20)
    expect(made.code.path).toMatch(/^M[\dMmhHvVzZlL ,.-]+$/)
    expect(made.url).toMatch(/^http:\/\/cb\.localhost:3000\/cart\/hand-over\?token=[\w-]+$/)
  })
})

describe('BEYOND-15: the token', () => {
  const tokens = transferTokens('a secret of a test, long enough')
  const transfer = {
    transferId: '11111111-1111-4111-8111-111111111111',
    shopperId: '22222222-2222-4222-8222-222222222222',
    variantKey: variants['cb2-ca'].key,
    expiresAt: new Date('2026-03-02T15:10:00Z'),
  }

  test('says again what was sealed', () => {
    expect(tokens.open(tokens.seal(transfer))).toEqual(transfer)
  })

  test('is worth nothing with one character changed, cut short, or under another secret', () => {
    const token = tokens.seal(transfer)
    for (let at = 0; at < token.length - 1; at += 1) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expect(tokens.open(changed)).toBeNull()
    }
    for (const other of ['', 'x', token.slice(0, -4), `${token}AAAA`]) expect(tokens.open(other)).toBeNull()
    expect(transferTokens('another secret, as long as that').open(token)).toBeNull()
  })
})
