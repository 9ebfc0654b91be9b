import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authorizationErrorAddress } from '#domain/checkout/steps.ts'
import { postRetryDelayMs } from '#domain/timing.ts'
import { aCheckout, anAppliedCard, aPayment, aSummary, openCheckout, placeReply, refusal } from '#test/web/checkout.ts'
import { type Answer, heldAnswer } from '#test/web/fake-server.ts'
import { readPartnerTransaction } from '#web/order/session-keys.ts'
import { goToPayment } from './place-refusal.ts'

beforeEach(() => {
  sessionStorage.clear()
  window.scrollTo = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const placePath = '/ReactCheckout/PlaceOrder'
const paid = { paymentData: aPayment(anAppliedCard()) }
const promo = { ...paid, promo: { discountCode: 'SAVE10', errorMessage: '' } }
const paidWith = [
  { id: 'gift-1', name: 'Gift card ending in 4444', amount: 5_000 },
  { id: 'payment-1', name: 'Visa ending in 1111', amount: 7_195 },
]
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const place = () => click('Place Order')
const isLoading = () => document.querySelector('[data-loader]') !== null
const refusals = ['payment_error_popup', 'gift_card_decline']
const events = () => (window.dataLayer ?? []).flatMap(({ event = '' }) => (refusals.includes(event) ? [event] : []))
const review = (answer: Answer = () => placeReply(), patch: object = paid, more: { [path: string]: Answer } = {}) =>
  openCheckout(4, patch, { [placePath]: answer, ...more })
const failed = (patch: object) => placeReply({ isSuccess: false, redirectUrl: '', orderNumber: '', ...patch })

describe('ORDER-01, ORDER-02, ORDER-24, BEYOND-01, OPEN-10: what Place Order sends', () => {
  test('adata, the version and the total that were shown; ValidateCart comes before it', async () => {
    const { server, browser } = await review()
    place()
    await waitFor(() => expect(browser.left).toHaveLength(1))
    const seen = { basketId: 'basket-1', basketVersion: 7, shownTotal: 12_195, shownTenders: [] }
    expect(server.bodies(placePath)).toEqual([{ adata: '', ...seen }])
    expect(server.paths()).toEqual(['/ReactCheckout/ValidateCart', placePath])
  })

  test('SAFE-10: what each tender was shown to pay goes along, by its id', async () => {
    const { server, browser } = await review(() => placeReply(), { ...paid, paidWith })
    place()
    await waitFor(() => expect(browser.left).toHaveLength(1))
    const shownTenders = [
      { id: 'gift-1', amount: 5_000 },
      { id: 'payment-1', amount: 7_195 },
    ]
    expect(server.bodies(placePath)).toMatchObject([{ shownTenders }])
  })

  test('ORDER-02: the partner transaction id of the session is adata', async () => {
    sessionStorage.setItem('partnerTransactionId', 'partner-77')
    const { server, browser } = await review()
    place()
    await waitFor(() => expect(browser.left).toHaveLength(1))
    expect(server.bodies(placePath)).toMatchObject([{ adata: 'partner-77' }])
  })

  test('ORDER-03, ERR-32: an id that cannot be read goes to the console, and adata is empty', () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('no storage')
      },
    })
    expect(readPartnerTransaction()).toBe('')
    expect(told).toHaveBeenCalledOnce()
  })
})

describe('ORDER-04, GIFT-09, OPEN-10: success', () => {
  test('clears the tax-exempt flag and the drafts, redirects, and the loader stays on', async () => {
    sessionStorage.setItem('isTaxExempt', 'true')
    sessionStorage.setItem('checkoutDraft:basket-1:shipping', '{}')
    const { browser } = await review()
    place()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
    expect(sessionStorage.getItem('isTaxExempt')).toBeNull()
    expect(sessionStorage.getItem('checkoutDraft:basket-1:shipping')).toBeNull()
    expect(isLoading()).toBe(true)
  })

  test('BEYOND-02: an order whose payment is pending goes to its page too', async () => {
    const { browser } = await review(() => placeReply({ isPending: true }))
    place()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
  })

  test('GIFT-09: a refused order keeps the flag', async () => {
    sessionStorage.setItem('isTaxExempt', 'true')
    await review(() => failed({ message: 'GiftCardError', errorMessage: 'A gift card could not be used.' }))
    place()
    await screen.findByText('A gift card could not be used.')
    expect(sessionStorage.getItem('isTaxExempt')).toBe('true')
  })
})

