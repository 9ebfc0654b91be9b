import { afterAll, beforeAll, expect, test } from 'vitest'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a visitor gets a session and a token, and can make calls', async () => {
  const shopper = world.shopper('cb2-ca')
  expect(await shopper.call('platform', 'log', { message: 'hello', level: 'info' })).toEqual({
    isSuccess: true,
    errorMessage: '',
  })
  expect(shopper.cookies.has('sid')).toBe(true)
})

test('what a visitor adds is in the cart', async () => {
  const shopper = world.shopper('cb')
  const added = await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
  expect(added).toMatchObject({ isSuccess: true, cartQuantity: 2 })
  const cart = await shopper.call('cart', 'getCartJsx', {})
  expect(cart.lineItems).toMatchObject([{ sku: sku.mug, quantity: 2 }])
})
