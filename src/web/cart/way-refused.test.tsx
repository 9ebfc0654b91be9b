import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { noteWayRefused } from '#web/checkout/way-refused.ts'

const openCart = () => renderPage(aState({ name: 'cart', cart: aCart() }, '/checkout/cart'))

test('STEP-15: the cart says why a step led there, with the focus on it, once', async () => {
  fakeServer()
  noteWayRefused('Please complete the earlier steps first.')
  await openCart()
  const told = await screen.findByRole('alert')
  expect(told.textContent).toBe('Please complete the earlier steps first.')
  await waitFor(() => expect(document.activeElement).toBe(told))
  cleanup()
  await openCart()
  expect(screen.queryByRole('alert')).toBeNull()
})