test('SCENE-02: a cart that another tab has ordered is reset for every call but PlaceOrder, whose answer counts', async () => {
  const reset: Answer = () => ({ IsReset: true })
  const more = { '/ReactCheckout/ValidateCart': reset, '/ReactCheckout/VerifyPromoCode': reset }
  const { server, browser } = await review(() => placeReply(), promo, more)
  place()
  await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.count(placePath)).toBe(1)
})

test('ORDER-19, ERR-28: a success without redirectUrl is logged and the refresh popup shows', async () => {
  const { server, browser } = await review(() => placeReply({ redirectUrl: '' }))
  place()
  await screen.findByRole('button', { name: 'Refresh Page' })
  // what masks a message is fetched with the first of them
  await waitFor(() => expect(JSON.stringify(server.bodies('/Checkout/Log'))).toContain('8NNB-M2GQ-X115'))
  expect(browser.left).toEqual([])
})

describe('ORDER-05, PROMO-16, ERR-25, OPEN-12: InvalidPromoCode', () => {
  test('resets the promo state, shows the message, and stays on review', async () => {
    const message = 'This promotion code is no longer valid and was removed.'
    const { server, browser, path } = await review(
      () => failed({ message: 'InvalidPromoCode', errorMessage: message, redirectUrl: '/checkout/review' }),
      promo,
    )
    place()
    await screen.findByText(message)
    await waitFor(() => expect(server.paths().at(-1)).toBe('/ReactCheckout/RefreshCheckout'))
    expect([path(), browser.left]).toEqual(['/checkout/review', []])
    place()
    await waitFor(() => expect(server.count(placePath)).toBe(2))
    expect(server.count('/ReactCheckout/VerifyPromoCode')).toBe(1)
  })
})

describe('ORDER-06, ORDER-07, ORDER-08, ORDER-15, ERR-23, ERR-25, PLAT-28: AuthorizationFailure', () => {
  const refused = () =>
    failed({
      message: 'AuthorizationFailure',
      errorMessage: 'Your bank said no.',
      redirectUrl: authorizationErrorAddress,
    })

  test('the popup has the three texts, the event is tracked once, and the loader is off', async () => {
    const { server } = await review(refused)
    place()
    const popup = await screen.findByRole('dialog', { name: 'Payment Error' })
    expect(within(popup).getByText('Your bank said no.')).toBeDefined()
    expect(within(popup).getByRole('button', { name: 'Update Payment' })).toBeDefined()
    expect(events().filter((event) => event === 'payment_error_popup')).toHaveLength(1)
    expect(isLoading()).toBe(false)
    expect(JSON.stringify(server.bodies('/Checkout/Log'))).toContain('FE payment error')
  })

  test("ROUTE-10, SCENE-05: 'Update Payment' goes to the exact address, without a page load", async () => {
    const { server, path, browser } = await review(refused)
    place()
    await screen.findByRole('dialog', { name: 'Payment Error' })
    click('Update Payment')
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    expect(server.seen.at(-1)?.query).toBe('?paymentErrorId=authorizationError')
    expect(browser.left).toEqual([])
    await screen.findByText('Your card was declined. Please use another card.')
    expect(document.getElementById('header_payment')).not.toBeNull()
    expect(screen.getByText(/Ada Lovelace, 233 S Wacker Dr/)).toBeDefined()
  })

  test('ORDER-08: a panel on the same page is moved to in the page', async () => {
    await openCheckout(3, paid)
    const panel = document.getElementById('header_payment')!
    panel.scrollIntoView = () => {}
    const went: string[] = []
    await goToPayment(authorizationErrorAddress, async (address) => {
      went.push(address)
    })
    expect(went).toEqual([])
    expect(document.activeElement).toBe(panel)
  })
})

test('ORDER-09, ERR-25, PLAT-28: GiftCardError shows the errors of the cards and tracks a decline once', async () => {
  const giftCardErrors = [
    { name: 'Gift card ending in 4321', displayNumber: '4321', errorMessage: 'Its balance has gone.' },
  ]
  const { path } = await review(() => failed({ message: 'GiftCardError', errorMessage: 'No.', giftCardErrors }))
  place()
  await screen.findByText('Gift card ending in 4321: Its balance has gone. Nothing was charged.')
  expect(events()).toEqual(['gift_card_decline'])
  expect(path()).toBe('/checkout/review')
})

