import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { aCheckout, anAddress, aPayment, aRecipient, aSummary, openCheckout, placeReply } from '#test/web/checkout.ts'
import type { Answer } from '#test/web/fake-server.ts'
import type { AppleSessions } from './apple-pay.ts'
import { storeApproval } from './wallet-approval.ts'
import { walletCalls } from './wallet-client.ts'

const base = '/checkout/alternativepayments'
const sheetUrl = 'http://gateway.localhost:3001/wallets/sheets/sheet_1'
const contact = {
  firstName: 'Ada',
  lastName: 'Byron',
  address1: '12 Maple Street',
  city: 'Naperville',
  state: 'IL',
  postalCode: '60540',
  country: 'US',
}
const methods = ['paypal', 'venmo', 'applePay'] as const
const offered = aPayment()
const wallets = { walletMethods: [...methods], walletProvider: 'built-in' as const }
const said = { isSuccess: true, errorMessage: '', basketVersion: 8, changes: [] }
const due = aSummary().amountDue
const paypal = { isApplied: true, email: 'ada@example.com', appliedAmount: due }
const none = { payPalData: aPayment().payPalData, alternativePaymentsData: aPayment().alternativePaymentsData }
const other = (type: 'venmo' | 'applePay', appliedAmount = due) => {
  return { type, isApplied: true, username: type === 'venmo' ? '@ada' : '', appliedAmount }
}
const reply = (patch: object) => ({
  ...said,
  orderSummary: aSummary(),
  ...none,
  isPaymentNeeded: true,
  paidWith: [],
  ...patch,
})

/** What Apple's browsers have. */
const apple: { ApplePaySession?: Pick<AppleSessions, 'canMakePayments'> } = window

const sheet = { closed: false, location: { href: '' }, close: vi.fn() }
const answers: { readonly [path: string]: Answer } = {
  [`${base}/openWalletSheet`]: () => ({
    ...{ isSuccess: true, errorMessage: '', provider: 'built-in', sheetId: 's1', sheetUrl, clientToken: '' },
    ...{ amountDue: due, currencyCode: 'USD', storeName: 'CB', basketVersion: 8 },
  }),
  [`${base}/setPayPalPayload/`]: () => reply({}),
  [`${base}/savepaypalpayment/`]: () => reply({ payPalData: paypal }),
  [`${base}/applyVenmoPayment`]: () => reply({ alternativePaymentsData: other('venmo') }),
  [`${base}/applyApplePayPayment`]: () => reply({ alternativePaymentsData: other('applePay') }),
  [`${base}/logpaypalerror/`]: () => reply({}),
  [`${base}/logvisaerror/`]: () => reply({}),
}

// what the page loads behind itself is there when a test begins
beforeAll(async () => {
  await import('./wallet-options.tsx')
})
beforeEach(() => {
  window.scrollTo = () => {}
  sessionStorage.clear()
  storeApproval(null)
  Object.assign(sheet, { closed: false, location: { href: '' } })
  vi.spyOn(window, 'open').mockReturnValue(sheet as unknown as Window)
  apple.ApplePaySession = { canMakePayments: () => true }
})
afterEach(() => {
  vi.restoreAllMocks()
  delete apple.ApplePaySession
})

const button = (wallet: string) => screen.findByRole('button', { name: `Pay with ${wallet}` })

/** The sheet tells the page how it ended. */
async function tell(outcome: string, patch: object = {}, source: object | null = sheet): Promise<void> {
  await waitFor(() => expect(sheet.location.href).toBe(sheetUrl))
  const reply = { type: 'wallet-sheet', sheetId: 's1', outcome, nonce: 'n-1', email: '', username: '', ...patch }
  const event = new MessageEvent('message', { origin: 'http://gateway.localhost:3001', data: reply })
  Object.defineProperty(event, 'source', { value: source })
  await act(async () => window.dispatchEvent(event))
}

const openPayment = (more: { readonly [path: string]: Answer } = {}, payment: object = offered) =>
  openCheckout(3, { ...wallets, paymentData: payment as typeof offered }, { ...answers, ...more })

