import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBasketItem, aConfirmation, anAddress, aRecipient, aShipment, openCheckout } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

// a page fetches them when it is idle
beforeAll(async () => {
  await Promise.all([import('#web/address/address-help.tsx'), import('#web/checkout/recipients/delivery-options.ts')])
})
beforeEach(() => sessionStorage.clear())

const donation = aBasketItem({
  ...{ id: 'given', sku: 411, title: 'Plant a Tree', quantity: 1, currentPrice: 2_500, totalPrice: 2_500 },
  ...{ optionChoices: [], isDonation: true, edd: { message: '' } },
})
const alone = { basketItems: [donation], recipientList: [aRecipient({ shipments: [] })] }
const both = { basketItems: [aBasketItem(), donation], recipientList: [aRecipient()] }
const text = () => screen.getByRole('main').textContent

describe('CART-13: a checkout of nothing but a donation', () => {
  test('asks for name and address for the bill, and says that nothing is shipped', async () => {
    await openCheckout(1, { ...alone, recipientList: [aRecipient({ address: null, shipments: [] })] })
    screen.getByRole('heading', { name: 'Your details' })
    expect(text()).toContain('Nothing is shipped. Your name and address are for the payment and your receipt.')
    expect(screen.getByLabelText('First name').getAttribute('autocomplete')).toContain('billing')
  })

  test('has nothing to wrap and no shipping charges', async () => {
    await openCheckout(2, alone)
    within(screen.getByRole('list', { name: 'Donations' })).getByText('Plant a Tree')
    expect(screen.queryByLabelText('This is a gift')).toBeNull()
    expect(screen.queryByRole('button', { name: /Shipping charges/ })).toBeNull()
    screen.getByRole('button', { name: 'Next: Payment' })
  })

  test('shows it at the review', async () => {
    await openCheckout(4, alone)
    const given = within(screen.getByRole('region', { name: 'Items and delivery' })).getByRole('list')
    expect(given.textContent).toBe('Plant a Tree$25.00, nothing is shipped')
  })
})

describe('CART-13: a checkout of a donation and other things', () => {
  test('asks and offers what the other things need', async () => {
    await openCheckout(1, both)
    expect(screen.queryByRole('heading', { name: 'Your details' })).toBeNull()
    expect(text()).not.toContain('Nothing is shipped')
  })

  test('has the donation beside them', async () => {
    await openCheckout(2, both)
    screen.getByLabelText('This is a gift')
    screen.getByRole('list', { name: 'Donations' })
  })

  test('does not say that a donation waits at the store', async () => {
    const pickup = aRecipient({ id: 'r1', isPickup: true, storeName: 'Southport', address: null, shipments: [] })
    await openCheckout(4, { ...both, recipientList: [pickup] })
    const [picked, given] = within(screen.getByRole('region', { name: 'Items and delivery' })).getAllByRole('list')
    expect([picked?.textContent?.includes('Plant a Tree'), given?.textContent?.includes('Plant a Tree')]).toEqual([
      false,
      true,
    ])
  })
})

test.each([
  ['alone', [donation], [aRecipient({ shipments: [] })], false],
  ['beside a delivery', [aBasketItem(), donation], [aRecipient({ shipments: [aShipment()] })], true],
])('CART-13: the confirmation thanks for a donation %s', async (_case, items, recipientList, isDelivered) => {
  fakeServer()
  const confirmation = aConfirmation({ items, recipientList })
  await renderPage(aState({ name: 'confirmation', confirmation }, '/checkout/confirmation'))
  const next = within(screen.getByRole('region', { name: 'What happens next' }))
  next.getByRole('heading', { name: 'Thank you for giving' })
  next.getByText('Plant a Tree, $25.00')
  expect(screen.queryByRole('link', { name: /^Gift receipt/ }) !== null).toBe(isDelivered)
  expect(next.queryByText(anAddress().address1) !== null).toBe(isDelivered)
})