describe('SAFE-10, SAFE-11: stored value that pays less than was shown', () => {
  const giftCardErrors = [
    {
      name: 'Gift card ending in 4444',
      displayNumber: '4444',
      errorMessage: 'It can pay $20.00 now, not the $50.00 shown before.',
    },
  ]
  const shown = 'Gift card ending in 4444: It can pay $20.00 now, not the $50.00 shown before. Nothing was charged.'
  const now = [
    { id: 'gift-1', name: 'Gift card ending in 4444', amount: 2_000 },
    { id: 'payment-1', name: 'Visa ending in 1111', amount: 10_195 },
  ]
  const short = (patch: object) =>
    failed({ message: 'GiftCardError', errorMessage: 'No.', giftCardErrors, orderSummary: aSummary(), ...patch })

  test('SAFE-10: the card pays for it only after the new amounts were shown and the button was pressed again', async () => {
    const answers = [short({ redirectUrl: '/checkout/review', paidWith: now, basketVersion: 7 }), placeReply()]
    const { server, browser, path } = await review(() => answers.shift(), { ...paid, paidWith })
    place()
    await screen.findByText(shown)
    expect(path()).toBe('/checkout/review')
    const table = screen.getByRole('table', { name: 'You pay with' })
    expect(within(table).getByText('$101.95')).toBeDefined()
    expect(browser.left).toEqual([])
    await screen.findByRole('button', { name: 'Place Order' })
    place()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
    const shownTenders = now.map(({ id, amount }) => ({ id, amount }))
    expect(server.bodies(placePath)[1]).toMatchObject({ shownTenders })
  })

  test('SAFE-11: where nothing else pays she is led to the payment step, and reads there which card it was', async () => {
    const { path } = await review(() =>
      short({ redirectUrl: '/checkout/paymentandbilling', paidWith: now.slice(0, 1) }),
    )
    place()
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    await screen.findByText(shown)
  })
})

test('SAFE-12: after a sign-in the verdict on the account’s cart keeps no order of the shown one from being asked for', async () => {
  const verdict = { ...refusal('Your cart is empty.'), errorType: 8, items: [], basketId: 'basket-of-the-account' }
  const { server, browser } = await review(undefined, paid, { '/ReactCheckout/ValidateCart': () => verdict })
  place()
  await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
  expect(server.bodies(placePath)).toMatchObject([{ basketId: 'basket-1' }])
})

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

describe('ORDER-11, ORDER-12, ORDER-13: a refusal without a message', () => {
  test('ORDER-11: a checkout address goes on inside the checkout, without a page load', async () => {
    const { path, browser } = await review(() =>
      failed({ redirectUrl: '/checkout/paymentandbilling', errorMessage: 'Please choose how to pay.' }),
    )
    place()
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    await screen.findByText('Please choose how to pay.')
    expect(browser.left).toEqual([])
  })

  test.each([
    ['/account', '/account'],
    ['', '/checkout/cart'],
  ])('ORDER-12, ORDER-13: redirectUrl %j leaves for %s', async (redirectUrl, left) => {
    const { browser } = await review(() => failed({ redirectUrl }))
    place()
    await waitFor(() => expect(browser.left).toEqual([left]))
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

describe('UX-18: Place Order', () => {
  test('is busy at once, says so, and cannot be sent twice', async () => {
    const held = heldAnswer()
    const { server, browser } = await review(held.answer)
    const button = screen.getByRole('button', { name: 'Place Order' })
    fireEvent.click(button)
    expect(button.textContent).toBe('Placing your order…')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button)
    await waitFor(() => expect(server.count(placePath)).toBe(1))
    fireEvent.click(button)
    await act(async () => held.release(placeReply()))
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
    expect(server.count(placePath)).toBe(1)
  })

  test('after 10 s a calm status shows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const held = heldAnswer()
    await review(held.answer)
    place()
    await act(() => vi.advanceTimersByTimeAsync(9_900))
    expect(screen.queryByText(/takes a little longer/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByText(/takes a little longer/).getAttribute('role')).toBe('status')
    vi.useRealTimers()
    await act(async () => held.release(placeReply()))
  })
})

test('SCENE-12: a page shown again from the back-forward cache is loaded anew', async () => {
  const { browser } = await review()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(browser.reloads).toBe(1)
})

test('SCENE-01: a connection that fails is tried three times with one key', async () => {
  const { setTimeout } = globalThis
  const soon = (work: () => void, wait?: number) => setTimeout(work, wait === postRetryDelayMs ? 0 : wait)
  vi.stubGlobal('setTimeout', soon)
  const answers: unknown[] = [new TypeError('Failed to fetch'), new TypeError('Load failed'), placeReply()]
  const { server, browser } = await review(() => answers.shift())
  place()
  await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
  const keys = server.seen.filter(({ path }) => path === placePath).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})
