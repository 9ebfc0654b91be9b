import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CheckoutReply } from '#contracts/pages.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import {
  aBasketItem,
  aCheckout,
  answersOf,
  aPayment,
  aRecipient,
  aShipment,
  aSummary,
  openCheckout,
  refusal,
} from '#test/web/checkout.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aCart, aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import type { AppleSessions } from '../apple-pay.ts'
import { storeApproval } from '../wallet-approval.ts'

const base = '/checkout/alternativepayments'
const sheetUrl = 'http://gateway.localhost:3001/wallets/sheets/sheet_1'
const wallets = { walletMethods: ['paypal' as const, 'applePay' as const], walletProvider: 'built-in' as const }
const home = { address1: '12 Maple Street', city: 'Naperville', state: 'IL', postalCode: '60540', country: 'US' }
const contact = { firstName: 'Ada', lastName: 'Byron', phone: '6305550142', email: 'ada@example.com', ...home }
const said = { isSuccess: true, errorMessage: '', basketVersion: 8, changes: [] }
const none = { payPalData: aPayment().payPalData, alternativePaymentsData: aPayment().alternativePaymentsData }
const paid = { isApplied: true, email: 'ada@example.com', appliedAmount: aSummary().amountDue }
const reply = (patch: object) => ({
  ...said,
  orderSummary: aSummary(),
  ...none,
  isPaymentNeeded: true,
  paidWith: [],
  ...patch,
})
const opened = { isSuccess: true, errorMessage: '', provider: 'built-in', sheetId: 's1', sheetUrl, clientToken: '' }
const walletAnswers: { readonly [path: string]: Answer } = {
  [`${base}/openWalletSheet`]: () => ({
    ...opened,
    amountDue: 1,
    currencyCode: 'USD',
    storeName: 'CB',
    basketVersion: 8,
  }),
  [`${base}/setPayPalPayload/`]: () => reply({}),
  [`${base}/savepaypalpayment/`]: () => reply({ payPalData: paid }),
  [`${base}/applyApplePayPayment`]: () =>
    reply({ alternativePaymentsData: { type: 'applePay', isApplied: true, username: '', appliedAmount: 12_195 } }),
  '/checkout': () => new Response(''),
  '/ReactCart/Checkout': () => ({
    ...{ isSuccess: true, redirectUrl: '/checkout/shipping', isLoggedIn: false, popupUrl: '', errorType: 0 },
    ...{ errorMessage: '', IsReset: false, oversizedItems: [], items: [], basketVersion: 1, changes: [] },
  }),
}
const apple: { ApplePaySession?: Pick<AppleSessions, 'canMakePayments'> } = window
const sheet = { closed: false, location: { href: '' }, close: vi.fn() }

