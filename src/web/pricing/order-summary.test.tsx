import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import type { OrderSummaryAmounts } from '#web/pricing/order-summary.tsx'

const money = { shipping: 24_480, total: 278_480, amountDue: 278_480 }
const told: readonly [string, Partial<OrderSummaryAmounts>, readonly string[]][] = [
  ['no ZIP', {}, ['Subtotal', 'Estimated shipping', 'Tax', 'Total before tax']],
  ['a ZIP', { isTaxKnown: true, tax: 1_000 }, ['Subtotal', 'Shipping', 'Tax', 'Total']],
  [
    'a ZIP, and no rates',
    { taxMessage: 'Worked out when you order' },
    ['Subtotal', 'Shipping', 'Tax', 'Total before tax'],
  ],
]

test('CART-13: of a donation alone nothing is said of shipping', async () => {
  fakeServer()
  const cart = aCart([aLine({ isDonation: true, currentPrice: 2_500 })])
  const known = { tax: 0, isTaxKnown: true }
  const amounts = { ...known, subtotal: 0, shipping: 0, donation: 2_500, total: 2_500, amountDue: 2_500 }
  const orderSummary = { ...cart.orderSummary, ...amounts }
  await renderPage(aState({ name: 'cart', cart: { ...cart, orderSummary } }, '/checkout/cart', aFrame()))
  const summary = screen.getByRole('region', { name: 'Order summary' })
  expect([...summary.querySelectorAll('dl > div')].map((row) => row.textContent)).toEqual([
    'Subtotal$0.00',
    'Donation$25.00',
    'Tax$0.00',
    'Total$25.00',
  ])
})

test.each(told)('CALM-01: with %s the summary says what is known and what is not', async (_, amounts, names) => {
  fakeServer()
  const cart = aCart([aLine()])
  const orderSummary = { ...cart.orderSummary, ...money, ...amounts }
  await renderPage(aState({ name: 'cart', cart: { ...cart, orderSummary } }, '/checkout/cart', aFrame()))
  const summary = screen.getByRole('region', { name: 'Order summary' })
  expect([...summary.querySelectorAll('dt')].map((name) => name.textContent)).toEqual(names)
})

test('CALM-01: the ZIP field stands between the total and the way on', async () => {
  fakeServer()
  await renderPage(aState({ name: 'cart', cart: aCart([aLine()]) }, '/checkout/cart', aFrame()))
  const order = [
    screen.getByText('Total before tax'),
    screen.getByLabelText('ZIP code'),
    screen.getByRole('button', { name: 'Checkout' }),
    screen.getByLabelText('Promotion code'),
  ]
  const isAfter = (one: Node, other: Node) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING
  expect(order.slice(1).map((each, nth) => isAfter(order[nth] as Node, each))).toEqual([true, true, true])
})
