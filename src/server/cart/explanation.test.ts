import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

test('BEYOND-06: the explanation of a cart is of the amounts its cart shows', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 4), item(sku.sofaOat), item(sku.shelf, 2, { IsInstallationServiceRequired: true }))
  await shopper.call('cart', 'applyZipCode', { zip: '60601', country: 'US' })
  await shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
  await shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount: 2_500 })
  const { orderSummary } = await shopper.call('cart', 'getCartJsx', {})
  const told = await shopper.call('cart', 'getTotalExplanation', {})
  expect(told.lines.map(({ name, cents }) => [name, cents])).toEqual([
    ['Subtotal', orderSummary.subtotal],
    ['Discount', orderSummary.discount],
    ['Shipping', orderSummary.shipping],
    ['Installation', orderSummary.installation],
    ['Donation', orderSummary.donation],
    ['Tax', orderSummary.tax],
  ])
  expect(told.total).toBe(orderSummary.total)
  expect(told.lines[0]?.parts.map(({ name }) => name)).toContain('Lounge Sofa, Oat')
  expect(told.lines.at(-1)?.parts[0]).toMatchObject({
    name: 'Illinois',
    how: expect.stringMatching(/^State rate 6.25% of/),
  })
})

test('BEYOND-06: an applied code that gives nothing any more says why, and what would make it apply', async () => {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug, 9))
  await shopper.call('cart', 'applyPromoCode', { promoCode: promos.fromHundred })
  const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
  await shopper.call('cart', 'updateItem', { lineItemId: line!.id, quantity: 4 })
  const told = await shopper.call('cart', 'getTotalExplanation', {})
  expect([told.discountCode, told.promoMessage]).toEqual([
    promos.fromHundred,
    'This promotion code needs $100.00 of merchandise. Add $48.20 more to use it.',
  ])
})