beforeAll(async () => {
  await Promise.all([import('./express-wallets.tsx'), import('#web/cart/summary/express-from-cart.ts')])
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

/** A cart whose checkout has all the steps. */
async function openCart(patch: Partial<CheckoutReply> = {}, more: { readonly [path: string]: Answer } = {}) {
  const checkout = aCheckout({ ...wallets, ...patch })
  const frame = aFrame()
  const pages = ([1, 2, 3, 4] as const).map((step) => {
    const { path } = stepRow(step)
    return [path, () => aState({ name: 'checkout', step, checkout }, path, frame)] as const
  })
  const cart = aCart()
  const server = fakeServer({
    ...{ '/ReactCart/GetCartJsx': () => cart, ...answersOf(checkout), ...Object.fromEntries(pages) },
    ...{ ...walletAnswers, ...more },
  })
  const page = await renderPage(aState({ name: 'cart', cart, wallets }, '/checkout/cart', frame))
  return { server, ...page }
}

async function tell(outcome: string, patch: object = {}): Promise<void> {
  await waitFor(() => expect(sheet.location.href).toBe(sheetUrl))
  const told = { type: 'wallet-sheet', sheetId: 's1', outcome, nonce: 'n-1', email: '', username: '', ...patch }
  const event = new MessageEvent('message', { origin: 'http://gateway.localhost:3001', data: told })
  Object.defineProperty(event, 'source', { value: sheet })
  await act(async () => window.dispatchEvent(event))
}

const button = (wallet: string) => screen.findByRole('button', { name: `Pay with ${wallet}` })
const press = async (wallet: string) => {
  const found = await button(wallet)
  found.focus()
  fireEvent.click(found)
}
const approve = () => tell('approved', { contact, billingContact: null, email: contact.email })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('CALM-32: a wallet in the cart', () => {
  test('STEP-08, STEP-10, STEP-11: its address goes through the calls of the steps, in their order, to the review', async () => {
    const { server } = await openCart()
    await press('PayPal')
    await tell('addressed', { postalCode: '60540' })
    await waitFor(() => expect(server.count(`${base}/openWalletSheet`)).toBe(2))
    await approve()
    await heading('Review')
    expect(server.bodies(`${base}/openWalletSheet`)).toMatchObject([
      { method: 'paypal', asksAddress: true },
      { method: 'paypal', asksAddress: true, sheetId: 's1', postalCode: '60540' },
    ])
    const posts = server.paths().filter((path) => path !== `${base}/openWalletSheet`)
    const steps = posts.slice(posts.indexOf('/ReactCart/Checkout'))
    expect(steps.filter((path) => /ReactCheckout|ReactCart|alternative|^\/checkout$/.test(path))).toEqual([
      '/ReactCart/Checkout',
      '/checkout',
      '/ReactCheckout/RefreshCheckout',
      '/ReactCheckout/ValidateCart',
      '/ReactCheckout/ValidateAndSaveAddress',
      '/ReactCheckout/MoveToShippingAndGiftOptions',
      '/ReactCheckout/RefreshCheckout',
      '/ReactCheckout/ValidateCart',
      '/ReactCheckout/SaveShippingAndGiftOptions',
      '/ReactCheckout/MoveToPaymentPage',
      '/ReactCheckout/RefreshCheckout',
      `${base}/setPayPalPayload/`,
      `${base}/savepaypalpayment/`,
      '/ReactCheckout/ValidateCart',
      '/ReactCheckout/MoveToReviewPage',
      '/ReactCheckout/RefreshCheckout',
    ])
    expect(server.bodies('/ReactCheckout/ValidateAndSaveAddress')).toMatchObject([contact])
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/n-1|Maple/)
  })

  test('a sheet that is cancelled leaves the shopper in the cart, on the button', async () => {
    const { server } = await openCart()
    await press('Apple Pay')
    await tell('cancelled')
    await screen.findByText('Apple Pay was closed. Nothing was charged, and your order is as it was.')
    await waitFor(async () => expect(document.activeElement).toBe(await button('Apple Pay')))
    expect(server.count('/ReactCart/Checkout')).toBe(0)
  })

  test.each([
    ['the cart may not go on', '/ReactCart/Checkout', refusal('A line has to be looked at.')],
    ['the steps cannot be reached', '/ReactCheckout/RefreshCheckout', new Response('', { status: 500 })],
  ] as const)(
    'an approval whose way ends in the cart, as %s: she hears that nothing was charged',
    async (_, at, end) => {
      await openCart({}, { [at]: () => end })
      await press('PayPal')
      await approve()
      const popup = await screen.findByRole('dialog')
      fireEvent.click(within(popup).getAllByRole('button', { name: /close/i })[0] ?? popup)
      await screen.findByText('PayPal was not charged. Press it again when you are ready.')
    },
  )

  test.each([
    ['an account of Venmo alone', ['venmo'], true],
    ['an account of Apple Pay alone, in a browser without it', ['applePay'], false],
  ] as const)(
    '%s: there is no place for wallets, in the cart and at the first step',
    async (_, walletMethods, isApple) => {
      if (!isApple) delete apple.ApplePaySession
      const some = { ...wallets, walletMethods: [...walletMethods] }
      const cart = aCart()
      fakeServer({ '/ReactCart/GetCartJsx': () => cart })
      await renderPage(aState({ name: 'cart', cart, wallets: some }, '/checkout/cart', aFrame()))
      expect(screen.queryByText('or pay with')).toBeNull()
      cleanup()
      await openCheckout(1, some)
      expect(screen.queryByText('or type your address')).toBeNull()
    },
  )

  test.each(['PayPal', 'Apple Pay'])(
    'an address of %s in another country: that is said, nothing is saved or charged, and the cart is as it was',
    async (wallet) => {
      const { server } = await openCart()
      await press(wallet)
      await tell('approved', { contact: { ...contact, state: '', postalCode: '10119', country: 'DE' } })
      const text = `We do not ship to the country of your address in ${wallet}. Nothing was charged. Please choose an address in the United States.`
      expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull()
      const posts = server.paths().filter((path) => path !== `${base}/openWalletSheet`)
      expect(posts.filter((path) => /ReactCheckout|Checkout$|payment/i.test(path))).toEqual([])
      await waitFor(async () => expect(document.activeElement).toBe(await button(wallet)))
    },
  )

  test.each([
    ['goes to one home', {}, 1],
    ['goes to several homes, or has a gift of a registry', { asksWhereItGoes: true as const }, 0],
  ])(
    'a cart that %s: its sheet would end at the first step, which asks where each thing goes',
    async (_, asks, count) => {
      fakeServer()
      const cart = aCart()
      const cartSummary = { ...cart.cartSummary, ...asks }
      await renderPage(aState({ name: 'cart', cart: { ...cart, cartSummary }, wallets }, '/checkout/cart'))
      expect(screen.queryAllByText('or pay with')).toHaveLength(count)
      expect(screen.queryAllByRole('region', { name: 'Express checkout' })).toHaveLength(count)
    },
  )

  test('Venmo, which gives no address, is not offered there', async () => {
    await openCart()
    await button('PayPal')
    expect(screen.queryByRole('button', { name: 'Pay with Venmo' })).toBeNull()
  })
})

describe('CALM-32: what a wallet cannot say is asked at its step, with what was filled kept', () => {
  const two = [aRecipient(), aRecipient({ id: 'r2', address: null })]
  const items = [aBasketItem(), aBasketItem({ id: 'item-2', recipientId: 'r2' })]
  const crew = { phone: '', accessNotes: '', isPhoneOfAddress: false, isPhoneNeeded: true }
  test.each([
    ['several homes', { recipientList: two, basketItems: items }, 'Shipping', 'several homes'],
    ['a gift from a registry', { basketItems: [aBasketItem({ grId: 7 })] }, 'Shipping', 'say where it goes'],
    [
      'a phone for the crew',
      { recipientList: [aRecipient({ crew })] },
      'Shipping & Gift Options',
      'give a phone number',
    ],
  ] as const)('%s', async (_, patch, title, words) => {
    const { server } = await openCart(patch as Partial<CheckoutReply>)
    await press('PayPal')
    await approve()
    await heading(title)
    await screen.findByText(words, { exact: false })
    await screen.findByText('PayPal is ready to pay, and nothing is charged before you place your order.')
    expect(server.count(`${base}/savepaypalpayment/`)).toBe(1)
  })

  test('an address that is refused stands in the form, with what is wrong at its field', async () => {
    const wrong = 'Furniture cannot be delivered to a PO box.'
    const recipientList = [aRecipient({ address: null })]
    const refused = () => ({
      ...refusal(wrong),
      ...{ errors: [{ field: 'address1', message: wrong }], addressId: '', recipientId: 'r1' },
      ...{ recipientList, orderSummary: aSummary() },
    })
    await openCart({ recipientList }, { '/ReactCheckout/ValidateAndSaveAddress': refused })
    await press('Apple Pay')
    await approve()
    await heading('Shipping')
    const field = await screen.findByDisplayValue('12 Maple Street')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText(/Apple Pay gave us\. Please look at what is marked\./)).toBeDefined()
    expect(screen.getAllByText(wrong).length).toBeGreaterThan(0)
  })

  test.each([
    ['takes it out and goes on', 'Remove All', 'Review', 1],
    ['leaves it in, and finds the step that asks', 'Close', 'Shipping & Gift Options', 0],
  ])(
    'a state that a piece may not go to: as if typed, the popup comes, and the shopper %s',
    async (_, answer, title, removals) => {
      const piece = {
        ...{ sku: 101, title: 'Wool Rug', imagePath: '', navigateUrl: '/product/101', currentPrice: 1999, quantity: 1 },
        ...{ availabilityMessage: '', quantityLeft: 0, edd: { message: '' }, isCustomNla: false },
      }
      let isRestricted = true
      const verdict = (isHome: boolean) => {
        const isStopped = isHome && isRestricted
        return {
          ...said,
          isSuccess: !isStopped,
          errorType: isStopped ? 9 : 0,
          items: isStopped ? [piece] : [],
          basketId: 'basket-1',
        }
      }
      const judged: true[] = []
      const { server } = await openCart(
        {},
        {
          '/ReactCheckout/ValidateCart': () => verdict(judged.push(true) > 1),
          '/ReactCheckout/RemovePfasItems': () => {
            isRestricted = false
            return said
          },
        },
      )
      await press('Apple Pay')
      await approve()
      const popup = await screen.findByRole('dialog')
      fireEvent.click(within(popup).getByRole('button', { name: answer }))
      await heading(title)
      expect(server.count('/ReactCheckout/RemovePfasItems')).toBe(removals)
      expect(server.count('/ReactCheckout/ValidateAndSaveAddress')).toBe(1)
    },
  )

  test('a delivery day may be chosen: the review says that the crew calls', async () => {
    const windows = [{ id: 1, date: '2026-12-01', from: '08:00', to: '12:00', isFree: true }]
    const shipments = [aShipment({ tripBooking: { windows, selectedWindowId: null } })]
    await openCart({ recipientList: [aRecipient({ shipments, crew: { ...crew, isPhoneNeeded: false } })] })
    await press('PayPal')
    await approve()
    await heading('Review')
    await screen.findByText(/The crew calls you to arrange a day/)
  })

  test('more is due than was approved: the payment step says so', async () => {
    const text = 'Your total is now $130.00. Please approve it once more, or choose another way to pay.'
    await openCart({}, { [`${base}/savepaypalpayment/`]: () => reply({ isSuccess: false, errorMessage: text }) })
    await press('PayPal')
    await approve()
    await heading('Payment')
    await screen.findByText(text)
  })
})

