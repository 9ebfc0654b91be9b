import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckout,
  anAddress,
  anAppliedCard,
  aPayment,
  aRecipient,
  gatewayPath,
  goodCard,
  openCheckout,
  refusal,
} from '#test/web/checkout.ts'
import { networkFailure } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'

beforeEach(() => sessionStorage.clear())

const savePayment = '/ReactCheckout/SavePayment'
const saveBilling = '/ReactCheckout/SaveBillingAddress'
const paid = { paymentData: aPayment(anAppliedCard()) }
const declined = '?paymentErrorId=authorizationError#header_payment'
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const next = () => click('Next: Review & Place Order')
const number = () => screen.getByLabelText<HTMLInputElement>('Card number')

function enterCard(card = goodCard): void {
  fireEvent.input(number(), { target: { value: card.number } })
  fireEvent.input(screen.getByLabelText('Expiration date (MM/YY)'), { target: { value: card.expiry } })
  fireEvent.input(screen.getByLabelText('Security code'), { target: { value: card.code } })
}

describe('OPEN-64, PAY-10, PAY-11, PLAT-18, PLAT-19: a new card with the provider flag off', () => {
  test('goes to the gateway alone; what is saved is its token', async () => {
    const { server, path } = await openCheckout(3)
    enterCard()
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(gatewayPath)).toEqual([{ number: '4111111111111111', cvv: '123', expMonth: 5, expYear: 2030 }])
    expect(server.bodies(savePayment)).toEqual([
      {
        cardOneData: {
          slot: 'CardOne',
          type: 'Visa',
          brand: 'Visa',
          cardToken: 'tok_1',
          lastFour: '1111',
          expMonth: 5,
          expYear: 2030,
          saveToAccount: false,
          appliedAmount: null,
          adyenCardData: null,
          tnsSession: 'ses_1',
        },
        accountCardOneData: null,
        cardTwoData: null,
        accountCardTwoData: null,
      },
    ])
    const ours = server.seen.filter((request) => request.path !== gatewayPath)
    expect(JSON.stringify(ours.map(({ body, query }) => [body, query]))).not.toMatch(/4111 ?1111|"123"|cvv"/)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('4111')
  })

  test('PAY-16: a JCB card goes on as Discover', async () => {
    const { server, path } = await openCheckout(3)
    enterCard({ ...goodCard, number: '3530111333300000' })
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(savePayment)).toMatchObject([{ cardOneData: { brand: 'Discover' } }])
  })

  test('wrong fields are told before any call', async () => {
    const { server } = await openCheckout(3)
    enterCard({ ...goodCard, code: '12' })
    next()
    expect(document.activeElement).toBe(screen.getByLabelText('Security code'))
    expect(server.seen).toEqual([])
  })

  test('PAY-51: what the gateway finds wrong stands at its field, which has the focus', async () => {
    const errors = { hasNumberError: false, hasExpDateError: true, hasCvvError: true }
    const { server } = await openCheckout(3, {}, { [gatewayPath]: () => Response.json({ errors }, { status: 422 }) })
    enterCard()
    next()
    const said = ['The expiration date you entered is not valid.', 'The security code you entered is not valid.']
    await waitFor(() => expect(fieldErrors()).toEqual(said.map((sentence) => expect.stringContaining(sentence))))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Expiration date (MM/YY)')))
    expect(server.count(savePayment)).toBe(0)
  })

  test.each([
    ['a session that ended', () => Response.json({ errors: { hasSessionError: true } }, { status: 410 }), 'session'],
    ['a gateway that cannot be reached', () => networkFailure, 'tns'],
    ['a gateway that answers something else', () => new Response('no', { status: 502 }), 'tns'],
  ] as const)('VALID-16, ORDER-15: %s', async (_name, answer, kind) => {
    const { server } = await openCheckout(3, {}, { [gatewayPath]: answer })
    enterCard()
    next()
    const sentence =
      kind === 'tns'
        ? 'We could not read your card. Please enter it again.'
        : 'Your payment session has ended. Please enter your card again.'
    await screen.findByText(sentence)
    const logged = () => JSON.stringify(server.bodies('/Checkout/Log'))
    await waitFor(() => expect(logged().includes('FE payment error')).toBe(kind === 'tns'))
    expect(logged()).not.toContain('4111')
    expect(number().value).toBe(goodCard.number)
  })
})

describe('PAY-12, ERR-10, OPEN-12: what SavePayment finds wrong shows at the card', () => {
  test.each([
    ['hasTnsError', 'We could not read your card. Please enter it again.'],
    ['hasSessionError', 'Your payment session has ended. Please enter your card again.'],
    ['hasRewardsRestrictionError', 'Reward certificates can only be used with your store card.'],
    ['hasOldCbccCardUsedError', 'Card has been reissued. Please use new card.'],
    ['hasZeroAmountError', 'Please enter an amount above zero.'],
    ['hasNumberError', 'The credit card number you entered is not valid.'],
    ['hasExpDateError', 'The expiration date you entered is not valid.'],
    ['hasCvvError', 'The security code you entered is not valid.'],
  ])('%s', async (name, sentence) => {
    const answer = () => ({ ...refusal('No.'), cardOneErrors: { [name]: true }, cardTwoErrors: null })
    await openCheckout(3, {}, { [savePayment]: answer })
    enterCard()
    next()
    await screen.findByText(sentence, { exact: false })
    expect(screen.queryByText('No.')).toBeNull()
  })
})

