import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aCheckout, aConfirmation, anAppliedCard, aPayment, openCheckout } from '#test/web/checkout.ts'
import { type Answer, networkFailure } from '#test/web/fake-server.ts'
import { askEveryMs } from './unknown-outcome.tsx'

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

const placePath = '/ReactCheckout/PlaceOrder'
const orderPath = '/ReactCheckout/GetOrderConfirmation'
const refreshPath = '/ReactCheckout/RefreshCheckout'
const network: Answer = () => networkFailure
const reset: Answer = () => ({ IsReset: true })
const alive = aCheckout({ paymentData: aPayment(anAppliedCard()) })

/** A press of 'Place Order' whose connection is lost for good. */
async function lose(order: Answer, cart: Answer) {
  const opened = await openCheckout(
    4,
    { paymentData: aPayment(anAppliedCard()) },
    { [placePath]: network, [orderPath]: order, [refreshPath]: cart },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Place Order' }))
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  return opened
}

const later = () => act(() => vi.advanceTimersByTimeAsync(askEveryMs))
const main = () => screen.getByRole('main').textContent

describe('BEYOND-02: Place Order loses its connection', () => {
  test('the page says so, asks by itself, and offers nothing to press while nobody knows', async () => {
    const { server } = await lose(network, network)
    expect(main()).toContain('We are finding out what became of your order.')
    expect(main()).toContain('do not order again')
    const buttons = within(screen.getByRole('main')).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual([
      expect.stringContaining('Show order summary'),
      'How this adds up',
    ])
    await later()
    await later()
    expect(main()).toContain('We are finding out')
    expect(server.count(placePath)).toBe(3)
    expect(server.count(orderPath)).toBeGreaterThan(1)
  })

  test('placed: the cart is gone and the order is there; it leads to its confirmation', async () => {
    sessionStorage.setItem('isTaxExempt', 'true')
    const { browser } = await lose(
      () => aConfirmation(),
      () => aCheckout({ basketId: 'basket-2', basketItems: [] }),
    )
    expect(browser.left).toEqual(['/checkout/confirmation'])
    expect(sessionStorage.getItem('isTaxExempt')).toBeNull()
  })

  test('still being paid: it waits until that is settled', async () => {
    const answers = [aConfirmation({ isPending: true }), aConfirmation({ isPending: true })]
    const { browser } = await lose(() => answers.shift() ?? aConfirmation(), reset)
    await later()
    expect(browser.left).toEqual([])
    await later()
    expect(browser.left).toEqual(['/checkout/confirmation'])
  })

  test('not placed: the cart lives on, said only when two answers in a row agree; then the shopper may look and press again', async () => {
    const { server } = await lose(reset, () => alive)
    expect(main()).toContain('We are finding out')
    await later()
    expect(main()).toContain('Your order was not placed, and nothing was charged.')
    fireEvent.click(screen.getByRole('button', { name: 'Back to Review' }))
    expect(screen.getByRole('button', { name: 'Place Order' })).toBeDefined()
    expect(server.count(placePath)).toBe(3)
  })

  test('an order of before is no answer while the cart lives on', async () => {
    const { browser } = await lose(
      () => aConfirmation({ orderNumber: 'OLD', basketId: 'basket-0' }),
      () => alive,
    )
    await later()
    expect(main()).toContain('Your order was not placed')
    expect(browser.left).toEqual([])
  })

  test('SAFE-13: after a sign-in its own order counts, whatever cart the account has', async () => {
    const { browser } = await lose(
      () => aConfirmation(),
      () => aCheckout({ basketId: 'basket-of-the-account' }),
    )
    expect(browser.left).toEqual(['/checkout/confirmation'])
  })

  test('SAFE-13: an order of before is no answer for a cart that a sign-in took into the account’s', async () => {
    const { browser } = await lose(
      () => aConfirmation({ orderNumber: 'OLD', basketId: 'basket-0' }),
      () => aCheckout({ basketId: 'basket-of-the-account' }),
    )
    await later()
    expect(main()).toContain('Your order was not placed')
    expect(browser.left).toEqual([])
  })

  test('refused: it says why and where to go on', async () => {
    const refused = { isRefused: true, errorMessage: 'Your card was declined.', redirectUrl: '/checkout/review' }
    const { browser } = await lose(
      () => aConfirmation(refused),
      () => alive,
    )
    await later()
    expect(main()).toContain('Your card was declined.')
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(browser.left).toEqual(['/checkout/review'])
  })
})