describe('CALM-32: a wallet at the first step', () => {
  test('it fills address and contact and leads to the review', async () => {
    const { server } = await openCheckout(
      1,
      { ...wallets, recipientList: [aRecipient({ address: null })] },
      walletAnswers,
    )
    await press('Apple Pay')
    await approve()
    await heading('Review')
    expect(server.bodies('/ReactCheckout/ValidateAndSaveAddress')).toMatchObject([contact])
    expect(server.count('/ReactCart/Checkout')).toBe(0)
  })

  test('an address that is refused stands in the form of the step', async () => {
    const wrong = 'M5J 0C3 is not a valid ZIP code.'
    const recipientList = [aRecipient({ address: null })]
    const answer = {
      ...refusal(wrong),
      ...{ errors: [{ field: 'postalCode', message: wrong }], addressId: '', recipientId: 'r1' },
      ...{ recipientList, orderSummary: aSummary() },
    }
    await openCheckout(
      1,
      { ...wallets, recipientList },
      { ...walletAnswers, '/ReactCheckout/ValidateAndSaveAddress': () => answer },
    )
    await press('PayPal')
    await approve()
    await screen.findByDisplayValue('12 Maple Street')
    expect((await screen.findAllByText(wrong)).length).toBeGreaterThan(0)
    await screen.findByText(/PayPal gave us/)
  })
})