test('PAY-02: with nothing left to pay no card is asked for, and the way on works', async () => {
  const { server, path } = await openCheckout(3, { paymentData: aPayment(null, false), hasTns: false })
  expect(screen.queryByLabelText('Card number')).toBeNull()
  expect(document.getElementById('credit-debit-card-option')).toBeNull()
  next()
  await waitFor(() => expect(path()).toBe('/checkout/review'))
  expect(server.count(savePayment)).toBe(0)
})

describe('PAY-13: saving the card to the account', () => {
  test('is offered to a member and sent along', async () => {
    const { server, path } = await openCheckout(3, { isGuest: false })
    enterCard()
    fireEvent.click(screen.getByLabelText('Save this card to my account'))
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(savePayment)).toMatchObject([{ cardOneData: { saveToAccount: true } }])
  })

  test('is not offered to a guest', async () => {
    await openCheckout(3)
    expect(screen.queryByLabelText('Save this card to my account')).toBeNull()
  })
})

describe('PAY-48, PAY-49: the payment banner', () => {
  const tns = 'Your card is read by our payment partner. We never see or keep its number.'
  const deprecation = 'Saved cards may ask for their security code once more.'
  const synchrony = 'Your store card payment is processed by Synchrony Bank.'

  test.each([
    [false, false, []],
    [true, false, [tns, deprecation]],
    [false, true, [synchrony]],
    [true, true, [tns, deprecation, synchrony]],
  ])('hasTns %s, hasSynchrony %s', async (hasTns, hasSynchrony, shown) => {
    await openCheckout(3, { hasTns, hasSynchrony })
    expect([tns, deprecation, synchrony].filter((text) => screen.queryByText(text) !== null)).toEqual(shown)
  })
})

describe('PAY-57, STEP-05: the card the cart has', () => {
  test('shows its type and last four, and stays without being typed again', async () => {
    const { server, path } = await openCheckout(3, paid)
    const panel = document.getElementById('credit-debit-card-option')!
    expect(within(panel).getByText(/Visa ending in 1111/).textContent).toBe('Visa ending in 1111, expires 05/30')
    expect(screen.queryByLabelText('Card number')).toBeNull()
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(savePayment)).toMatchObject([{ cardOneData: { cardToken: '', lastFour: '1111' } }])
    expect(server.count('/ReactCheckout/CreateCardSession')).toBe(0)
  })

  test("'Change' opens empty fields; 'Keep' goes back to it", async () => {
    await openCheckout(3, paid)
    click('Change card')
    expect(number().value).toBe('')
    expect(document.activeElement).toBe(number())
    click('Keep the card ending in 1111')
    expect(screen.queryByLabelText('Card number')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Credit or debit card')
  })

  test('after Back and forward the number field is empty', async () => {
    const { path } = await openCheckout(3)
    enterCard()
    click('Back')
    await waitFor(() => expect(path()).toBe('/checkout/shippingandgiftoptions'))
    fireEvent.click(await screen.findByRole('button', { name: 'Next: Payment' }))
    await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
    expect((await screen.findByLabelText<HTMLInputElement>('Card number')).value).toBe('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('4111')
  })

  test('PAY-06: what is wrong with it stands at it', async () => {
    const errors = { ...anAppliedCard().errors, hasRewardsRestrictionError: true }
    await openCheckout(3, { paymentData: aPayment(anAppliedCard({ errors, isValid: false })) })
    expect(screen.getByText('Reward certificates can only be used with your store card.')).toBeDefined()
  })
})

test.each([0, 1])('PROMO-01: the store card is offered its promotion as card %s of two', async (place) => {
  const cards = [
    anAppliedCard({ appliedAmount: 5_000, appliedAmountString: '50.00' }),
    anAppliedCard({ id: 'card-2', lastFour: '0002', order: 2, appliedAmount: 7_195 }),
  ].map((card, nth) => (nth === place ? { ...card, type: 'StoreCreditCard' } : card))
  const [cardOneInfo = null, cardTwoInfo = null] = cards
  const payment = aPayment(cardOneInfo)
  const creditCardData = { ...payment.creditCardData, cardTwoInfo }
  const offer = { rewardText: 'Earn 10% back', financingText: 'Pay over 12 months', financingTerms: null }
  const plccOffer = { ...offer, isAvailable: true, selectedOption: 0 as const, errorMessage: '' }
  const changed = { paymentData: { ...payment, creditCardData }, plccOffer }
  const { orderSummary } = aCheckout()
  const said = { isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }
  const saved = { creditCardData, cardOneErrors: null, cardTwoErrors: null, orderSummary, isPaymentNeeded: true }
  await openCheckout(3, changed, { [savePayment]: () => ({ ...said, ...saved }) })
  next()
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  dialog.getByLabelText(/Earn 10% back/)
})

describe('ROUTE-10, SCENE-05, UX-16: back from a declined card', () => {
  test('of two cards neither was charged, and it is not said that one of them was', async () => {
    const two = aPayment(anAppliedCard())
    const cardTwoInfo = anAppliedCard({ id: 'card-2', lastFour: '0002', order: 2 })
    const creditCardData = { ...two.creditCardData, cardTwoInfo }
    await openCheckout(3, { paymentData: { ...two, creditCardData } }, {}, declined)
    expect(screen.getByText('Neither card was charged.')).toBeDefined()
    expect(screen.queryByText(/The card ending in/)).toBeNull()
  })

  test('the panel is there by its id, says so, and takes another card without a reload', async () => {
    const { server, path } = await openCheckout(3, paid, {}, declined)
    expect(document.getElementById('header_payment')?.textContent).toBe('Payment')
    expect(screen.getByText('Your card was declined. Please use another card.')).toBeDefined()
    expect(screen.getByText('The card ending in 1111 was not charged.')).toBeDefined()
    expect(screen.getByText(/Ada Lovelace, 233 S Wacker Dr/)).toBeDefined()
    enterCard()
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(savePayment)).toMatchObject([{ cardOneData: { cardToken: 'tok_1' } }])
  })

  test('CALM-68: the message is first on the step and focused, names the card, and offers it again as well as another', async () => {
    const { path } = await openCheckout(3, paid, {}, declined)
    const notice = screen.getByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(notice))
    expect(notice.textContent).toContain('Visa ending in 1111, expires')
    expect(notice.compareDocumentPosition(screen.getByRole('heading', { name: 'Credit or debit card' }))).toBe(4)
    click('Use another card')
    expect(document.activeElement).toBe(number())
    click('Try the card ending in 1111 again')
    expect(document.activeElement?.textContent).toBe('Credit or debit card')
    expect(screen.queryByLabelText('Card number')).toBeNull()
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
  })
})

