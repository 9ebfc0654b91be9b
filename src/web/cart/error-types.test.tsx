import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { errorType } from '#domain/cart/error-types.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aCart, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

const item = {
  sku: 101,
  title: 'Oak Table',
  imagePath: '',
  navigateUrl: '/product/101',
  currentPrice: 1999,
  quantity: 1,
  availabilityMessage: '',
  edd: { message: '' },
  isCustomNla: false,
}
const checkoutPath = '/ReactCart/Checkout'
const gone = 'Item(s) no longer available'
const edit = 'Please Edit Your Cart to Proceed'

/** A cart page whose first checkout call is answered with this error type. */
async function checkOut(type: number) {
  const cart = aCart()
  const server = fakeServer({
    '/ReactCart/GetCartJsx': () => (type === errorType.emptyBasket ? aCart([], { basketVersion: 2 }) : cart),
    [checkoutPath]: () => ({
      isSuccess: false,
      redirectUrl: '',
      isLoggedIn: false,
      popupUrl: '',
      errorType: type,
      errorMessage: '',
      IsReset: false,
      oversizedItems: [],
      items: type === errorType.emptyBasket ? [] : [item],
      basketVersion: 1,
      changes: [],
    }),
  })
  await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))
  fireEvent.click(screen.getByRole('button', { name: 'Checkout' }))
  return server
}

describe('ERR-01, ERR-24: each error type of the cart has its title and its buttons', () => {
  test('empty cart: the empty cart and no popup', async () => {
    await checkOut(errorType.emptyBasket)
    await screen.findByText('Your cart is empty.')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['all unavailable items', errorType.allNlaItems, gone, 'Remove All'],
    ['unavailable items', errorType.nlaItems, gone, 'Remove All'],
    ['PFAS items', errorType.pfasItems, 'Item(s) cannot be shipped to or picked up in this state', 'Remove All'],
    ['in-house personalization unavailable', errorType.inHousePersonalizationNlaItems, edit, 'Remove All'],
    ['installation service unavailable', errorType.installationServiceUnavailable, edit, 'Continue'],
    ['personalization service unavailable', errorType.personalizationServiceUnavailable, edit, null],
  ] as const)('%s', async (_name, type, title, fix) => {
    const server = await checkOut(type)
    const dialog = await screen.findByRole('dialog', { name: title })
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    const buttons = [...dialog.querySelectorAll('button')].map((button) => button.textContent).filter(Boolean)
    expect(buttons).toEqual(['Reload Cart', ...(fix === null ? [] : [fix])])
    expect(dialog.textContent).toContain('Oak Table')
  })

  test.each([errorType.invalidBasket, errorType.browseCustomApiException])(
    'type %s, which has no items: the same title and the way back only',
    async (type) => {
      await checkOut(type)
      const dialog = await screen.findByRole('dialog', { name: edit })
      const buttons = [...dialog.querySelectorAll('button')].map((button) => button.textContent).filter(Boolean)
      expect(buttons).toEqual(['Reload Cart'])
      expect(dialog.textContent).not.toContain('Oak Table')
    },
  )
})
