import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { bodyOf } from '#test/suites/call-bodies.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld()
  token = await cardToken(world)
})
afterAll(() => world.close())

const toFrance = { cookies: { 'ship-to-country': 'FR' } }
const byRequest =
  'You ship to another country. Orders there are placed by request: press Checkout in your cart to send us one.'
const giftOptions = { isGift: false, giftWrap: 'none', giftMessage: '', hasGiftReceipt: false }
const payments = '/checkout/alternativepayments'

describe('a cart for another country is ordered by request alone', () => {
  test.each([
    ['checkout', 'validateAndSaveAddress', address()],
    ['checkout', 'saveShippingAddress', address()],
    ['checkout', 'saveBillingAddress', { ...address(), isSameAsShipping: true }],
    ['checkout', 'saveMultiShipping', { addressId: '11111111-1111-4111-8111-111111111111' }],
    ['checkout', 'saveShippingAndGiftOptions', { recipients: [] }],
    ['checkout', 'updateGiftOption', { recipientId: 'r', giftOptions, serviceLevel: 1 }],
    ['checkout', 'moveToShippingAndGiftOptions', {}],
    ['checkout', 'moveToPaymentPage', {}],
    ['checkout', 'moveToReviewPage', {}],
    ['payment', 'savePayment', {}],
    ['payment', 'providerSaveCard', {}],
    ['wallet', 'openWalletSheet', { method: 'paypal' }],
    ['wallet', 'applyVenmoPayment', bodyOf(`${payments}/applyVenmoPayment`)],
    ['wallet', 'applyApplePayPayment', bodyOf(`${payments}/applyApplePayPayment`)],
    ['order', 'placeOrder', { adata: '' }],
    ['order', 'placeApplePayOrder', bodyOf('/ReactCheckout/PlaceApplePayOrder')],
    ['order', 'placeApplePayOrderFromPayment', bodyOf('/ReactCheckout/PlaceApplePayOrderFromPayment')],
    ['order', 'placePayPalOrderFromPayment', bodyOf('/ReactCheckout/PlacePayPalOrderFromPayment')],
  ] as const)('CART-33, OPEN-42: %s %s is refused, and nothing changes', async (topic, name, body) => {
    const { shopper } = await walletVisitor(world, { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token] })
    const before = await shopper.call('checkout', 'refreshCheckout', {})
    const answer = await shopper.rawCall(topic, name, body, toFrance)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ isSuccess: false, errorMessage: byRequest }),
    ])
    expect(await shopper.call('checkout', 'refreshCheckout', {})).toEqual(before)
    expect((await shopper.call('order', 'placeOrder', { adata: '' })).isSuccess).toBe(true)
  })

  test('CART-33: the steps and Place Order lead back to the cart', async () => {
    const { shopper } = await walletVisitor(world, { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token] })
    const moved = await shopper.call('checkout', 'moveToPaymentPage', {}, toFrance)
    const placed = await shopper.call('order', 'placeOrder', { adata: '' }, toFrance)
    expect([moved.redirectUrl, placed.redirectUrl]).toEqual(['/checkout/cart', '/checkout/cart'])
  })

  test('CART-33, UNAVAIL-26: the law of a state whose ZIP is known stops no request from abroad', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.rug))
    await shopper.call('cart', 'applyZipCode', { zip: '55401', country: 'US' })
    expect(await shopper.call('cart', 'checkout', {})).toMatchObject({ isSuccess: false, errorType: 9 })
    const { lineItems } = await shopper.call('cart', 'getCartJsx', {}, toFrance)
    expect(lineItems[0]?.restriction).toBeUndefined()
    expect(await shopper.call('cart', 'checkout', {}, toFrance)).toMatchObject({
      isSuccess: true,
      redirectUrl: '/customer-service/international-orders',
    })
  })
})
