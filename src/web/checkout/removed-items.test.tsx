import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aBasketItem, aCheckout, aConfirmation, openCheckout } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { createCheckoutStore } from '#web/checkout/checkout-store.ts'

const removed = aBasketItem({ id: 'item-2', title: 'Brass Lamp', sku: 103, isRemoved: true })
const items = [aBasketItem(), removed]
const idsIn = (store: ReturnType<typeof createCheckoutStore>) => store.read().checkout.basketItems.map(({ id }) => id)

describe('DATA-05: an item with isRemoved true is shown nowhere and not counted', () => {
  test('in the checkout', async () => {
    await openCheckout(1, { basketItems: items })
    expect(screen.getAllByText('Linen Throw').length).toBeGreaterThan(0)
    expect(screen.queryByText('Brass Lamp')).toBeNull()
  })

  test('in what any call answers', () => {
    const store = createCheckoutStore(aCheckout({ basketItems: items }))
    expect(idsIn(store)).toEqual(['item-1'])
    store.patch({ basketItems: [removed] })
    expect(idsIn(store)).toEqual([])
    store.replace(aCheckout({ basketItems: items }))
    expect(idsIn(store)).toEqual(['item-1'])
  })

  test('in the confirmation and what analytics hears of it', async () => {
    fakeServer({})
    const confirmation = aConfirmation({ items })
    await renderPage(aState({ name: 'confirmation', confirmation }, '/checkout/confirmation', aFrame()))
    expect(within(screen.getByRole('region', { name: 'Receipt' })).queryByText('Brass Lamp')).toBeNull()
    const placed = (window.dataLayer ?? []).find(({ event }) => event === 'order_placed')
    expect(placed).toMatchObject({ lines: [{ sku: aBasketItem().sku }] })
    expect(screen.queryByText('Brass Lamp')).toBeNull()
  })
})
