import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const ownPage = `/product/${sku.donation}`
const given = async (shopper: TestShopper) =>
  (await shopper.call('cart', 'getCartJsx', {})).lineItems.map((line) => [line.sku, line.isDonation, line.totalPrice])
const send = async (shopper: TestShopper, fields: { readonly [name: string]: string }) => {
  const { headers } = await shopper.submit('/cart/donate', { Sku: String(sku.donation), ...fields })
  return headers.location
}

describe('OPEN-36, UX-24: the native form of a donation’s page', () => {
  test('OPEN-36: a chosen amount goes into the cart, and a typed one takes its place', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    expect(await send(shopper, { Amount: '1000', OtherAmount: '700' })).toBe('/checkout/cart')
    expect(await given(shopper)).toEqual([[sku.donation, true, 1_000]])
    expect(await send(shopper, { Amount: 'other', OtherAmount: '$1,000' })).toBe('/checkout/cart')
    expect(await given(shopper)).toEqual([[sku.donation, true, 100_000]])
  })

  test('UX-24: a guest without a session gives from a kept page, which has no token', async () => {
    const shopper = world.shopper()
    const own = { origin: 'http://cb.localhost:3000' }
    await shopper.submit('/cart/donate', { Sku: String(sku.donation), Amount: '500' }, own)
    expect(await given(shopper)).toEqual([[sku.donation, true, 500]])
  })

  test.each([
    ['', 'Please enter an amount.'],
    ['a lot', 'Please check the amount.'],
    ['12.50', 'Please choose whole dollars, without cents.'],
    ['0', 'Please choose an amount from $1.00 to $1,000.00.'],
    ['1001', 'Please choose an amount from $1.00 to $1,000.00.'],
  ])('SAFE-33, OPEN-36: %j is refused at its field, with what was typed, and nothing is given', async (text, told) => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const typed = { Amount: 'other', ...(text === '' ? {} : { OtherAmount: text }) }
    expect(await send(shopper, { Amount: 'other', OtherAmount: text })).toBe(`${ownPage}#OtherAmount`)
    const { frame } = await shopper.page(ownPage)
    expect([frame.notice, frame.noticeField, frame.typed]).toEqual([told, 'OtherAmount', typed])
    expect(await given(shopper)).toEqual([])
  })

  test('OPEN-36: what is no donation is not given to', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    expect(await send(shopper, { Sku: String(sku.mug), Amount: '500' })).toBe(`/product/${sku.mug}`)
    expect(await given(shopper)).toEqual([])
  })
})

describe('OPEN-36, UX-24: the native form of a donation in the cart', () => {
  const inCart = async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount: 2_500 })
    await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
    const idOf = (number: number) => lineItems.find((line) => line.sku === number)?.id ?? ''
    return { shopper, donation: idOf(sku.donation), mug: idOf(sku.mug) }
  }

  test('OPEN-36: another amount takes the place of the first', async () => {
    const { shopper, donation } = await inCart()
    const { headers } = await shopper.submit('/cart/amount', { lineItemId: donation, amount: '40' })
    expect(headers.location).toBe('/checkout/cart')
    expect(await given(shopper)).toEqual([
      [sku.donation, true, 4_000],
      [sku.mug, false, 1_295],
    ])
  })

  test('SAFE-33: what cannot be is told at its line, with what was typed; of any other line, at the top', async () => {
    const { shopper, donation, mug } = await inCart()
    const told = async (lineItemId: string, amount: string) => {
      const { headers } = await shopper.submit('/cart/amount', { lineItemId, amount })
      const { frame } = await shopper.page('/checkout/cart')
      return [headers.location, frame.notice, frame.typed]
    }
    const field = `amount-${donation}`
    expect(await told(donation, '12.50')).toEqual([
      `/checkout/cart#told-${field}`,
      'Please choose whole dollars, without cents.',
      { [field]: '12.50' },
    ])
    for (const other of [mug, 'nothing']) {
      expect(await told(other, '40')).toEqual(['/checkout/cart', 'This item is no longer in your cart.', {}])
    }
    expect(await given(shopper)).toContainEqual([sku.donation, true, 2_500])
  })
})