test('ALT-01, PAY-03: the two options hold the three wallets', async () => {
  await openPayment()
  await button('PayPal')
  expect(document.querySelector('#paypal-venmo-pay-option')?.textContent).toBe('PayPalVenmo')
  expect(document.querySelector('#apple-pay-option')?.textContent).toBe('Apple Pay')
})

test('ALT-14: without the browser object there is no Apple Pay', async () => {
  delete apple.ApplePaySession
  await openPayment()
  await button('PayPal')
  expect(document.querySelector('#apple-pay-option')).toBeNull()
})

test('ALT-02, ALT-10: Venmo sends nonce, username and device data, and the panel collapses to what pays', async () => {
  const { server } = await openPayment()
  fireEvent.click(await button('Venmo'))
  await tell('approved', { username: '@ada' })
  await screen.findByRole('button', { name: 'Pay another way' })
  expect(server.bodies(`${base}/applyVenmoPayment`)).toEqual([
    { nonce: 'n-1', username: '@ada', deviceData: '', sheetId: 's1' },
  ])
  expect(screen.queryByLabelText(/^card number/i)).toBeNull()
  expect(server.count('/ReactCheckout/RefreshCheckout')).toBe(0)
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('n-1')
})

test('ALT-10: a wallet that does not cover the order has the panel refreshed', async () => {
  const part = () => reply({ alternativePaymentsData: other('venmo', due - 100) })
  const { server } = await openPayment({ [`${base}/applyVenmoPayment`]: part })
  fireEvent.click(await button('Venmo'))
  await tell('approved', { username: '@ada' })
  await waitFor(() => expect(server.count('/ReactCheckout/RefreshCheckout')).toBe(1))
})

test('ALT-03, ALT-04: PayPal sends its data, then makes it the payment, each path with its last slash', async () => {
  const { server } = await openPayment()
  fireEvent.click(await button('PayPal'))
  await tell('approved', { email: 'ada@example.com' })
  await screen.findByText('ada@example.com', { exact: false })
  const data = JSON.stringify({ nonce: 'n-1', email: 'ada@example.com', deviceData: '' })
  expect(server.bodies(`${base}/setPayPalPayload/`)).toEqual([{ data, sheetId: 's1' }])
  expect(server.bodies(`${base}/savepaypalpayment/`)).toEqual([{}])
})

test('ALT-05: an error of the window is told once to the log, and the error popup shows', async () => {
  const { server } = await openPayment()
  fireEvent.click(await button('PayPal'))
  await tell('failed')
  await screen.findByRole('dialog', { name: 'Error' })
  expect(server.bodies(`${base}/logpaypalerror/`)).toEqual([{ message: 'the window reported an error' }])
})

test('ALT-09: a time-out of Venmo is told with the fields of its call', async () => {
  const { server } = await openPayment()
  fireEvent.click(await button('Venmo'))
  await tell('timedOut')
  await screen.findByText('Venmo took too long. Nothing was charged. Please try again.')
  const reply = { IsTimeout: true, AlternativePaymentInitiator: 'venmo', BasketId: 'basket-1' }
  expect(server.bodies(`${base}/logvisaerror/`)).toEqual([reply])
})

test('a message of another origin, or of another sheet, counts for nothing', async () => {
  const { server } = await openPayment()
  fireEvent.click(await button('Venmo'))
  await waitFor(() => expect(sheet.location.href).toBe(sheetUrl))
  for (const [origin, sheetId] of [
    ['http://evil.example', 's1'],
    ['http://gateway.localhost:3001', 'other'],
  ]) {
    const data = { type: 'wallet-sheet', sheetId, outcome: 'approved', nonce: 'stolen' }
    const event = new MessageEvent('message', { origin: origin ?? '', data })
    Object.defineProperty(event, 'source', { value: sheet })
    window.dispatchEvent(event)
  }
  await tell('approved', { nonce: 'stolen' }, window)
  await tell('cancelled')
  await screen.findByText('Venmo was closed.', { exact: false })
  expect(server.count(`${base}/applyVenmoPayment`)).toBe(0)
})

