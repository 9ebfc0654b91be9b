import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CartReply, Frame } from '#contracts/pages.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const two = [aLine(), aLine({ id: 'line-2', sku: 102, title: 'Ash Chair', quantity: 2, currentPrice: 5_000 })]
const saved = [aLine({ id: 'saved-1', sku: 103, title: 'Brass Lamp' })]

async function openCart(cart: CartReply, frame: Frame = aFrame()) {
  const server = fakeServer({ '/ReactCart/GetCartJsx': () => ({ ...cart, basketVersion: cart.basketVersion + 1 }) })
  const page = await renderPage(aState({ name: 'cart', cart }, '/checkout/cart', frame))
  return { server, ...page }
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

describe('CART-01, CART-29: what the cart shows', () => {
  test('lines, saved items, promotion and ZIP entry, and the order summary', async () => {
    await openCart(aCart(two, { savedForLater: saved }))
    expect(screen.getAllByRole('heading', { name: /Oak Table|Ash Chair/ })).toHaveLength(2)
    screen.getByRole('heading', { name: 'Saved for later' })
    screen.getByLabelText('Promotion code')
    screen.getByLabelText('ZIP code')
    const summary = within(screen.getByRole('region', { name: 'Order summary' }))
    expect(summary.getByText('Subtotal').nextSibling?.textContent).toBe('$229.99')
  })

  test('an empty cart has no checkout button; saved items stay', async () => {
    await openCart(aCart([], { savedForLater: saved }))
    screen.getByText('Your cart is empty.')
    expect(screen.queryByRole('button', { name: 'Checkout' })).toBeNull()
    screen.getByRole('link', { name: 'Brass Lamp' })
  })

  test('SHIPPOP-03, SHIPPOP-16: a cart for another country leads to the popup’s tab on it, in the United States alone', async () => {
    const name = 'Ordering from another country'
    for (const [isInternational, key] of [
      [false, 'cb'],
      [true, 'cb-ca'],
    ] as const) {
      await openCart(aCart(undefined, { isInternational }), aFrame({}, key))
      expect(screen.queryByRole('button', { name })).toBeNull()
      cleanup()
    }
    const { server } = await openCart(aCart(undefined, { isInternational: true }))
    server.on('/ReactCart/GetShippingCharges', () => ({ fees: shippingFees, charge: null, map: null }))
    click(name)
    await screen.findByRole('tab', { name: 'Domestic and International', selected: true }, { timeout: 10_000 })
    screen.getByRole('region', { name: 'International orders' })
  })

  test('CART-33, OPEN-42: a cart for another country says that its checkout is a request', async () => {
    const said = /^Shipping to: France\. Orders there are placed by request/
    await openCart(aCart(), aFrame({ shipTo: '' }))
    expect(screen.queryByText(said)).toBeNull()
    cleanup()
    await openCart(aCart(undefined, { isInternational: true }), aFrame({ shipTo: 'France' }))
    screen.getByText(said)
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^Ship to: France/ }).pathname).toBe(
      '/customer-service/ship-to',
    )
  })

  test('CART-33, OPEN-42, UX-06: a cart for another country names no date, no ZIP, and no shipping and tax of here', async () => {
    const lines = [aLine(), aLine({ id: 'line-2', isPickup: true, storeName: 'Oak Brook', boxes: [] })]
    const known = aCart(lines, { oms_UseSharedEngine: true, cartSummary: { discountCode: '', taxZipCode: '60601' } })
    const amounts = { shipping: 1_695, surcharge: 3_500, tax: 950, isTaxKnown: true, total: 32_143, amountDue: 32_143 }
    const cart = { ...known, orderSummary: { ...known.orderSummary, ...amounts } }
    const pages = {
      here: [cart, aFrame()],
      abroad: [{ ...cart, isInternational: true }, aFrame({ shipTo: 'France' })],
    } as const
    const domestic = /Arrives by|Pick up at|Shipping and delivery|Change delivery|Delivering to|surcharge|^Tax$/
    await openCart(...pages.here)
    expect(screen.getAllByText(domestic)).toHaveLength(9)
    cleanup()
    const { server } = await openCart(...pages.abroad)
    expect(screen.queryAllByText(domestic)).toEqual([])
    expect(screen.getAllByText('Ship to France')).toHaveLength(2)
    const summary = within(screen.getByRole('region', { name: 'Order summary' }))
    expect(summary.getByText('Shipping, duties and taxes').nextSibling?.textContent).toBe('By request')
    expect(summary.getByText('Total before shipping').nextSibling?.textContent).toBe('$259.98')
    expect(summary.queryByLabelText('ZIP code')).toBeNull()
    expect(summary.queryByRole('button', { name: 'How this adds up' })).toBeNull()
    expect(server.count('/ReactCart/GetEdd')).toBe(0)
  })

  test('CART-33, SHIP-23: what can no longer be had says so abroad as well', async () => {
    const gone = { availability: 3, availabilityMessage: 'No longer available' }
    await openCart(aCart([aLine(gone)], { isInternational: true }), aFrame({ shipTo: 'France' }))
    screen.getByText('No longer available')
  })

  test('CART-30, UX-06: prices are cents divided by 100, tax asks for the ZIP until it is known', async () => {
    await openCart(aCart())
    expect(screen.getAllByText('$129.99').length).toBeGreaterThan(0)
    expect(screen.getByText('Tax').nextSibling?.textContent).toBe('Enter ZIP code')
  })

  test('OPEN-78, UX-06: the tax of a known ZIP that nobody can say just now comes later', async () => {
    const cart = aCart()
    const orderSummary = { ...cart.orderSummary, isTaxKnown: false, taxMessage: 'Worked out when you order' }
    await openCart({ ...cart, orderSummary })
    expect(screen.getByText('Tax').nextSibling?.textContent).toBe('Worked out when you order')
  })

  test('UX-06: the tax of what is picked up stands in a row of its own while that of the rest waits for the ZIP', async () => {
    const cart = aCart()
    const { total, tax } = cart.orderSummary
    const orderSummary = { ...cart.orderSummary, isTaxKnown: false, tax: 813, total: total - tax + 813 }
    await openCart({ ...cart, orderSummary })
    expect(screen.queryByText('Tax')).toBeNull()
    expect(screen.getByText('Tax so far').nextSibling?.textContent).toBe('$8.13')
    expect(screen.getByText('Tax on the rest').nextSibling?.textContent).toBe('Enter ZIP code')
    expect(screen.getByText('Total so far')).toBeDefined()
    cleanup()
    const taxParts = [
      { name: 'GST', cents: 500 },
      { name: 'PST', cents: 313 },
    ]
    await openCart({ ...cart, orderSummary: { ...orderSummary, taxParts } }, aFrame({}, 'cb-ca'))
    expect(screen.getByText('GST so far').nextSibling?.textContent).toMatch(/^CAD\s5\.00$/)
    expect(screen.getByText('PST so far').nextSibling?.textContent).toMatch(/^CAD\s3\.13$/)
    expect(screen.getByText('Tax on the rest').nextSibling?.textContent).toBe('Enter postal code')
  })

  test('SHIP-23: a line that can no longer be had says so in another colour than a day of arrival', async () => {
    const gone = {
      availability: 3,
      availabilityMessage: 'No longer available',
      edd: { message: 'No longer available', shipStatus: 3, pickupStatus: 7 },
    }
    await openCart(aCart([aLine(), aLine({ id: 'line-2', ...gone })]))
    expect(screen.getAllByText('No longer available').map((text) => text.className)).toEqual([
      expect.stringMatching(/bad/),
    ])
    expect(screen.getByText('Arrives by Wed, Nov 25').className).not.toMatch(/bad/)
  })

  test('REG-31: a gift says that it is from a registry, the same piece of her own does not', async () => {
    await openCart(aCart([aLine(), aLine({ id: 'line-2', grId: 123 })]))
    const [own, gift] = screen.getAllByRole('heading', { name: 'Oak Table' }).map((name) => name.closest('li')!)
    expect(within(own!).queryByText('Gift from a registry')).toBeNull()
    within(gift!).getByText('Gift from a registry')
  })

  test('CALM-67: a gift says whose it is, and in the place of the ZIP field that it goes straight there', async () => {
    const cart = aCart([aLine({ grId: 123, giftFor: 'Ann Bell & Ben Cole' })])
    await openCart({ ...cart, cartSummary: { ...cart.cartSummary, isAtRegistrant: true } })
    screen.getByText('A gift for Ann Bell & Ben Cole')
    screen.getByText(/Shipping and tax are those of their address/)
    expect(screen.queryByLabelText('ZIP code')).toBeNull()
  })

  test('PLAT-03: the Canadian store says postal code and writes CAD', async () => {
    await openCart(aCart(), aFrame({}, 'cb-ca'))
    screen.getByLabelText('Postal code')
    expect(screen.getAllByText('CAD 129.99').length).toBeGreaterThan(0)
  })

  test('CART-23: rewards and the message of what they exceed show when there are some', async () => {
    const cart = aCart()
    const orderSummary = { ...cart.orderSummary, rewardsTotal: 2_000, rewardsExceedOrderTotalMessage: 'Too much' }
    await openCart({ ...cart, orderSummary })
    expect(screen.getByText('Rewards').nextSibling?.textContent).toBe('-$20.00')
    screen.getByText('Too much')
  })
})
