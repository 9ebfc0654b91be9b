import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aBasketItem, aCheckout, aRecipient, aShipment, aSummary, openCheckout } from '#test/web/checkout.ts'

beforeEach(() => sessionStorage.clear())

const saveAll = '/ReactCheckout/SaveShippingAndGiftOptions'
const join = '/ReactCheckout/UpdateRecipientId'
const refresh = '/ReactCheckout/RefreshCheckout'

const sofa = {
  basketItemId: 'item-1',
  sku: 101,
  quantity: 1,
  edd: { message: 'Arrives by Thu, Dec 3' },
  isParcelShipping: false,
}
const bench = { ...sofa, basketItemId: 'item-2', sku: 102, edd: { message: 'Available Fri, Jan 15' } }
const inHome = (id: string, items: (typeof sofa)[]) =>
  aShipment({ id, selectedServiceLevel: 6, availableServiceLevels: [], items })
const items = (secondHome: string) => [
  aBasketItem({ title: 'Oak Sofa' }),
  aBasketItem({ id: 'item-2', sku: 102, title: 'Long Bench', recipientId: secondHome }),
]
const split = { lineIds: ['item-2'], charge: 11_900, edd: { message: 'Available Fri, Jan 15' } }
const whole = {
  recipientList: [aRecipient({ shipments: [{ ...inHome('r1.6', [sofa, bench]), split }] })],
  basketItems: items('r1'),
}
const apart = {
  recipientList: [
    aRecipient({ shipments: [inHome('r1.6', [sofa])] }),
    aRecipient({ id: 'r2', shipments: [inHome('r2.6', [bench])] }),
  ],
  basketItems: items('r2'),
}
const done = {
  isSuccess: true,
  errorMessage: '',
  redirectUrl: '',
  basketVersion: 9,
  changes: [],
  orderSummary: aSummary(),
}
const stepTwo = (of: typeof whole | typeof apart) => aCheckout({ step: 2, highestStep: 2, ...of })

test('CALM-15: the fee is said before; then there are two deliveries, and the later one has the focus', async () => {
  const { server } = await openCheckout(2, whole, {
    [saveAll]: () => ({ ...done, recipientList: apart.recipientList }),
    [refresh]: () => stepTwo(apart),
  })
  expect(await screen.findByText(/^Long Bench would hold up the rest: Available Fri, Jan 15\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Split this delivery, $119.00 more' }))
  const later = await screen.findByRole('heading', { name: /, part 2 of 2$/ })
  await waitFor(() => expect(document.activeElement).toBe(later))
  expect(server.bodies(saveAll)).toMatchObject([{ recipients: [{ shipments: [{ id: 'r1.6', isSplit: true }] }] }])
  expect(screen.queryByRole('button', { name: /^Split this delivery/ })).toBeNull()
})

test('CALM-15: two deliveries are made one again from the later one', async () => {
  const { server } = await openCheckout(2, apart, {
    [join]: () => ({ ...done, ...whole }),
    [refresh]: () => stepTwo(whole),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Bring it in one delivery with the rest' }))
  await screen.findByRole('button', { name: /^Split this delivery/ })
  expect(server.bodies(join)).toEqual([{ oldRecipientId: 'r2', newRecipientId: 'r1' }])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('CALM-15: a split that costs nothing says so', async () => {
  const free = aRecipient({ shipments: [{ ...inHome('r1.6', [sofa, bench]), split: { ...split, charge: 0 } }] })
  await openCheckout(2, { ...whole, recipientList: [free] })
  expect(await screen.findByRole('button', { name: 'Split this delivery, at no extra charge' })).toBeDefined()
})
