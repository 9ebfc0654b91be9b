import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

beforeEach(() => {
  delete window.dataLayer
})

test('PROMO-15: a promo code that is taken shows its discount without a page load, and tells the data layer once', async () => {
  const cart = aCart()
  const { orderSummary } = cart
  const cartSummary = { discountCode: 'SPRING', taxZipCode: '' }
  const cheaper = {
    ...orderSummary,
    discount: 500,
    total: orderSummary.total - 500,
    amountDue: orderSummary.amountDue - 500,
  }
  const applied = { isSuccess: true, promoErrorMessage: '', cartErrorMessage: '', basketVersion: 2, changes: [] }
  fakeServer({
    '/ReactCart/ApplyPromoCode': () => applied,
    '/ReactCart/GetCartJsx': () => ({ ...cart, cartSummary, orderSummary: cheaper }),
  })
  const { browser } = await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  fireEvent.change(screen.getByLabelText('Promotion code'), { target: { value: 'SPRING' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply promotion code' }))
  await screen.findByText('-$5.00')
  await waitFor(() =>
    expect((window.dataLayer ?? []).filter((entry) => entry.event === 'order_summary_updated')).toHaveLength(1),
  )
  expect([browser.left, browser.reloads]).toEqual([[], 0])
})