test('ALT-05: a window that was closed is a cancel only when no word of it was still on the way', async () => {
  const looking = vi.spyOn(window, 'setInterval')
  const { server } = await openPayment()
  const look = () =>
    act(async () => {
      for (const [run, ms] of looking.mock.calls) if (ms === 300) run()
    })
  fireEvent.click(await button('Venmo'))
  await waitFor(() => expect(sheet.location.href).toBe(sheetUrl))
  sheet.closed = true
  await look()
  // a browser forgets the window with its closing
  await tell('approved', { username: '@ada' }, null)
  fireEvent.click(await screen.findByRole('button', { name: 'Pay another way' }))
  expect(server.count(`${base}/applyVenmoPayment`)).toBe(1)

  looking.mockClear()
  sheet.closed = false
  sheet.location.href = ''
  fireEvent.click(await button('Venmo'))
  await waitFor(() => expect(sheet.location.href).toBe(sheetUrl))
  sheet.closed = true
  await look()
  await look()
  await screen.findByText('Venmo was closed.', { exact: false })
  expect(server.count(`${base}/applyVenmoPayment`)).toBe(1)
})

describe('ALT-11: loading is on before and off after', () => {
  test.each([
    ['PayPal', 'approved'],
    ['PayPal', 'cancelled'],
    ['Venmo', 'approved'],
    ['Venmo', 'timedOut'],
    ['Apple Pay', 'approved'],
    ['Apple Pay', 'cancelled'],
  ])('%s, %s', async (wallet, outcome) => {
    await openPayment()
    fireEvent.click(await button(wallet))
    await waitFor(() => expect(document.querySelector('[data-loader]')).not.toBeNull())
    await tell(outcome, { billingContact: contact })
    await waitFor(() => expect(document.querySelector('[data-loader]')).toBeNull())
  })
})

describe('ALT-12, CERT-11, OPEN-51: with reward certificates applied the interrupter comes first', () => {
  const rewardsData = { ...offered.rewardsData, certificates: [{ certificateNumber: '1234', amount: 500 }] }
  const withCertificate = { ...offered, rewardsData }
  const popup = { '/SharedLayer/PopupV2': () => new Response('<h2>Your rewards</h2><p>They go.</p>') }
  const removed = { '/ReactCheckout/RemoveCertificates': () => said }

  test.each(['PayPal', 'Venmo', 'Apple Pay'])('%s opens its sheet after Continue only', async (wallet) => {
    const { server } = await openPayment({ ...popup, ...removed }, withCertificate)
    fireEvent.click(await button(wallet))
    const proceed = await screen.findByRole('button', { name: 'Continue' })
    expect(window.open).not.toHaveBeenCalled()
    fireEvent.click(proceed)
    await waitFor(() => expect(window.open).toHaveBeenCalledTimes(1))
    expect(server.count('/ReactCheckout/RemoveCertificates')).toBe(1)
    await tell('cancelled')
  })
})