describe('PAY-58, UX-04: the billing address', () => {
  test('is the shipping address until it is unticked: nothing is asked twice and nothing saved', async () => {
    const { server, path } = await openCheckout(3, paid)
    expect(screen.getByLabelText<HTMLInputElement>('Same as shipping address').checked).toBe(true)
    expect(screen.queryByLabelText('City')).toBeNull()
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.count(saveBilling)).toBe(0)
  })

  test('of several addresses it is the one with the email of who buys, also after a present for somebody', async () => {
    const present = aRecipient({ id: 'recipient-2', address: anAddress({ firstName: 'Grace', email: '' }) })
    const own = aRecipient({ address: anAddress({ firstName: 'Ada', email: 'ada@example.com' }) })
    await openCheckout(3, { ...paid, recipientList: [present, own] })
    const billing = screen.getByRole('region', { name: 'Billing address' })
    expect(billing.textContent).toContain('Ada')
    expect(billing.textContent).not.toContain('Grace')
  })

  test('unticked, an own one is judged, saved before the card, and has billing tokens', async () => {
    const { server, path } = await openCheckout(3, paid)
    fireEvent.click(screen.getByLabelText('Same as shipping address'))
    next()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')))
    expect(server.seen).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('City').autocomplete).toBe('section-bill billing address-level2')
    const home = {
      'First name': 'Grace',
      'Last name': 'Hopper',
      'Street address': '1 Main St',
      City: 'Evanston',
      State: 'IL',
      'ZIP code': '60201',
    }
    for (const [label, value] of Object.entries(home)) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    }
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(saveBilling)).toMatchObject([{ city: 'Evanston', isSameAsShipping: false }])
    expect(server.paths().indexOf(saveBilling)).toBeLessThan(server.paths().indexOf(savePayment))
  })

  test('ticked again the shipping address is saved as such', async () => {
    const own = { isBillingSame: false, billingAddress: anAddress({ city: 'Evanston', postalCode: '60201' }) }
    const { server, path } = await openCheckout(3, { ...paid, ...own })
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Evanston')
    fireEvent.click(screen.getByLabelText('Same as shipping address'))
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(saveBilling)).toMatchObject([{ city: 'Chicago', isSameAsShipping: true }])
  })

  test('a refusal of the server stops the move', async () => {
    const refused = {
      ...refusal('Please check.'),
      errors: [{ field: 'city', message: 'We do not know this city.' }],
      orderSummary: aCheckout().orderSummary,
    }
    const own = { isBillingSame: false, billingAddress: anAddress({ city: 'Nowhere' }) }
    const { server } = await openCheckout(3, { ...paid, ...own }, { [saveBilling]: () => refused })
    next()
    await screen.findByText('We do not know this city.')
    expect(server.count(savePayment)).toBe(0)
  })
})
