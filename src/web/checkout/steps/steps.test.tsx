import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { steps } from '#domain/checkout/steps.ts'
import {
  anAddress,
  anAppliedCard,
  aPayment,
  aRecipient,
  aSummary,
  goodCard,
  openCheckout,
  refusal,
} from '#test/web/checkout.ts'

const button = (name: string) => screen.getByRole('button', { name })
const click = (name: string) => fireEvent.click(button(name))
const isLoading = () => document.querySelector('[data-loader]') !== null
const promo = { promo: { discountCode: 'SAVE10', errorMessage: '' } }
const paid = { paymentData: aPayment(anAppliedCard()) }

function enterCard(): void {
  fireEvent.input(screen.getByLabelText('Card number'), { target: { value: goodCard.number } })
  fireEvent.input(screen.getByLabelText('Expiration date (MM/YY)'), { target: { value: goodCard.expiry } })
  fireEvent.input(screen.getByLabelText('Security code'), { target: { value: goodCard.code } })
}

describe('STEP-02, STEP-04, STEP-05, STEP-06: the buttons of the steps', () => {
  test.each([
    [1, ['Cancel Changes', 'Next']],
    [2, ['Next: Payment']],
    [3, ['Back', 'Next: Review & Place Order']],
    [4, ['Back', 'Place Order']],
  ] as const)('step %s', async (step, names) => {
    await openCheckout(step, paid)
    for (const name of names) expect(button(name)).toBeDefined()
  })
})

