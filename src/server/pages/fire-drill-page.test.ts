import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('BEYOND-12: the drill of the popups shows the lines of the cart, and changes nothing', async () => {
  const shopper = world.shopper('cb-ca')
  await add(shopper, item(sku.mug, 2))
  const before = await shopper.call('cart', 'getCartJsx', {})
  const { page } = await shopper.page('/fire-drill/cart')
  const after = await shopper.call('cart', 'getCartJsx', {})
  expect(page).toMatchObject({ name: 'fireDrill', cart: { lineItems: [{ sku: sku.mug, quantity: 2 }] } })
  expect(after).toEqual(before)
})

test('BEYOND-12: without the built-in gateway there is no drill', async () => {
  const real = await createWorld({ config: { hasFireDrill: false } })
  const answer = await real.shopper().get('/fire-drill/cart')
  await real.close()
  expect(answer.statusCode).toBe(404)
})
