import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCheckout, aSummary, placeReply, refusal } from '#test/web/checkout.ts'
import { click, failed, paid, place, placePath, review } from '#test/web/review.ts'

beforeEach(() => {
  sessionStorage.clear()
  window.scrollTo = () => {}
})
afterEach(() => vi.unstubAllGlobals())

test('ORDER-10, ERR-25: TripBookingFailed goes back to shipping and gift options and says why', async () => {
  const { path, browser } = await review(() =>
    failed({ message: 'TripBookingFailed', errorMessage: 'The delivery time you chose is no longer free.' }),
  )
  place()
  await waitFor(() => expect(path()).toBe('/checkout/shippingandgiftoptions'))
  await screen.findByText('The delivery time you chose is no longer free.')
  expect(browser.left).toEqual([])
})

describe('SCENE-03, BEYOND-01: CartChanged', () => {
  test('nothing is charged: what changed and the new total are shown, and asked again', async () => {
    const changes = [
      { kind: 'items', lineItemId: 'l2', message: 'Candle was added to your cart.', before: null, after: 1 },
    ]
    const answers = [
      failed({
        message: 'CartChanged',
        errorMessage: 'Your cart has changed. Please look at it again before you place the order.',
        redirectUrl: '/checkout/review',
        orderSummary: aSummary({ total: 13_195, amountDue: 13_195 }),
        basketVersion: 12,
        changes,
      }),
      placeReply(),
    ]
    const { server, browser } = await review(() => answers.shift())
    place()
    // on the page, and told to those who do not see it
    await screen.findAllByText('Candle was added to your cart.')
    await screen.findByText('Your cart has changed. Please look at it again before you place the order.')
    expect(screen.getAllByText('$131.95').length).toBeGreaterThan(0)
    expect(browser.left).toEqual([])
    place()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
    expect(server.bodies(placePath)[1]).toMatchObject({ basketVersion: 12, shownTotal: 13_195 })
  })
})

test('OPEN-89: an error type of PlaceOrder shows its popup, with its items', async () => {
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
  const { browser } = await review(() => failed({ errorType: 3, items: [item], redirectUrl: '/checkout/cart' }))
  place()
  const popup = await screen.findByRole('dialog', { name: 'Item(s) no longer available' })
  expect(within(popup).getByText('Oak Table')).toBeDefined()
  expect(browser.left).toEqual([])
})

test('items removed on review: the shopper sees the new total and presses again', async () => {
  const basketId = 'basket-1'
  const verdicts = [{ ...refusal('Not available.'), errorType: 3, items: [], basketId }]
  const good = { basketId, isSuccess: true, errorMessage: '', errorType: 0, items: [], basketVersion: 9, changes: [] }
  const { server } = await review(undefined, paid, {
    '/ReactCheckout/ValidateCart': () => verdicts.shift() ?? good,
    '/ReactCheckout/RemoveNlaItems': () => good,
  })
  place()
  await screen.findByRole('dialog')
  click('Remove All')
  await waitFor(() => expect(server.paths().at(-1)).toBe('/ReactCheckout/RefreshCheckout'))
  expect(server.count(placePath)).toBe(0)
})

test.each([
  ['ValidateCart', '/ReactCheckout/ValidateCart'],
  ['PlaceOrder', placePath],
])(
  'UNAVAIL-13 STEP-13: all there was is gone, as %s says: with it removed the page says that the cart is empty',
  async (_, path) => {
    const gone = { ...refusal('The items of your cart are no longer available.'), errorType: 7, items: [] }
    const answer = () => (path === placePath ? failed(gone) : { ...gone, basketId: 'basket-1' })
    const { server } = await review(undefined, paid, {
      [path]: answer,
      '/ReactCheckout/RemoveAllNlaItems': () => ({ isSuccess: true, errorMessage: '', basketVersion: 9, changes: [] }),
    })
    place()
    await screen.findByText('The items of your cart are no longer available.')
    server.on('/ReactCheckout/RefreshCheckout', () => aCheckout({ step: 4, highestStep: 4, basketItems: [] }))
    click('Remove All')
    await screen.findByRole('heading', { name: 'Your cart is empty.' })
    expect(screen.queryByRole('button', { name: 'Place Order' })).toBeNull()
  },
)

test('CALM-11: with nothing left the review shows no amounts, and the focus is on the heading', async () => {
  const gone = { ...refusal('All gone.'), errorType: 7, items: [], basketId: 'basket-1' }
  const { server } = await review(undefined, paid, {
    '/ReactCheckout/ValidateCart': () => gone,
    '/ReactCheckout/RemoveAllNlaItems': () => ({ isSuccess: true, errorMessage: '', basketVersion: 9, changes: [] }),
  })
  expect(screen.getByRole('complementary', { name: 'Order summary' })).toBeDefined()
  place()
  await screen.findByRole('dialog')
  server.on('/ReactCheckout/RefreshCheckout', () => aCheckout({ step: 4, highestStep: 4, basketItems: [] }))
  click('Remove All')
  const heading = await screen.findByRole('heading', { name: 'Your cart is empty.' })
  expect(document.activeElement).toBe(heading)
  expect(screen.queryByRole('complementary', { name: 'Order summary' })).toBeNull()
})

test('CALM-11 CALM-10: what is left is kept on the review: it is drawn anew, and the focus is on its heading', async () => {
  const item = {
    ...{ sku: 101, title: 'Oak Table', imagePath: '', navigateUrl: '/product/101', currentPrice: 1999, quantity: 3 },
    ...{ availabilityMessage: 'Only 2 left', quantityLeft: 2, edd: { message: '' }, isCustomNla: false },
  }
  const { server } = await review(() => failed({ errorType: 3, items: [item] }), paid, {
    '/ReactCheckout/KeepAvailableItems': () => ({ isSuccess: true, errorMessage: '', basketVersion: 9, changes: [] }),
  })
  place()
  await screen.findByRole('dialog')
  click('Keep 2')
  const heading = screen.getByRole('heading', { level: 1 })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const fixed = ['/ReactCheckout/KeepAvailableItems', '/ReactCheckout/RefreshCheckout']
  expect(server.paths().slice(-2)).toEqual(fixed)
  expect(server.count(placePath)).toBe(1)
})
