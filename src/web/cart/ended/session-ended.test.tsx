import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aCheckout } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { noteEndedSession, readEndedSession } from '#web/checkout/ended-session.ts'

beforeEach(() => sessionStorage.clear())

const openCart = (lines: Parameters<typeof aCart>[0]) =>
  renderPage(aState({ name: 'cart', cart: aCart(lines) }, '/checkout/cart', aFrame()))

test('CALM-21: what cannot be put back is named, and the shopper looks at her cart before she goes on', async () => {
  const [item] = aCheckout().basketItems
  noteEndedSession(aCheckout({ basketItems: [item!, { ...item!, sku: 102, title: 'Monogrammed Towel' }] }), 1)
  const done = { isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }
  const server = fakeServer({
    '/ReactCart/AddItems': ({ body }) => {
      const [{ Sku }] = (body as { items: [{ Sku: number }] }).items
      return { ...done, isSuccess: Sku !== 102, errorMessage: Sku === 102 ? 'No such design.' : '' }
    },
  })
  const { browser } = await openCart([])
  fireEvent.click(await screen.findByRole('button', { name: 'Go on as a guest' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, put it back' }))
  await screen.findByText('These could not be put back: Monogrammed Towel.')
  expect(server.count('/ReactCart/AddItems')).toBe(2)
  expect(browser.left).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Go to your cart' }))
  expect(browser.left).toEqual(['/checkout/cart'])
})

test('CALM-21: a cart with lines is no ended session, and an empty one after it is empty', async () => {
  noteEndedSession(aCheckout(), 2)
  fakeServer()
  await openCart([aLine()])
  expect(readEndedSession()).toBeNull()
})
