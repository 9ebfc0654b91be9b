import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const cartOf = (shopper: TestShopper) => shopper.call('cart', 'getCartJsx', {})
const applyZip = (shopper: TestShopper, zip: string) => shopper.call('cart', 'applyZipCode', { zip, country: 'US' })
const messages = ({ changes }: { readonly changes: readonly { readonly message: string }[] }) =>
  changes.map(({ message }) => message)

describe('CALM-02: what the place changes is told once, with amounts', () => {
  test('a first ZIP: shipping against its estimate, and the tax', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    const before = (await cartOf(shopper)).orderSummary
    const { cartData, ...reply } = await applyZip(shopper, '60601')
    const { shipping, tax } = cartData!.orderSummary
    expect(before.shipping).toBeGreaterThan(shipping)
    const told = [
      `Shipping to 60601 is ${dollars(shipping)}, ${dollars(before.shipping - shipping)} less than estimated.`,
      `Tax for 60601 is ${dollars(tax)}.`,
    ]
    expect(messages(reply).slice(0, 2)).toEqual(told)
    expect(messages(cartData!)).toEqual(messages(reply))
    expect(messages(await cartOf(shopper))).toEqual([])
    expect(messages(await applyZip(shopper, '60601'))).toEqual([])
  })

  test('a ZIP without tax: an amount, for nothing of it is a present', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    const { tax } = (await applyZip(shopper, '60601')).cartData!.orderSummary
    const told = messages(await applyZip(shopper, '59001'))
    expect(told).toContain(`Tax for 59001 is $0.00, ${dollars(tax)} less than before.`)
  })

  test('another address than the ZIP of the cart: both with what they were, and the way it comes', async () => {
    const shopper = await guestInCheckout(world, item(sku.sofaOat))
    const before = (await cartOf(shopper)).orderSummary
    const save = (of: object) => shopper.call('checkout', 'saveShippingAddress', address(of))
    const far = await save({ city: 'Boise', state: 'ID', postalCode: '83702' })
    const { shipping, tax } = far.orderSummary
    expect(messages(far)).toContain(
      `Shipping to 83702 is ${dollars(shipping)}, ${dollars(shipping - before.shipping)} more than before.`,
    )
    const isLess = tax < before.tax
    expect(messages(far)).toContain(
      `Tax for 83702 is ${dollars(tax)}, ${dollars(Math.abs(tax - before.tax))} ${isLess ? 'less' : 'more'} than before.`,
    )
    expect(messages(await save({ city: 'Boise', state: 'ID', postalCode: '83702', firstName: 'Grace' }))).toEqual([])
  })

  test('another tab is told what it missed as one change', async () => {
    const shopper = world.shopper()
    await add(shopper, item(sku.sofaOat))
    const tab = await cartOf(shopper)
    await applyZip(shopper, '83702')
    await applyZip(shopper, '60601')
    await applyZip(shopper, '60606')
    const reply = await shopper.call(
      'cart',
      'getCartJsx',
      {},
      { headers: { 'basket-version': `${tab.basketVersion}` } },
    )
    const shipping = messages(reply).filter((message) => message.startsWith('Shipping to'))
    expect(shipping).toEqual([expect.stringMatching(/^Shipping to 60606 is .* less than before\.$/)])
  })
})
