import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/basket.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

async function withMug(quantity = 4) {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, quantity))
  return shopper
}

describe('the promo code of the cart', () => {
  test('CART-18, OPEN-38, CALL-13: a code is applied whatever its case, and the totals are lower', async () => {
    const shopper = await withMug()
    const reply = await shopper.call('cart', 'applyPromoCode', { promoCode: ` ${promos.tenPercent.toLowerCase()} ` })
    expect(reply).toMatchObject({ isSuccess: true, promoErrorMessage: '', cartErrorMessage: '' })
    const cart = await shopper.call('cart', 'getCartJsx', {})
    expect(cart.cartSummary.discountCode).toBe(promos.tenPercent)
    expect(cart.orderSummary).toMatchObject({ subtotal: 5_180, discount: 518, total: 5_180 - 518 + 1_495 })
  })

  test('CART-19, OPEN-38: a code is removed and the totals are back', async () => {
    const shopper = await withMug()
    const before = await shopper.call('cart', 'getCartJsx', {})
    await shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
    expect((await shopper.call('cart', 'removePromoCode', {})).isSuccess).toBe(true)
    const after = await shopper.call('cart', 'getCartJsx', {})
    expect(after.cartSummary.discountCode).toBe('')
    expect(after.orderSummary).toEqual(before.orderSummary)
  })

  test('UX-10: undo of a removal gives the code its benefit again, once', async () => {
    const shopper = await withMug(8)
    await shopper.call('cart', 'applyPromoCode', { promoCode: promos.fromHundred })
    const before = await shopper.call('cart', 'getCartJsx', {})
    const lineItemId = before.lineItems[0]!.id
    await shopper.call('cart', 'removeItem', { lineItemId })
    const without = await shopper.call('cart', 'getCartJsx', {})
    await shopper.call('cart', 'restoreItem', { lineItemId })
    const after = await shopper.call('cart', 'getCartJsx', {})
    expect([before.orderSummary.discount, without.orderSummary.discount]).toEqual([1_000, 0])
    expect([after.cartSummary, after.orderSummary]).toEqual([before.cartSummary, before.orderSummary])
  })

  test('OPEN-38: removing without a code is refused at the promo field', async () => {
    const reply = await (await withMug()).call('cart', 'removePromoCode', {})
    expect(reply).toMatchObject({ isSuccess: false, promoErrorMessage: 'There is no promotion code to remove.' })
  })

  test.each([
    ['unknown', 'NOSUCHCODE', 'This promotion code is not valid.'],
    ['of another brand', promos.otherBrand, 'This promotion code is not valid.'],
    ['of another country', promos.otherCountry, 'This promotion code is not valid.'],
    ['not started', promos.notStarted, 'This promotion code can be used from 2026-06-01 on.'],
    ['ended', promos.ended, 'This promotion code ended on 2026-01-31.'],
    ['used up', promos.usedUp, 'This promotion code has already been used.'],
    [
      'below its least subtotal',
      promos.fromHundred,
      'This promotion code needs $100.00 of merchandise. Add $48.20 more to use it.',
    ],
  ])('OPEN-38, OPEN-72: a code that is %s is refused', async (_what, promoCode, message) => {
    const shopper = await withMug()
    const reply = await shopper.call('cart', 'applyPromoCode', { promoCode })
    expect(reply).toMatchObject({ isSuccess: false, promoErrorMessage: message, cartErrorMessage: '' })
    expect((await shopper.call('cart', 'getCartJsx', {})).cartSummary.discountCode).toBe('')
  })

  test('OPEN-72: a second code takes the place of the first', async () => {
    const shopper = await withMug(10)
    await shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
    await shopper.call('cart', 'applyPromoCode', { promoCode: promos.fiveDollars })
    const cart = await shopper.call('cart', 'getCartJsx', {})
    expect([cart.cartSummary.discountCode, cart.orderSummary.discount]).toEqual([promos.fiveDollars, 500])
  })

  test('OPEN-72: free shipping takes off standard shipping and not the extra of express', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 1, { ShipMethod: 3 }))
    await shopper.call('cart', 'applyPromoCode', { promoCode: promos.freeShipping })
    expect((await shopper.call('cart', 'getCartJsx', {})).orderSummary.shipping).toBe(2_500)
  })
})

describe('the promo code of the checkout', () => {
  test('CALL-35, OPEN-71: apply and remove answer code and totals', async () => {
    const shopper = await withMug()
    const applied = await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.tenPercent })
    expect(applied).toMatchObject({ isSuccess: true, promoErrorMessage: '', discountCode: promos.tenPercent })
    expect(applied.orderSummary.discount).toBe(518)
    const removed = await shopper.call('checkout', 'removePromoCode', {})
    expect(removed).toMatchObject({ isSuccess: true, discountCode: '', orderSummary: { discount: 0 } })
  })

  test('OPEN-71: a bad code answers its message with the basket as it was', async () => {
    const shopper = await withMug()
    const reply = await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.ended })
    expect(reply).toMatchObject({ isSuccess: false, discountCode: '', cartErrorMessage: '' })
    expect(reply.promoErrorMessage).toContain('ended')
  })

  test('OPEN-71: verifying keeps a good code', async () => {
    const shopper = await withMug()
    await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.tenPercent })
    const reply = await shopper.call('checkout', 'verifyPromoCode', { promoCode: promos.tenPercent })
    expect(reply).toMatchObject({ isSuccess: true, isPromoCodeRemoved: false, promoErrorMessage: '' })
  })

  test('OPEN-71, BEYOND-01: a code that has ended since it was applied is removed, and that is said', async () => {
    const shopper = await withMug()
    await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.endsSoon })
    world.clock.set('2026-03-20T15:00:00Z')
    const seen = await shopper.call('cart', 'getCartJsx', {})
    const reply = await shopper.call('checkout', 'verifyPromoCode', { promoCode: promos.endsSoon })
    world.clock.set('2026-03-02T15:00:00Z')
    expect(seen.orderSummary.discount).toBe(0)
    expect(reply).toMatchObject({
      isSuccess: true,
      isPromoCodeRemoved: true,
      promoErrorMessage: 'This promotion code is no longer valid and was removed.',
      orderSummary: { discount: 0 },
    })
  })
})
