import { afterAll, beforeAll, expect, test } from 'vitest'
import { item } from '#test/builders/cart-calls.ts'
import { piece, sku, stock } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const lateSofa = { shipKind: 'furniture', makeDays: 40, stock: stock('CB', 0) } as const

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.importLines([
    ...piece('CB', 7_030, 'Late Sofa', lateSofa),
    ...piece('CB', 7_031, 'Soon Chair', { ...lateSofa, makeDays: 12 }),
    ...piece('CB', 7_032, 'Late Pot', { makeDays: 40, stock: stock('CB', 0) }),
  ])
})
afterAll(() => world.close())

const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})

async function choose(shopper: TestShopper, of: object) {
  const { id: recipientId, shipments, giftOptions } = (await refresh(shopper)).recipientList[0]!
  const sent = shipments.map(({ id, selectedServiceLevel }) => ({ id, selectedServiceLevel, ...of }))
  const recipients = [{ recipientId, shipments: sent, giftOptions }]
  return shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients })
}

test('CALM-15: what is late becomes a delivery of its own at the same home, each with its own hours, for the charge that was shown; joined again all is as before', async () => {
  const shopper = await guestInCheckout(world, item(sku.sofaOat), item(7_030))
  const before = await refresh(shopper)
  const [home] = before.recipientList
  const shipment = home!.shipments[0]!
  const late = before.basketItems.find((one) => one.sku === 7_030)!
  expect(shipment.split).toEqual({
    ...{ lineIds: [late.id], charge: 11_900 },
    edd: { message: shipment.items.find((one) => one.sku === 7_030)!.edd.message },
  })
  await choose(shopper, { tripBooking: { selectedWindowId: shipment.tripBooking!.windows[0]!.id } })

  expect(await choose(shopper, { isSplit: true })).toMatchObject({ isSuccess: true })
  const split = await refresh(shopper)
  expect(
    split.recipientList.map(({ address, shipments }) => [address, shipments[0]!.items.map((one) => one.sku)]),
  ).toEqual([
    [home!.address, [sku.sofaOat]],
    [{ ...home!.address, recipientId: split.recipientList[1]!.id }, [7_030]],
  ])
  expect(split.recipientList.map(({ shipments }) => shipments[0]!.split)).toEqual([undefined, undefined])
  const [first, second] = split.recipientList.map(({ shipments }) => shipments[0]!.tripBooking!)
  expect([first!.selectedWindowId, second!.selectedWindowId]).toEqual([null, null])
  expect(first!.windows[0]!.date < second!.windows[0]!.date).toBe(true)
  expect(split.orderSummary.shipping - before.orderSummary.shipping).toBe(11_900)

  const [to, from] = split.recipientList
  await shopper.call('checkout', 'updateRecipientId', { oldRecipientId: from!.id, newRecipientId: to!.id })
  const joined = await refresh(shopper)
  expect(joined.recipientList).toHaveLength(1)
  expect(joined.orderSummary.shipping).toBe(before.orderSummary.shipping)
})

test.each([
  ['pieces that come within two weeks', [sku.sofaOat, 7_031]],
  ['parcels', [sku.mug, 7_032]],
  ['one piece', [7_030]],
] as const)('CALM-15: %s are not offered apart, and asking for it changes nothing', async (_, skus) => {
  const shopper = await guestInCheckout(world, ...skus.map((one) => item(one)))
  expect((await refresh(shopper)).recipientList[0]!.shipments[0]!.split).toBeUndefined()
  const reply = await choose(shopper, { isSplit: true })
  expect(reply.recipientList).toHaveLength(1)
})
