import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aConfirmation } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'

const formOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).form

describe('OPEN-118: one order, after its confirmation', () => {
  const page: PageOf<'accountOrder'> = {
    ...{ name: 'accountOrder', order: aConfirmation(), state: 'placed', isInAccount: true },
    receipts: { receiptUrl: '/order/X/receipt.pdf?key=a', giftReceiptUrl: '/order/X/gift-receipt.pdf?key=b' },
    cancel: null,
  }

  test('OPEN-118: it says its state and opens its receipts by their own addresses', async () => {
    fakeServer()
    await renderPage(aState(page, '/account/orders/X'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Order ${page.order.orderNumber}`)
    screen.getByText(/^Placed, /)
    const hrefs = ['Receipt (PDF)', 'Gift receipt without prices (PDF)'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    )
    expect(hrefs).toEqual([page.receipts?.receiptUrl, page.receipts?.giftReceiptUrl])
    screen.getByRole('link', { name: 'Back to your account' })
  })

  test('OPEN-118: opened by a mailed link it leads to no account', async () => {
    fakeServer()
    await renderPage(aState({ ...page, isInAccount: false }, '/account/order'))
    expect(screen.queryByRole('link', { name: 'Back to your account' })).toBeNull()
  })
})

test.each([
  [false, 0],
  [true, 1],
])(
  'OPEN-118: a guest asks for a link by a plain form; that an old one ended (%s) is said',
  async (isEnded, notices) => {
    fakeServer()
    await renderPage(aState({ name: 'findOrder', isEnded }, '/account/find-order'))
    expect(screen.queryAllByText(/This link no longer works/)).toHaveLength(notices)
    expect([...new FormData(formOf('Mail me the link')!).keys()].slice(1)).toEqual(['orderNumber', 'email'])
  },
)

test.each([
  [0, '', 'This link no longer works', 'You can ask for a new one'],
  [0, 'k', 'Your past orders', 'No order was placed'],
  [1, 'k', 'Your past orders', 'One order was placed'],
  [3, 'k', 'Your past orders', '3 orders were placed'],
])('CALL-91: %s past orders with key %j: %s', async (count, key, heading, words) => {
  fakeServer()
  await renderPage(aState({ name: 'claimOrders', count, until: '1', key }, '/account/claim-orders'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
  screen.getByText(new RegExp(words))
  const button = screen.queryByRole<HTMLButtonElement>('button', { name: /into my account$/ })
  expect(button === null).toBe(count === 0)
})
