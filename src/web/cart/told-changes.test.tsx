import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const done = () => ({ isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] })
const changes = {
  price: 'The price of Oak Table changed from $129.99 to $119.99.',
  quantity: 'The quantity of Oak Table changed from 2 to 1.',
  shipping: 'Oak Table is now shipped.',
  stock: 'Oak Table is no longer available.',
}

/** A cart page, and what its live region has been told. */
async function openCart(cart: CartReply, after: CartReply) {
  const server = fakeServer({ '/ReactCart/GetCartJsx': () => after })
  await renderPage(aState({ name: 'cart', cart }, '/checkout/cart', aFrame()))
  const region = document.querySelector('[aria-live="polite"][aria-atomic="false"]')
  return { server, told: () => region?.textContent ?? '' }
}

describe('UX-09: an automatic change is told in text and to assistive technology', () => {
  for (const [kind, message] of Object.entries(changes)) {
    test(`UX-09: ${kind}`, async () => {
      const change = { kind: kind as 'price', lineItemId: 'line-1', message, before: null, after: null }
      const after = aCart([aLine()], { basketVersion: 2, changes: [change] })
      const { told } = await openCart(aCart([aLine()]), after)
      const shown = Object.assign(new Event('pageshow'), { persisted: true })
      await act(async () => window.dispatchEvent(shown))
      await waitFor(() => expect(told()).toContain(message))
      expect(screen.getByRole('main').textContent).toContain(message)
    })
  }

  test('UX-09: a total that moved', async () => {
    const cart = aCart([aLine()])
    const orderSummary = { ...cart.orderSummary, subtotal: 25_998, total: 25_998, amountDue: 25_998 }
    const after = aCart([aLine({ quantity: 2 })], { basketVersion: 2, orderSummary })
    const { server, told } = await openCart(cart, after)
    server.on('/ReactCart/UpdateItem', done)
    fireEvent.click(screen.getByRole('button', { name: 'Increase Quantity of Oak Table' }))
    await waitFor(() => expect(told()).toContain('New total: $259.98'))
    expect(screen.getByText('Total before tax').nextSibling?.textContent).toBe('$259.98')
  })

  test('UX-09: a delivery estimate that moved, in the line too', async () => {
    const cart = aCart([aLine()], { oms_UseSharedEngine: true })
    const estimate = {
      id: 'line-1',
      sku: 101,
      edd: { message: 'Arrives by Mon, Dec 7', shipStatus: 1, pickupStatus: 1 },
    }
    const server = fakeServer({ '/ReactCart/GetEdd': () => ({ IsReset: false, lineItems: [estimate] }) })
    await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
    await screen.findByText('Arrives by Mon, Dec 7')
    await screen.findByText('Oak Table: Arrives by Mon, Dec 7')
    expect(server.count('/ReactCart/GetEdd')).toBe(1)
  })
})

test('CALM-02: what a ZIP does to shipping, tax and dates is told once, in the summary and to assistive technology', async () => {
  const of = (kind: 'estimate' | 'tax' | 'price', lineItemId: string, message: string) => {
    return { kind, lineItemId, message, before: 1, after: 2 }
  }
  const told = [
    of('estimate', '', 'Shipping to 60606 is $164.80, $80.00 less than estimated.'),
    of('tax', '', 'Tax for 60606 is $102.45.'),
    of('estimate', 'line-1', 'Oak Table has another date: Arrives by Mon, Dec 7.'),
  ]
  const other = of('price', 'line-1', changes.price)
  const cartData = aCart([aLine()], { basketVersion: 2, changes: [...told, other] })
  const { server, told: announced } = await openCart(aCart([aLine()]), aCart([aLine()], { basketVersion: 3 }))
  server.on('/ReactCart/ApplyZipCode', () => ({ isSuccess: true, cartData, message: '' }))
  server.on('/ReactCart/UpdateItem', done)
  fireEvent.change(screen.getByLabelText('ZIP code'), { target: { value: '60606' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply ZIP code' }))
  const summary = within(screen.getByRole('region', { name: 'Order summary' }))
  const main = within(screen.getByRole('main'))
  for (const { message } of told) {
    await summary.findByText(message)
    expect(main.getAllByText(message)).toHaveLength(1)
    expect(announced()).toContain(message)
  }
  expect(summary.queryByText(changes.price)).toBeNull()
  screen.getByText(changes.price)
  fireEvent.click(screen.getByRole('button', { name: 'Increase Quantity of Oak Table' }))
  await waitFor(() => expect(summary.queryByText(told[0]?.message ?? '')).toBeNull())
})
