import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { piece, prices, stock } from '#test/builders/catalog.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const sofa = 7_101
const said = 'Made to order in about 7 weeks'

let world: World
beforeAll(async () => {
  world = await createWorld()
  const terms = ['Making takes {weeks}.', 'It cannot be returned.']
  const customOrder = { title: 'Made for you', message: '', terms }
  const making = { makeDays: 49, makeDaysAre: 'calendar', isStockSku: false, stock: stock('CB', 0) } as const
  await world.importLines(piece('CB', sofa, 'Sofa to Order', { ...making, customOrder, prices: prices(9_000) }))
})
afterAll(() => world.close())

test('CALM-04: 49 days of the calendar are seven weeks in every answer, on the confirmation and in the mail', async () => {
  const visitor = world.shopper()
  await add(visitor, item(sofa))
  const asked = await visitor.call('cart', 'getAvailability', { sku: sofa })
  const terms = await visitor.call('cart', 'getCustomOrderConfirmation', { sku: sofa })
  const cart = await visitor.call('cart', 'getCartJsx', {})
  const { basketItems } = await visitor.call('checkout', 'refreshCheckout', {})
  expect([
    asked.parts[0]?.text,
    terms.terms[0],
    cart.lineItems[0]?.availabilityMessage,
    basketItems[0]?.makingTime,
  ]).toEqual([said, 'Making takes about 7 weeks.', said, said])

  const { shopper } = await walletVisitor(world, {
    lines: [{ sku: sofa, quantity: 1 }],
    tokens: [await cardToken(world)],
  })
  expect(await shopper.call('order', 'placeOrder', { adata: '' })).toMatchObject({ isSuccess: true, errorMessage: '' })
  const { items } = await shopper.call('order', 'getOrderConfirmation', {})
  expect(items.map(({ makingTime }) => makingTime)).toEqual([said])
  expect((await mailedTo(world, 'ada@example.com', ['mail.order-placed'])).map(({ text }) => text).join()).toContain(
    said,
  )
})
