import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Destination } from '#domain/shipping/methods.ts'
import { baseRateAt } from '#server/providers/tax/base-rates.ts'
import type { TaxAnswer } from '#server/providers/tax/port.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, orderCounts } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

describe('a tax service that does not answer', () => {
  let isUp = false
  const asked: Destination[] = []
  let world: World
  beforeAll(async () => {
    world = await createWorld({
      tax: {
        provider: 'remote',
        async rowsAt(places): Promise<TaxAnswer> {
          asked.push(...places)
          return isUp ? { state: 'answered', rows: places.map(baseRateAt) } : { state: 'unknown', why: 'noConnection' }
        },
      },
    })
  })
  afterEach(() => expectBalancedBooks(world))
  afterAll(() => world.close())

  test('OPEN-78, UX-06, BEYOND-06: leaves the cart usable; its tax row says that the tax comes later, and why', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.mug, 2))
    const before = await shopper.call('cart', 'getCartJsx', {})
    const { isSuccess } = await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
    const cart = await shopper.call('cart', 'getCartJsx', {})
    const explained = await shopper.call('cart', 'getTotalExplanation', {})
    expect([before.orderSummary.isTaxKnown, before.orderSummary.taxMessage]).toEqual([false, undefined])
    expect([isSuccess, cart.orderSummary.isTaxKnown, cart.orderSummary.tax]).toEqual([true, false, 0])
    expect(cart.orderSummary.taxMessage).toBe('Worked out when you order')
    expect(explained.lines.find(({ name }) => name === 'Tax')?.note).toContain('cannot be asked for just now')
  })

  test('OPEN-78: stops an order before anything is charged, and lets it through when it answers again', async () => {
    const shopper = world.shopper()
    await shopper.get('/session')
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    await insertCart(world.database, {
      lines: [{ sku: sku.mug, quantity: 2 }],
      tokens: [await cardToken(world)],
      shopperId,
    })
    const refused = await shopper.call('order', 'placeOrder', { adata: '' })
    const counted = await orderCounts(world)
    isUp = true
    world.clock.turn(11_000)
    const placed = await shopper.call('order', 'placeOrder', { adata: '' })
    expect(refused).toMatchObject({ isSuccess: false, message: '', redirectUrl: '/checkout/review' })
    expect(refused.errorMessage).toContain('nothing was charged')
    expect(counted).toEqual({})
    expect(placed).toMatchObject({ isSuccess: true })
    expect(asked).toContainEqual({ country: 'US', state: 'IL', postalCode: '60523' })
  })
})
