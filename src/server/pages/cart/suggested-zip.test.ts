import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const atStore = { IsPickupSelected: true, Location: String(place.store.CB.US) }

async function suggested(shopper: TestShopper): Promise<string | undefined> {
  const { page } = await shopper.page('/checkout/cart')
  if (page.name !== 'cart') throw new Error(`${page.name} in place of the cart`)
  return page.suggestedZip
}

/** A member who has an address from an order that she did not place. */
async function memberAtHome(): Promise<TestShopper> {
  const { shopper } = await newMember(world)
  await add(shopper, item(sku.mug))
  await shopper.call('cart', 'checkout', {})
  await shopper.call('checkout', 'saveShippingAddress', address({ saveToAccount: true }))
  const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
  await shopper.call('cart', 'removeItem', { lineItemId: line!.id })
  return shopper
}

test('CALM-01: the cart page is told the ZIP of the account, else of the chosen store, until the cart has one', async () => {
  const guest = world.shopper()
  expect(await suggested(guest)).toBeUndefined()
  await add(guest, item(sku.mug))
  expect(await suggested(guest)).toBeUndefined()
  await add(guest, item(sku.rug, 1, atStore))
  expect(await suggested(guest)).toMatch(/^\d{5}$/)
  await guest.call('cart', 'applyZipCode', { zip: '10001', country: 'US' })
  expect(await suggested(guest)).toBeUndefined()

  const member = await memberAtHome()
  await add(member, item(sku.mug), item(sku.rug, 1, atStore))
  expect(await suggested(member)).toBe('60601')
})
