import { beforeEach, expect, test } from 'vitest'
import { aCheckout, anAddress, answersOf, aRecipient, aShipment, refusal } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { noteEndedSession, readEndedSession } from '#web/checkout/ended-session.ts'
import { restoreCart } from './restore-cart.ts'

beforeEach(() => sessionStorage.clear())

const bill = anAddress({ firstName: 'Grace', address1: '1 Broadway' })
const express = aRecipient({ shipments: [aShipment({ selectedServiceLevel: 3 })] })
const saveOptions = '/ReactCheckout/SaveShippingAndGiftOptions'
const saveBill = '/ReactCheckout/SaveBillingAddress'

/** A payment step whose session ended, and a shop that sells all of it again. */
function opened(offered = aShipment(), answers: Parameters<typeof fakeServer>[0] = {}) {
  noteEndedSession(aCheckout({ step: 3, recipientList: [express], isBillingSame: false, billingAddress: bill }), 3)
  const fresh = aCheckout({ basketId: 'basket-2', recipientList: [aRecipient({ shipments: [offered] })] })
  const done = { isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }
  return fakeServer({
    ...answersOf(fresh),
    '/ReactCart/AddItems': () => done,
    '/checkout': () => new Response(''),
    ...answers,
  })
}
const restored = async () => {
  const ended = readEndedSession()
  return ended === null ? null : restoreCart(ended, 'US')
}

test('CALM-21: how fast it was to come and where the bill goes come back with it', async () => {
  const server = opened()
  expect(await restored()).toEqual({ address: '/checkout/paymentandbilling', missing: [] })
  expect(server.bodies(saveOptions)).toMatchObject([{ recipients: [{ shipments: [{ selectedServiceLevel: 3 }] }] }])
  expect(server.bodies(saveBill)).toMatchObject([
    { firstName: 'Grace', address1: '1 Broadway', isSameAsShipping: false },
  ])
})

test('CALM-21: a way that is not offered any more is the standard one; a bill that is refused is typed at its step', async () => {
  const slow = aShipment()
  const standard = { ...slow, availableServiceLevels: slow.availableServiceLevels.slice(0, 1) }
  const server = opened(standard, { [saveBill]: () => refusal('An address is missing.') })
  expect(await restored()).toEqual({ address: '/checkout/paymentandbilling', missing: [] })
  expect(server.bodies(saveOptions)).toMatchObject([{ recipients: [{ shipments: [{ selectedServiceLevel: 1 }] }] }])
})
