import { afterAll, beforeAll, expect, test } from 'vitest'
import { address, item } from '#test/builders/cart-calls.ts'
import { piece, sku } from '#test/builders/catalog.ts'
import { guestInCheckout } from '#test/builders/guest-checkout.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const shed = 7_020

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.importLines(piece('CB', shed, 'Shed', { shipKind: 'freight' }))
})
afterAll(() => world.close())

const path = '/checkout/shippingandgiftoptions'
const missing = 'Please enter a phone number, or book a delivery day where one is offered.'

/** A guest on step 2, whose address has no phone unless told. */
async function onStepTwo(skus: readonly number[], phone = '') {
  const shopper = await guestInCheckout(world, ...skus.map((one) => item(one)))
  await shopper.call('checkout', 'saveShippingAddress', address({ phone }))
  expect(await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})).toMatchObject({ isSuccess: true })
  return shopper
}
const homeOf = async (shopper: TestShopper) => (await shopper.call('checkout', 'refreshCheckout', {})).recipientList[0]!
const toPayment = (shopper: TestShopper) => shopper.call('checkout', 'moveToPaymentPage', {})

async function save(
  shopper: TestShopper,
  of: { readonly crew?: { readonly phone: string; readonly accessNotes: string }; readonly window?: number },
) {
  const { id: recipientId, shipments, giftOptions } = await homeOf(shopper)
  const sent = shipments.map(({ id, selectedServiceLevel }) => {
    return { id, selectedServiceLevel, tripBooking: { selectedWindowId: of.window ?? null } }
  })
  const recipient = { recipientId, shipments: sent, giftOptions, ...(of.crew === undefined ? {} : { crew: of.crew }) }
  return shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients: [recipient] })
}

test.each([
  ['an in-home delivery', [sku.sofaOat]],
  ['freight beside a parcel', [sku.mug, shed]],
] as const)('CALM-17: %s without a phone stays on its step, and goes on with one', async (_, skus) => {
  const shopper = await onStepTwo(skus)
  expect((await homeOf(shopper)).crew).toEqual({
    ...{ phone: '', accessNotes: '', isPhoneOfAddress: false, isPhoneNeeded: true },
  })
  expect(await toPayment(shopper)).toMatchObject({ isSuccess: false, errorMessage: missing, redirectUrl: path })
  const crew = { phone: '(312) 555-0100', accessNotes: ' Third floor, gate 4711 ' }
  const kept = { phone: '3125550100', accessNotes: 'Third floor, gate 4711', isPhoneNeeded: false }
  expect((await save(shopper, { crew })).recipientList[0]!.crew).toMatchObject(kept)
  // what is saved without a word of the crew leaves it
  expect((await save(shopper, {})).recipientList[0]!.crew).toMatchObject(kept)
  expect(await toPayment(shopper)).toMatchObject({ isSuccess: true })
  const another = address({ address1: '2 Elm Street', phone: '' })
  await shopper.call('checkout', 'saveShippingAddress', another)
  expect((await homeOf(shopper)).crew).toMatchObject({ phone: '3125550100', accessNotes: '' })
})

test('CALM-17: booked hours do instead of a phone, until they are given up', async () => {
  const shopper = await onStepTwo([sku.sofaOat])
  const [window] = (await homeOf(shopper)).shipments[0]!.tripBooking!.windows
  await save(shopper, { window: window!.id })
  expect(await toPayment(shopper)).toMatchObject({ isSuccess: true })
  await save(shopper, {})
  expect(await toPayment(shopper)).toMatchObject({ isSuccess: false, errorMessage: missing, redirectUrl: path })
})

test.each([
  ['a parcel, which nobody brings in', [sku.mug], '', null],
  [
    'furniture to an address with a phone',
    [sku.sofaOat],
    '312-555-0100',
    { phone: '3125550100', isPhoneOfAddress: true },
  ],
] as const)('CALM-17: nothing more is asked of %s', async (_, skus, phone, crew) => {
  const shopper = await onStepTwo(skus, phone)
  expect((await homeOf(shopper)).crew).toEqual(crew && { ...crew, accessNotes: '', isPhoneNeeded: false })
  expect(await toPayment(shopper)).toMatchObject({ isSuccess: true })
})

test.each([
  ['nine digits', { phone: '312555010', accessNotes: '' }, 'Please enter a phone number with 10 digits.'],
  [
    '201 characters',
    { phone: '', accessNotes: 'x'.repeat(201) },
    'Please use at most 200 characters for the notes on access.',
  ],
])('CALM-17: details that will not do are refused, and nothing is kept: %s', async (_, crew, errorMessage) => {
  const shopper = await onStepTwo([sku.sofaOat])
  expect(await save(shopper, { crew })).toMatchObject({ isSuccess: false, errorMessage })
  expect((await homeOf(shopper)).crew).toMatchObject({ phone: '', accessNotes: '' })
})
