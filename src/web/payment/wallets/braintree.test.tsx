import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlayedAppleSession, playedBraintree } from '#test/web/braintree.ts'
import { aCheckout, answersOf, aPayment, aSummary, openCheckout } from '#test/web/checkout.ts'
import { type Answer, type FakeServer, fakeServer, heldAnswer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { storeApproval } from './wallet-approval.ts'

const braintree = vi.hoisted(() => ({}) as ReturnType<typeof playedBraintree>)
vi.mock('braintree-web/client', () => ({ default: { create: (options: object) => braintree.client.create(options) } }))
vi.mock('braintree-web/data-collector', () => ({
  default: { create: (options: object) => braintree.collector.create(options) },
}))
vi.mock('braintree-web/paypal', () => ({ default: { create: (options: object) => braintree.paypal.create(options) } }))
vi.mock('braintree-web/venmo', () => ({ default: { create: (options: object) => braintree.venmo.create(options) } }))
vi.mock('braintree-web/apple-pay', () => ({
  default: { create: (options: object) => braintree.apple.create(options) },
}))

const base = '/checkout/alternativepayments'
const openSheet = `${base}/openWalletSheet`
const due = aSummary().amountDue
const said = { isSuccess: true, errorMessage: '', basketVersion: 8, changes: [] }
const opened = {
  ...{ isSuccess: true, errorMessage: '', provider: 'braintree', sheetId: 's1', sheetUrl: '', clientToken: 'token' },
  ...{ amountDue: due, currencyCode: 'USD', storeName: 'CB', basketVersion: 8 },
}
const none = { payPalData: aPayment().payPalData, alternativePaymentsData: aPayment().alternativePaymentsData }
const reply = (patch: object = {}) => ({
  ...{ ...said, orderSummary: aSummary(), ...none, isPaymentNeeded: true, paidWith: [] },
  ...patch,
})
const answers: { readonly [path: string]: Answer } = {
  [openSheet]: () => opened,
  [`${base}/setPayPalPayload/`]: () => reply(),
  [`${base}/savepaypalpayment/`]: () =>
    reply({ payPalData: { isApplied: true, email: 'ada@example.com', appliedAmount: due } }),
  [`${base}/applyVenmoPayment`]: () => reply(),
  [`${base}/applyApplePayPayment`]: () => reply(),
  [`${base}/logpaypalerror/`]: () => reply(),
  [`${base}/logvisaerror/`]: () => reply(),
}
const wallets = {
  walletMethods: ['paypal' as const, 'venmo' as const, 'applePay' as const],
  walletProvider: 'braintree' as const,
}

beforeAll(async () => {
  await Promise.all([
    import('./wallet-options.tsx'),
    import('./express/express-wallets.tsx'),
    import('./braintree-sheets.ts'),
  ])
})
beforeEach(() => {
  window.scrollTo = () => {}
  sessionStorage.clear()
  storeApproval(null)
  Object.assign(braintree, playedBraintree())
  Object.assign(window, { ApplePaySession: PlayedAppleSession })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(window, 'ApplePaySession')
})

const openPayment = (more: { readonly [path: string]: Answer } = {}) =>
  openCheckout(3, { ...wallets, paymentData: aPayment() }, { ...answers, ...more })
/** The places of wallets: what they have in common is said of each. */
const places: readonly [string, (more?: { readonly [path: string]: Answer }) => Promise<{ server: FakeServer }>][] = [
  ['the payment step', openPayment],
  ['the first step', (more = {}) => openCheckout(1, wallets, { ...answers, ...more })],
  [
    'the cart',
    async (more = {}) => {
      const cart = aCart()
      const server = fakeServer({
        ...{ '/ReactCart/GetCartJsx': () => cart, ...answersOf(aCheckout(wallets)), ...answers, ...more },
      })
      await renderPage(aState({ name: 'cart', cart, wallets }, '/checkout/cart', aFrame()))
      return { server }
    },
  ],
]
const ready = (wallet: string) => screen.findByRole('button', { name: `Pay with ${wallet}` })
const waiting = (wallet: string) => screen.findByRole('button', { name: `${wallet} is getting ready` })

describe.each(places)("CALM-32: in %s a wallet's button", (_place, open) => {
  test('is busy until its library is there, and a press before opens nothing and says no error', async () => {
    const client = heldAnswer()
    braintree.client.create.mockImplementation(async () => client.answer({} as never) as never)
    const { server } = await open()
    const button = await waiting('PayPal')
    expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')]).toEqual(['true', 'true'])
    fireEvent.click(button)
    await act(async () => client.release({}))
    expect((await ready('PayPal')).hasAttribute('aria-busy')).toBe(false)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(braintree.paypal.tokenize).not.toHaveBeenCalled()
    expect(server.bodies(openSheet)).toHaveLength(1)
    // at the press itself: a browser opens no window later
    fireEvent.click(await ready('PayPal'))
    await waitFor(() => expect(braintree.paypal.tokenize).toHaveBeenCalledTimes(1))
  })

  test('whose library cannot be had says so at a press, and fetches it again', async () => {
    braintree.client.create.mockRejectedValueOnce(new Error('blocked'))
    const { server } = await open()
    fireEvent.click(await ready('PayPal'))
    await screen.findByText('PayPal is not available right now. Nothing was charged. Please pay another way.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.count(`${base}/logpaypalerror/`)).toBe(1)
    await waitFor(() => expect(braintree.client.create).toHaveBeenCalledTimes(2))
    fireEvent.click(await ready('PayPal'))
    await waitFor(() => expect(braintree.paypal.tokenize).toHaveBeenCalledTimes(1))
  })
})

test('CALM-32: a library that never comes keeps no button busy for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  braintree.client.create.mockImplementation(() => new Promise(() => {}))
  await openPayment()
  await waiting('PayPal')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  fireEvent.click(await ready('PayPal'))
  await screen.findByText(/^PayPal is not available right now/)
})

test('CALM-32: the built-in sheets have no library, and their buttons are never busy', async () => {
  await openCheckout(3, { ...wallets, walletProvider: 'built-in', paymentData: aPayment() }, answers)
  await ready('PayPal')
  expect(screen.queryByRole('button', { name: /getting ready/ })).toBeNull()
  expect(braintree.client.create).not.toHaveBeenCalled()
})
