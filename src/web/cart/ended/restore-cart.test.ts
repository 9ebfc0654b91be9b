import { beforeEach, expect, test } from 'vitest'
import type { ProductSku } from '#contracts/pages.ts'
import { aBasketItem, aCheckout, anAddress, answersOf, aRecipient, aShipment, refusal } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aProduct, aSku, aState } from '#test/web/pages.ts'
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

const words = [{ elementName: 'Line1', text: 'Ann', textColor: 'Navy', font: 'Script' }]
const personalization = { type: 700, id: 'design-of-before', lines: words, designHash: 'a1' }
const savePath = '/personalization/design/save'
const template = { type: 700, templateName: 'Towel', locationName: 'Center', fee: 1_000, lines: [] } as const
const made = (piece: Partial<ProductSku>) => () => {
  const product = aProduct({ skus: [aSku({ sku: 101, ...piece })] })
  return aState({ name: 'product', product }, '/product/101')
}

test.each([
  ['under a new id', made({ personalization: template }), ['design-anew'], []],
  ['and is missing when it is not made any more', made({}), [], ['Oak Table']],
] as const)('CALM-21: a piece with her own words comes back with them, %s', async (_name, product, added, missing) => {
  const server = fakeServer({
    ...answersOf(aCheckout({ basketId: 'basket-2' })),
    '/ReactCart/AddItems': () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }),
    '/checkout': () => new Response(''),
    '/product/101': product,
    [savePath]: () => {
      const pricingDto = { formattedTotalPrice: '$139.99' }
      return { isSuccess: true, errorMessage: '', personalizationUuid: 'design-anew', pricingDto }
    },
  })
  const items = [aBasketItem({ title: 'Towel' }), aBasketItem({ title: 'Oak Table', personalization })]
  noteEndedSession(aCheckout({ step: 1, basketItems: items }), 1)
  expect((await restored())?.missing).toEqual(missing)
  const sent = server.bodies('/ReactCart/AddItems') as { items: { PersonalizationId: string }[] }[]
  expect(sent.map((body) => body.items[0]?.PersonalizationId)).toEqual(['', ...added])
  const { textColor: textcolor, ...line } = words[0] ?? { textColor: '' }
  const { templateName, locationName } = template
  const design = { templateName, locationName, sku: 101, personalization: [{ ...line, textcolor }] }
  expect(server.bodies(savePath)).toMatchObject(added.map(() => ({ quantity: 2, orderType: 'cart', design })))
})
