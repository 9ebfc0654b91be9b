import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import '#test/web/dialog.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

test('CART-01: a personalized line shows the words on it, and only that line', async () => {
  fakeServer()
  const words = (text: string) => ({ elementName: 'Text', text, textColor: 'Navy', font: 'Serif' })
  const personalization = { type: 100, id: '', lines: [words('ANN'), words(''), words('BELL')] }
  const cart = aCart([aLine({ personalization }), aLine({ id: 'line-2', title: 'Mug' })])
  await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  const [first, second] = within(screen.getByRole('list', { name: 'Items in your cart' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('Personalized: ANN, BELL')
  expect(second?.textContent).not.toContain('Personalized')
})

test('CART-01 CART-05: what is saved for later says its words, and how many will come back', async () => {
  fakeServer()
  const words = { elementName: 'Text', text: 'ANN', textColor: 'Navy', font: 'Serif' }
  const personalization = { type: 100, id: '', lines: [words] }
  const savedForLater = [aLine({ personalization, quantity: 3 }), aLine({ id: 'line-2', title: 'Mug' })]
  await renderPage(aState({ name: 'cart', cart: aCart([], { savedForLater }) }, '/checkout/cart'))
  const [first, second] = within(screen.getByRole('region', { name: 'Saved for later' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('Personalized: ANN')
  expect(first?.textContent).toContain('Quantity 3')
  expect(second?.textContent).not.toMatch(/Personalized|Quantity/)
})
