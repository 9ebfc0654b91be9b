import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

const give = (shopper: TestShopper, amount: number) =>
  shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount })
const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const donations = async (shopper: TestShopper) =>
  (await cartOf(shopper)).lineItems
    .filter(({ isDonation }) => isDonation)
    .map(({ quantity, totalPrice }) => [quantity, totalPrice])

describe('CART-13, OPEN-36: a donation stays one, of the amount that was wanted last', () => {
  const ways: [string, 'removeItem' | 'saveForLater', 'restoreItem' | 'moveToCart'][] = [
    ['an undo', 'removeItem', 'restoreItem'],
    ['the saved list', 'saveForLater', 'moveToCart'],
  ]
  test.each(ways)('also when an earlier one comes back by %s', async (_way, away, back) => {
    const shopper = world.shopper()
    await give(shopper, 2_500)
    const [first] = (await cartOf(shopper)).lineItems
    await shopper.call('cart', away, { lineItemId: first!.id })
    await give(shopper, 1_000)
    const { savedForLater } = await cartOf(shopper)
    const lineItemId = savedForLater[0]?.id ?? first!.id
    expect((await shopper.call('cart', back, { lineItemId })).isSuccess).toBe(true)
    expect(await donations(shopper)).toEqual([[1, 2_500]])
  })

  test('UX-10: removed and brought back it is as it was', async () => {
    const shopper = world.shopper()
    await give(shopper, 2_500)
    const before = await cartOf(shopper)
    const lineItemId = before.lineItems[0]!.id
    await shopper.call('cart', 'removeItem', { lineItemId })
    await shopper.call('cart', 'restoreItem', { lineItemId })
    const after = await cartOf(shopper)
    expect([after.lineItems, after.orderSummary]).toEqual([before.lineItems, before.orderSummary])
  })
})

test('CART-13, OPEN-72: a promotion takes nothing off a donation', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 4))
  await shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
  const without = await cartOf(shopper)
  await give(shopper, 10_000)
  const { orderSummary } = await cartOf(shopper)
  expect(orderSummary).toEqual({
    ...without.orderSummary,
    donation: 10_000,
    total: without.orderSummary.total + 10_000,
    amountDue: without.orderSummary.amountDue + 10_000,
  })
  expect(orderSummary.discount).toBe(518)
})
