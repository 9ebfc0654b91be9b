import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { defaultTexts } from '#domain/messages.ts'
import { type VariantKey, variants } from '#domain/variant.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aLine, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { clearLayers } from '#web/layers/open-layer.ts'
import { cartPopups } from './cart-popups.ts'

const cart = aCart([aLine({ quantity: 2 })])
const popups = cartPopups(cart, 'US', (key) => key)

async function openPage(of: CartReply = cart, variant: VariantKey = 'cb') {
  fakeServer({
    '/ReactCart/GetShippingCharges': () => ({ fees: shippingFees, charge: null, map: null }),
    '/ReactCart/GetTotalExplanation': () => ({
      ...{ lines: [], paid: [], total: 0, amountDue: 0, discountCode: '', promoMessage: '' },
    }),
    '/SharedLayer/PopupV2': () => new Response('<h2>Security code</h2><p>On the back</p>'),
    '/ReactCart/CreateHandOver': () => new Response('', { status: 503 }),
  })
  await renderPage(
    aState(
      { name: 'fireDrill', cart: of },
      '/fire-drill/cart',
      aFrame({ messages: defaultTexts(variants[variant]) }, variant),
    ),
  )
}

describe('BEYOND-12: the drill of the cart’s popups', () => {
  test('BEYOND-12, UNAVAIL-23: has each error type that shows a popup, and each ship method', async () => {
    expect(popups.filter(({ name }) => name === 'unavailableItems')).toHaveLength(8)
    expect(popups.filter(({ name }) => name === 'shippingDelivery')).toHaveLength(7)
    expect(new Set(popups.map(({ when }) => when)).size).toBe(popups.length)
  })

  test.each(popups.map(({ name, when }) => [when, name]))('BEYOND-12: opens %s', async (when, layer) => {
    await openPage()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: `${layer} ${when}` }))
    const dialog = await screen.findByRole('dialog', undefined, { timeout: 5_000 })
    await waitFor(() => expect(dialog.querySelector('h2')?.textContent).not.toBe(''))
    clearLayers()
  })

  test.each([
    ['cb', 'inches', ['90', '40', '30']],
    ['cb-ca', 'centimeters', ['229 (90)', '102 (40)', '76 (30)']],
  ] as const)('OVERSIZE-08, BEYOND-12: in %s the oversized popup measures in %s', async (variant, unit, sides) => {
    const inInches = aLine({ boxes: [{ boxNumber: 1, quantity: 1, width: 90, depth: 40, height: 30 }] })
    for (const of of [aCart([inInches]), aCart([])]) {
      await openPage(of, variant)
      fireEvent.click(screen.getByRole('button', { name: /^oversizedItems/ }))
      const dialog = await screen.findByRole('dialog')
      expect(dialog.textContent).toContain(`Measures in ${unit}`)
      expect(
        within(dialog)
          .getAllByRole('cell')
          .slice(2, 5)
          .map((cell) => cell.textContent),
      ).toEqual(sides)
      clearLayers()
      cleanup()
    }
  })

  test('BEYOND-12: an empty cart is told what would show more', async () => {
    await openPage(aCart([]))
    screen.getByText(/Your cart is empty/)
  })
})
