import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { endPromo, promos, putPromoFor, putPromos } from '#test/builders/promos.ts'
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
    ['unknown', 'NOSUCHCODE', 'We do not know this promotion code. Please check that it is typed as it was printed.'],
    ['of another brand', promos.otherBrand, 'This promotion code is for CB2. It can be used in that store only.'],
    [
      'of another country',
      promos.otherCountry,
      'This promotion code is for CB Canada. It can be used in that store only.',
    ],
    ['not started', promos.notStarted, 'This promotion code is not good yet. You can use it from June 1, 2126 on.'],
    ['ended', promos.ended, 'This promotion code ended on January 31, 2026.'],
    ['used up', promos.usedUp, 'This promotion code has been used as often as it was given out.'],
    [
      'below its least subtotal',
      promos.fromHundred,
      'This promotion code needs $100.00 of merchandise. Add $48.20 more to use it.',
    ],
  ])('OPEN-38, OPEN-72, BEYOND-06: a code that is %s is refused', async (_what, promoCode, message) => {
    const shopper = await withMug()
    const reply = await shopper.call('cart', 'applyPromoCode', { promoCode })
    expect(reply).toMatchObject({ isSuccess: false, promoErrorMessage: message, cartErrorMessage: '' })
    expect((await shopper.call('cart', 'getCartJsx', {})).cartSummary.discountCode).toBe('')
  })

  test('OPEN-72, BEYOND-06: a code is refused to a shopper who has used it, and not to another', async () => {
    const [first, other] = [await withMug(), await withMug()]
    const { basketId } = await first.call('checkout', 'refreshCheckout', {})
    await world.database.count(
      {
        name: 'test.promo-use',
        text: `insert into shop.promo_use (code, order_id, shopper_id, state)
               select $1, gen_random_uuid(), shopper_id, 'used' from shop.cart where cart_id = $2`,
      },
      [promos.fiveDollars, basketId],
    )
    const apply = (shopper: typeof first) => shopper.call('cart', 'applyPromoCode', { promoCode: promos.fiveDollars })
    expect([(await apply(first)).promoErrorMessage, (await apply(other)).promoErrorMessage]).toEqual([
      'You have used this promotion code as often as one shopper may.',
      '',
    ])
  })

  test('OPEN-72, OPEN-68, BEYOND-06: a store-card code is refused beside another card, and says what to do', async () => {
    const shopper = await withMug()
    const { basketId } = await shopper.call('checkout', 'refreshCheckout', {})
    const withCard = (brand: string) =>
      world.database.count(
        {
          name: 'test.card',
          text: `insert into shop.cart_payment (shopper_id, cart_id, slot, basket_payment_guid, method, provider, token, brand,
                   last_four, exp_month, exp_year)
                 select shopper_id, cart_id, 1, gen_random_uuid(), 'card', 'built-in', 'token', $2, '1111', 12, 2030
                 from shop.cart where cart_id = $1
                 on conflict (shopper_id, cart_id, slot) do update set brand = excluded.brand`,
        },
        [basketId, brand],
      )
    const apply = () => shopper.call('cart', 'applyPromoCode', { promoCode: promos.storeCard })
    await withCard('Visa')
    const refused = await apply()
    await withCard('PLCCSynchrony')
    const taken = await apply()
    expect([refused.isSuccess, refused.promoErrorMessage]).toEqual([
      false,
      'This promotion code is for our store card. Pay with your store card to use it; gift cards and codes may pay a part.',
    ])
    expect([taken.isSuccess, taken.promoErrorMessage]).toEqual([true, ''])
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

  test('OPEN-71: a bad code answers its message with the cart as it was', async () => {
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
    await shopper.call('checkout', 'applyPromoCode', { promoCode: promos.endsLater })
    await endPromo(world.database, promos.endsLater)
    const seen = await shopper.call('cart', 'getCartJsx', {})
    const reply = await shopper.call('checkout', 'verifyPromoCode', { promoCode: promos.endsLater })
    expect(seen.orderSummary.discount).toBe(0)
    expect(reply).toMatchObject({
      isSuccess: true,
      isPromoCodeRemoved: true,
      promoErrorMessage: 'This promotion code is no longer valid and was removed.',
      orderSummary: { discount: 0 },
    })
  })
})

describe('SAFE-68: a code begins and ends by one rule and one clock, the database’s', () => {
  const apply = (shopper: Awaited<ReturnType<typeof withMug>>, promoCode: string) =>
    shopper.call('cart', 'applyPromoCode', { promoCode })
  const ways = ['cart', 'checkout'] as const

  test.each(ways)(
    'SAFE-68: one that ended a minute ago cannot be put in at the %s, whatever our own clock says',
    async (at) => {
      const code = `OVER-${at.toUpperCase()}`
      await putPromoFor(world.database, code, { endsIn: -60 })
      const reply = await (await withMug()).call(at, 'applyPromoCode', { promoCode: code })
      expect(reply).toMatchObject({ isSuccess: false, promoErrorMessage: expect.stringContaining('ended on') })
    },
  )

  test.each(ways)('SAFE-68: one that begins in an hour cannot be put in at the %s', async (at) => {
    const code = `AHEAD-${at.toUpperCase()}`
    await putPromoFor(world.database, code, { startsIn: 3_600 })
    const reply = await (await withMug()).call(at, 'applyPromoCode', { promoCode: code })
    expect(reply).toMatchObject({ isSuccess: false, promoErrorMessage: expect.stringContaining('not good yet') })
  })

  test.each([
    ['began a minute ago and ends in one', { startsIn: -60, endsIn: 60 }],
    ['began a minute ago', { startsIn: -60 }],
    ['ends in a minute', { endsIn: 60 }],
  ] as const)('SAFE-68: one that %s gives its discount', async (name, when) => {
    const code = `RUNS-${name.replaceAll(' ', '-').toUpperCase()}`
    await putPromoFor(world.database, code, when)
    const shopper = await withMug()
    expect((await apply(shopper, code)).isSuccess).toBe(true)
    const { cartSummary, orderSummary } = await shopper.call('cart', 'getCartJsx', {})
    expect([cartSummary.discountCode, cartSummary.promoMessage, orderSummary.discount]).toEqual([code, undefined, 500])
  })

  test('SAFE-68: one that ended since says so at once in cart and checkout, gives nothing, and goes in no more', async () => {
    await putPromoFor(world.database, 'SINCE', { endsIn: 3_600 })
    const shopper = await withMug()
    await apply(shopper, 'SINCE')
    await endPromo(world.database, 'SINCE')
    const cart = await shopper.call('cart', 'getCartJsx', {})
    const ended = expect.stringContaining('ended on')
    expect(cart.cartSummary).toMatchObject({ discountCode: 'SINCE', promoMessage: ended })
    expect(cart.orderSummary.discount).toBe(0)
    expect((await shopper.call('checkout', 'refreshCheckout', {})).promo.errorMessage).toEqual(ended)
    expect((await shopper.call('cart', 'getTotalExplanation', {})).promoMessage).toEqual(ended)
    const verified = await shopper.call('checkout', 'verifyPromoCode', { promoCode: 'SINCE' })
    expect([verified.isPromoCodeRemoved, verified.orderSummary.discount]).toEqual([true, 0])
    expect(await apply(shopper, 'SINCE')).toMatchObject({ isSuccess: false, promoErrorMessage: ended })
    const after = await shopper.call('cart', 'getCartJsx', {})
    expect([after.cartSummary.discountCode, after.cartSummary.promoMessage]).toEqual(['', undefined])
  })
})