describe('ALT-13: each flow places the order with its own call', () => {
  const now = async () => fireEvent.click(await screen.findByRole('button', { name: 'Place order now' }))

  test('ORDER-18: PayPal from the payment step, and the browser goes where the answer says', async () => {
    const path = '/ReactCheckout/PlacePayPalOrderFromPayment'
    const { server, browser } = await openPayment({ [path]: () => placeReply() })
    fireEvent.click(await button('PayPal'))
    await tell('approved', { email: 'ada@example.com' })
    await now()
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
    expect(server.bodies(path)).toMatchObject([{ data: { nonce: 'n-1', email: 'ada@example.com' }, adata: '' }])
    expect(server.count('/ReactCheckout/PlaceOrder')).toBe(0)
  })

  test('CALM-33, CALM-34: an address that another tab put there meanwhile is shown before anything is ordered, and a second press orders', async () => {
    const path = '/ReactCheckout/PlacePayPalOrderFromPayment'
    const paymentData = { ...offered, payPalData: paypal }
    const address = anAddress({ address1: '9 Other Street' })
    const refreshed = () =>
      aCheckout({ ...wallets, step: 3, highestStep: 3, paymentData, recipientList: [aRecipient({ address })] })
    const { server } = await openPayment({ '/ReactCheckout/RefreshCheckout': refreshed, [path]: () => placeReply() })
    fireEvent.click(await button('PayPal'))
    await tell('approved', { email: 'ada@example.com' })
    expect(screen.queryByText(/9 Other Street/)).toBeNull()
    await now()
    await screen.findByText(/^Your order goes to another address by now\./)
    expect(screen.getAllByText(/9 Other Street/).length).toBeGreaterThan(0)
    expect(server.count(path)).toBe(0)
    await now()
    await waitFor(() => expect(server.count(path)).toBe(1))
  })

  test('CALM-34: after the approval it is the one main button of the step; the review is the quiet way', async () => {
    await openPayment({})
    const review = () => screen.getByRole('button', { name: 'Next: Review & Place Order' })
    const back = screen.getByRole('button', { name: 'Back' })
    expect(screen.getByText('or pay by card')).toBeDefined()
    const mainLook = review().className
    fireEvent.click(await button('PayPal'))
    await tell('approved', { email: 'ada@example.com' })
    const placeNow = await screen.findByRole('button', { name: 'Place order now' })
    expect(placeNow.classList.contains(mainLook.split(' ').at(-1) ?? '')).toBe(true)
    expect(review().className).toBe(back.className)
    expect(screen.queryByText('or pay by card')).toBeNull()
  })

  test('ORDER-17: Apple Pay from the payment step, with its billing contact', async () => {
    const path = '/ReactCheckout/PlaceApplePayOrderFromPayment'
    const paymentData = { ...offered, alternativePaymentsData: other('applePay') }
    const refreshed = () => aCheckout({ ...wallets, step: 3, highestStep: 3, paymentData })
    const { server } = await openPayment({ '/ReactCheckout/RefreshCheckout': refreshed, [path]: () => placeReply() })
    fireEvent.click(await button('Apple Pay'))
    await tell('approved', { billingContact: contact })
    await now()
    await waitFor(() => expect(server.count(path)).toBe(1))
    expect(server.bodies(path)).toMatchObject([{ nonce: 'n-1', deviceData: '', billingContact: contact, adata: '' }])
  })

  test('ERR-19 ERR-28: what goes wrong is logged with the call that was made', async () => {
    const path = '/ReactCheckout/PlacePayPalOrderFromPayment'
    const { server } = await openPayment({ [path]: () => ({ ...placeReply(), redirectUrl: '' }) })
    fireEvent.click(await button('PayPal'))
    await tell('approved', { email: 'ada@example.com' })
    await now()
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    expect(JSON.stringify(server.bodies('/Checkout/Log'))).toContain(`placePayPalOrderFromPayment ${path} basket`)
  })

  test('ORDER-16: Apple Pay from review', async () => {
    const path = '/ReactCheckout/PlaceApplePayOrder'
    storeApproval({
      method: 'applePay',
      nonce: 'n-9',
      sheetId: '',
      email: '',
      username: '',
      deviceData: 'd',
      billingContact: null,
      contact: null,
    })
    const paymentData = { ...offered, alternativePaymentsData: other('applePay') }
    const { server } = await openCheckout(4, { paymentData }, { [path]: () => placeReply() })
    fireEvent.click(screen.getByRole('button', { name: 'Place Order' }))
    await waitFor(() => expect(server.count(path)).toBe(1))
    expect(server.bodies(path)).toMatchObject([{ nonce: 'n-9', deviceData: 'd', adata: '' }])
    expect(server.count('/ReactCheckout/PlaceOrder')).toBe(0)
  })
})

test('CALL-79: the client sends each path exactly as it is written', () => {
  expect(Object.keys(walletCalls)).toEqual(Object.keys(walletPaths))
  expect(Object.values(walletPaths).map(({ path }) => path.replace(`${base}/`, ''))).toEqual([
    'openWalletSheet',
    'setPayPalPayload/',
    'savepaypalpayment/',
    'logpaypalerror/',
    'applyVenmoPayment',
    'applyApplePayPayment',
    'removeApplePayPayment',
    'launchmasterpass/',
    'savevisapayment/',
    'logvisaerror/',
  ])
})
