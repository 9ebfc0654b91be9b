import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authorizationErrorAddress } from '#domain/checkout/steps.ts'
import { postRetryDelayMs } from '#domain/timing.ts'
import { aSummary, openCheckout, placeReply, refusal } from '#test/web/checkout.ts'
import { type Answer, heldAnswer } from '#test/web/fake-server.ts'
import { click, failed, paid, place, placePath, review } from '#test/web/review.ts'
import { readPartnerTransaction } from '#web/order/session-keys.ts'
import { goToPayment } from './place-refusal.ts'

beforeEach(() => {
  sessionStorage.clear()
  window.scrollTo = () => {}
})
afterEach(() => vi.unstubAllGlobals())

const promo = { ...paid, promo: { discountCode: 'SAVE10', errorMessage: '' } }
const paidWith = [
  { id: 'gift-1', name: 'Gift card ending in 4444', amount: 5_000 },
  { id: 'payment-1', name: 'Visa ending in 1111', amount: 7_195 },
]
const isLoading = () => document.querySelector('[data-loader]') !== null
const refusals = ['payment_error_popup', 'gift_card_decline']
const events = () => (window.dataLayer ?? []).flatMap(({ event = '' }) => (refusals.includes(event) ? [event] : []))

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
