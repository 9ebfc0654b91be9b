import { afterAll, beforeAll, expect, test } from 'vitest'
import { address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const none = 'Not available for this ZIP code'
const minneapolis = { ...address(), city: 'Minneapolis', state: 'MN', postalCode: '55401' }

test('OPEN-48, SHIP-24: in the checkout no level of a shipment promises a date to a state that forbids the piece', async () => {
  const shopper = await guestInCheckout(world, item(sku.rug))
  await shopper.call('checkout', 'saveShippingAddress', minneapolis)
  const { basketItems, recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
  expect(basketItems[0]).toMatchObject({ availability: 4, edd: { message: none } })
  const shipment = recipientList[0]?.shipments[0]
  expect(shipment?.availableServiceLevels.map(({ edd }) => edd.message)).toEqual([none, none, none])
  expect(shipment?.items.map(({ edd }) => edd.message)).toEqual([none])
})

test('OPEN-48, SHIP-23: furniture that would go to a post office box has no carrier; a parcel to it has its date', async () => {
  const shopper = await guestInCheckout(world, item(sku.mug))
  await shopper.call('checkout', 'validateAndSaveAddress', { ...address(), address1: 'PO Box 12' })
  await shopper.call('cart', 'addItems', { items: [item(sku.sofaOat)] })
  await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  const { basketItems } = await shopper.call('checkout', 'refreshCheckout', {})
  const said = basketItems.map((one) => [one.sku, one.availability, one.edd.message.split(' ')[0]])
  expect(said).toEqual([
    [sku.mug, 1, 'Arrives'],
    [sku.sofaOat, 5, 'Not'],
  ])
})
