import { afterAll, beforeAll, expect, test } from 'vitest'
import { item } from '#test/builders/cart-calls.ts'
import { piece, sku, stock } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import { createWorld, type World } from '#test/world.ts'

const waiting = { makeDays: 10, stock: stock('CB', 0) }

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.importLines([
    ...piece('CB', 7_010, 'Slow Pot', waiting),
    ...piece('CB', 7_011, 'Slow Sofa', { ...waiting, shipKind: 'furniture' }),
    ...piece('CB', 7_012, 'Slow Shed', { ...waiting, makeDays: 20, shipKind: 'freight' }),
    ...piece('CB', 7_013, 'Shed', { shipKind: 'freight' }),
    ...piece('CB', 7_014, 'Slow Jug', waiting),
  ])
})
afterAll(() => world.close())

async function shipmentsOf(...skus: readonly number[]) {
  const shopper = await guestInCheckout(world, ...skus.map((one) => item(one)))
  const read = async () => (await shopper.call('checkout', 'refreshCheckout', {})).recipientList[0]!
  const choose = async (index: number, of: object) => {
    const { id: recipientId, shipments, giftOptions } = await read()
    const sent = shipments.map(({ id, selectedServiceLevel, isShipCompleteSelected }, nth) => ({
      ...{ id, selectedServiceLevel, isShipCompleteSelected },
      ...(nth === index ? of : {}),
    }))
    const reply = await shopper.call('checkout', 'saveShippingAndGiftOptions', {
      recipients: [{ recipientId, shipments: sent, giftOptions }],
    })
    expect(reply.isSuccess).toBe(true)
    return reply.recipientList[0]!.shipments
  }
  return { read, choose }
}

test.each([
  ['parcels, which then go by standard', [sku.mug, 7_010], 3, 1, 'Mon, Mar 16'],
  ['an in-home delivery, which keeps its own way', [sku.sofaOat, 7_011], 6, 6, 'Mon, Mar 16'],
  ['freight, which keeps its own way', [7_013, 7_012], 8, 8, 'Mon, Mar 30'],
] as const)('CALM-16: %s: all come on the last day, and each on its own again', async (_, skus, from, to, day) => {
  const { read, choose } = await shipmentsOf(...skus)
  const [before] = await choose(0, { selectedServiceLevel: from })
  expect(before).toMatchObject({
    ...{ isShipCompleteVisible: true, isShipCompleteSelected: false, selectedServiceLevel: from },
  })
  const [early, late] = before!.items.map(({ edd }) => edd.message)
  expect(early).toMatch(/^Arrives by /)
  expect(late).toBe(`Available ${day}`)

  const [together] = await choose(0, { isShipCompleteSelected: true })
  expect(together).toMatchObject({
    ...{ isShipCompleteVisible: true, isShipCompleteSelected: true, selectedServiceLevel: to },
  })
  expect(together!.items.map(({ edd }) => edd.message)).toEqual([`All together by ${day}`, late])
  expect((await read()).shipments[0]).toEqual(together)

  const [apart] = await choose(0, { isShipCompleteSelected: false })
  expect(apart!.isShipCompleteSelected).toBe(false)
  expect(apart!.items[0]!.edd.message).toMatch(/^Arrives by /)
})

test('CALM-16: of two shipments to one home each has its own choice', async () => {
  const { choose } = await shipmentsOf(sku.mug, sku.sofaOat, 7_010, 7_011)
  const told = (shipments: Awaited<ReturnType<typeof choose>>) =>
    shipments.map(({ isShipCompleteSelected, items: [first] }) => [
      isShipCompleteSelected,
      first?.edd.message.startsWith('All together'),
    ])
  expect(told(await choose(1, { isShipCompleteSelected: true }))).toEqual([
    [false, false],
    [true, true],
  ])
  expect(told(await choose(0, { isShipCompleteSelected: true }))).toEqual([
    [true, true],
    [true, true],
  ])
  expect(told(await choose(1, { isShipCompleteSelected: false }))).toEqual([
    [true, true],
    [false, false],
  ])
})

test.each([
  ['one line', [7_010]],
  ['lines of one day', [7_010, 7_014]],
] as const)('CALM-16: not for %s', async (_, skus) => {
  const { read } = await shipmentsOf(...skus)
  expect((await read()).shipments[0]).toMatchObject({ isShipCompleteVisible: false, isShipCompleteSelected: false })
})

test('CALM-16: not once the hours of the delivery are booked: all of it comes in them', async () => {
  const { read, choose } = await shipmentsOf(sku.sofaOat, 7_011)
  const { windows } = (await read()).shipments[0]!.tripBooking!
  const [booked] = await choose(0, { tripBooking: { selectedWindowId: windows[0]!.id } })
  expect(booked!.isShipCompleteVisible).toBe(false)
  expect(new Set(booked!.items.map(({ edd }) => edd.message)).size).toBe(1)
})