describe('STEP-01, STEP-22, ROUTE-07, ROUTE-08, ROUTE-09, ROUTE-11: the six steps by name, the current one marked', () => {
  test.each([1, 2, 3, 4] as const)('step %s', async (step) => {
    await openCheckout(step, paid)
    const rows = within(screen.getByRole('navigation', { name: 'Checkout steps' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent?.replace(/^\d|\(done\)/g, '').trim())).toEqual(
      steps.map(({ title }) => title),
    )
    expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(
      steps.map((row) => (row.step === step ? 'step' : null)),
    )
    const links = rows.flatMap((row) =>
      within(row)
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href')),
    )
    expect(links).toEqual(steps.slice(0, step).map(({ path }) => path))
  })
})

describe('STEP-08, STEP-09, STEP-10, STEP-17, STEP-18, STEP-19, OPEN-21: the calls of each step in their order', () => {
  const saves = {
    1: ['ValidateAndSaveAddress', 'MoveToShippingAndGiftOptions'],
    2: ['SaveShippingAndGiftOptions', 'MoveToPaymentPage'],
    3: ['SavePayment', 'MoveToReviewPage'],
  }
  const nextPaths = {
    1: '/checkout/shippingandgiftoptions',
    2: '/checkout/paymentandbilling',
    3: '/checkout/review',
  }
  test.each([
    [1, 'Next', {}],
    [1, 'Next', promo],
    [2, 'Next: Payment', {}],
    [2, 'Next: Payment', promo],
    [3, 'Next: Review & Place Order', paid],
    [3, 'Next: Review & Place Order', { ...paid, ...promo }],
  ] as const)('step %s, %s, %o', async (step, name, patch) => {
    const { server, path } = await openCheckout(step, patch)
    click(name)
    await waitFor(() => expect(path()).toBe(nextPaths[step]))
    const first = 'promo' in patch ? ['VerifyPromoCode', 'ValidateCart'] : ['ValidateCart']
    expect(server.paths()).toEqual([
      ...[...first, ...saves[step], 'RefreshCheckout'].map((call) => `/ReactCheckout/${call}`),
      nextPaths[step],
    ])
  })

  test.each([
    [{}, ['ValidateCart', 'PlaceOrder']],
    [promo, ['VerifyPromoCode', 'ValidateCart', 'PlaceOrder']],
  ])("'Place Order' with %o", async (patch, expected) => {
    const { server, browser } = await openCheckout(4, { ...paid, ...patch })
    click('Place Order')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/confirmation']))
    expect(server.paths()).toEqual(expected.map((call) => `/ReactCheckout/${call}`))
  })

  test('STEP-19, PLAT-19: with the provider flag on the card is saved by the calls of its own family', async () => {
    const { server, path } = await openCheckout(3, { ...paid, paymentProvider_EnableAdyen: true })
    click('Next: Review & Place Order')
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    const saved = server.paths().indexOf('/api/checkout/payment-provider/save-credit-card-to-basket')
    expect(saved).toBeGreaterThan(-1)
    expect(server.paths().indexOf('/ReactCheckout/MoveToReviewPage')).toBeGreaterThan(saved)
    expect(server.count('/ReactCheckout/SavePayment')).toBe(0)
  })
})

describe("STEP-07: 'Back' goes to the step before without a call", () => {
  test.each([
    [3, '/checkout/shippingandgiftoptions'],
    [4, '/checkout/paymentandbilling'],
  ] as const)('step %s', async (step, before) => {
    const { server, path } = await openCheckout(step, paid)
    click('Back')
    await waitFor(() => expect(path()).toBe(before))
    expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([])
  })
})

test('STEP-17: a failed save of the address stops the move', async () => {
  const refused = {
    ...refusal('Please check.'),
    errors: [{ field: 'postalCode', message: 'The ZIP code 60601 is not in NY.' }],
    recipientList: [],
  }
  const { server, path } = await openCheckout(1, {}, { '/ReactCheckout/ValidateAndSaveAddress': () => refused })
  click('Next')
  await screen.findByText('The ZIP code 60601 is not in NY.')
  expect(server.count('/ReactCheckout/MoveToShippingAndGiftOptions')).toBe(0)
  expect(path()).toBe('/checkout/shipping')
})

test('STEP-19: a card that could not be saved stops the move', async () => {
  const { server } = await openCheckout(
    3,
    {},
    {
      '/ReactCheckout/SavePayment': () => ({
        ...refusal('Please check your card and try again.'),
        cardOneErrors: null,
        cardTwoErrors: null,
      }),
    },
  )
  enterCard()
  click('Next: Review & Place Order')
  await screen.findByText('Please check your card and try again.')
  expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(0)
})

test('PROMO-13: a code that was taken off is said, its row goes, and the move stops', async () => {
  const removed = { isPromoCodeRemoved: true, promoErrorMessage: 'This promotion code ended on Nov 20.' }
  const { server } = await openCheckout(2, promo, {
    '/ReactCheckout/VerifyPromoCode': () => ({ isSuccess: true, ...removed, orderSummary: aSummary() }),
  })
  const scrolled: unknown[] = []
  window.scrollTo = (...to: unknown[]) => scrolled.push(...to)
  click('Next: Payment')
  await screen.findByText('This promotion code ended on Nov 20.')
  expect(server.paths()).toEqual(['/ReactCheckout/VerifyPromoCode'])
  expect(scrolled).toEqual([{ top: 0 }])
})

test('PROMO-14: a code that still holds is followed by cart validation, once', async () => {
  const { server, path } = await openCheckout(2, promo)
  click('Next: Payment')
  await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
  expect(server.paths().slice(0, 2)).toEqual(['/ReactCheckout/VerifyPromoCode', '/ReactCheckout/ValidateCart'])
  expect(server.count('/ReactCheckout/ValidateCart')).toBe(1)
})

test('STEP-12: when validation fails the popup opens, no move is made and the loader is off', async () => {
  const invalid = { ...refusal('Something in your cart is not right.'), errorType: 3, items: [] }
  const { server } = await openCheckout(2, {}, { '/ReactCheckout/ValidateCart': () => invalid })
  click('Next: Payment')
  await screen.findByRole('dialog', { name: 'Item(s) no longer available' })
  expect(isLoading()).toBe(false)
  expect(server.paths()).toEqual(['/ReactCheckout/ValidateCart'])
})

test('STEP-13, ERR-02: an empty cart has a message in place of going on, and no popup', async () => {
  const empty = { ...refusal(''), errorType: 8, items: [] }
  const { server } = await openCheckout(2, {}, { '/ReactCheckout/ValidateCart': () => empty })
  click('Next: Payment')
  await screen.findByRole('heading', { name: 'Your cart is empty.' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Next: Payment' })).toBeNull()
  expect(server.paths()).toEqual(['/ReactCheckout/ValidateCart'])
})

test('STEP-16: ValidateCart with an error type shows its popup and sends nobody away', async () => {
  const invalid = { ...refusal(''), errorType: 5, items: [] }
  const { browser, path } = await openCheckout(2, {}, { '/ReactCheckout/ValidateCart': () => invalid })
  click('Next: Payment')
  await screen.findByRole('dialog', { name: 'Please Edit Your Cart to Proceed' })
  expect(browser.left).toEqual([])
  expect(path()).toBe('/checkout/shippingandgiftoptions')
})

test('a second press while the first runs makes no second round of calls', async () => {
  const { server, path } = await openCheckout(2)
  click('Next: Payment')
  fireEvent.submit(document.querySelector('form') ?? document)
  await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
  expect(server.count('/ReactCheckout/ValidateCart')).toBe(1)
})

test('UX-05: done steps are summed up with a way back, and each step has a title of its own', async () => {
  await openCheckout(4, paid)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Review')
  const edits = screen.getAllByRole('link', { name: /^Edit/ })
  expect(edits.map((link) => link.getAttribute('href'))).toEqual([
    '/checkout/shipping',
    '/checkout/shippingandgiftoptions',
    '/checkout/paymentandbilling',
  ])
  expect(screen.getByText('Visa ending in 1111')).toBeDefined()
  expect(screen.getByText('233 S Wacker Dr')).toBeDefined()
})

test('BEYOND-03: with more than one tender the review shows what each will pay, in the order they pay, and their sum', async () => {
  const paidWith = [
    { id: 'card-1', name: 'Gift card ending in 4444', amount: 5_000 },
    { id: 'payment-1', name: 'Visa ending in 1111', amount: 7_195 },
  ]
  await openCheckout(4, { ...paid, paidWith })
  const rows = within(screen.getByRole('table', { name: 'You pay with' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Gift card ending in 4444$50.00',
    'Visa ending in 1111$71.95',
    'In all$121.95',
  ])
})

test('SAFE-10: what one tender alone will pay stands with it', async () => {
  await openCheckout(4, { ...paid, paidWith: [{ id: 'payment-1', name: 'Visa ending in 1111', amount: 12_195 }] })
  expect(screen.queryByRole('table', { name: 'You pay with' })).toBeNull()
  expect(screen.getByText(/^Pays/).textContent).toBe('Pays $121.95')
})

test('PAY-58: with several addresses the review says to which of them the bill goes', async () => {
  const [ada, grace] = [aRecipient(), aRecipient({ id: 'recipient-2', address: anAddress({ firstName: 'Grace' }) })]
  const billingAddress = anAddress({ lastName: 'Billed' })
  await openCheckout(4, { ...paid, recipientList: [ada, grace], isBillingSame: true, billingAddress })
  expect(screen.queryByText('Billing address: same as shipping')).toBeNull()
  expect(screen.getByText('Billing address').parentElement?.textContent).toContain('Billed')
})

test('SAFE-10: a gift card that pays the whole order alone is named on the review', async () => {
  const paidWith = [{ id: 'card-1', name: 'Gift card ending in 4444', amount: 12_195 }]
  const creditCardData = { ...paid.paymentData.creditCardData, cardOneInfo: null }
  await openCheckout(4, { ...paid, paidWith, paymentData: { ...paid.paymentData, creditCardData } })
  expect(screen.getByText('Gift card ending in 4444')).toBeDefined()
  expect(screen.getByText(/^Pays/).textContent).toBe('Pays $121.95')
  expect(screen.queryByText('Visa ending in 1111')).toBeNull()
})

test('UX-08: the order summary with pictures and total stands on every step', async () => {
  for (const step of [1, 2, 3, 4] as const) {
    const { server } = await openCheckout(step, paid)
    const panel = screen.getAllByRole('complementary', { name: 'Order summary' }).at(-1)!
    expect(panel.querySelector('img')?.getAttribute('src')).toBe('/pictures/throw.svg')
    expect(within(panel).getByText('Linen Throw')).toBeDefined()
    expect(within(panel).getAllByText('$121.95').length).toBeGreaterThan(0)
    expect(server.seen).toEqual([])
  }
})
