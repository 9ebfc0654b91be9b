import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAppliedCard, aSummary, gatewayPath, refusal } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { applied, openPayment, savePayment, three } from '#test/web/saved-cards.ts'

// what the page loads behind itself is there when a test begins
beforeAll(async () => {
  await import('#web/layers/fragment.tsx')
})
beforeEach(() => sessionStorage.clear())

const verifyCard = '/ReactCheckout/VerifyCreditCard'

const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next: Review & Place Order' }))

describe('the cards that pay', () => {
  const verified = { isVerificationApplied: true }
  const two = {
    one: applied('card-1', { ...verified, appliedAmount: 6_097, appliedAmountString: '60.97' }),
    two: applied('card-2', {
      ...verified,
      order: 2,
      isPrimary: false,
      appliedAmount: 6_098,
      appliedAmountString: '60.98',
    }),
  }
  const said = { isSuccess: true, errorMessage: '' }
  const verifyReply = (patch: object) => ({
    ...{ isSuccess: false, errorMessage: '', cardId: '', hasCvvError: false },
    ...{ hasVerifyRequiredError: false, hasVerifyInputError: false, hasVerifyFailedError: false },
    ...patch,
  })
  const enteredCode = () => Response.json({ cvvToken: 'cvv_1' }, { status: 201 })

  test('PAY-45, OPEN-66: the code of a saved card goes to the gateway, its token is verified, and the step goes on', async () => {
    const answers = { [gatewayPath]: enteredCode, [verifyCard]: () => verifyReply({ ...said, cardId: 'card-1' }) }
    const { server, path } = await openPayment({ one: applied('card-1'), answers })
    next()
    expect(screen.getByText('Please enter a valid security code.')).toBeDefined()
    expect(server.seen).toEqual([])
    fireEvent.change(screen.getByLabelText('Security code of the card ending in 0001'), { target: { value: '123' } })
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(gatewayPath)).toEqual([{ cvv: '123' }])
    expect(server.bodies(verifyCard)).toEqual([{ cardData: { id: 'card-1', cvvToken: 'cvv_1' } }])
    expect(server.paths().indexOf(verifyCard)).toBeLessThan(server.paths().indexOf(savePayment))
  })

  test('PAY-44: the help with the code stands at the code of a saved card', async () => {
    await openPayment({ one: applied('card-1') })
    fakeServer({ '/SharedLayer/PopupV2': () => new Response('<p>On the back.</p>') })
    fireEvent.click(screen.getByRole('button', { name: 'Where is the code?' }))
    await screen.findByText('On the back.')
  })

  test('PAY-46: of two cards the error stands at the one it is about', async () => {
    const wrong = verifyReply({
      errorMessage: 'The security code you entered is not valid.',
      ...{ hasVerifyFailedError: true, hasCvvError: true, cardId: 'card-2' },
    })
    const pair = { one: two.one, two: applied('card-2', { ...two.two, isVerificationApplied: false }) }
    const { server } = await openPayment({
      ...pair,
      answers: { [gatewayPath]: enteredCode, [verifyCard]: () => wrong },
    })
    const field = screen.getByLabelText('Security code of the card ending in 0002')
    fireEvent.change(field, { target: { value: '999' } })
    next()
    await screen.findByText('The security code you entered is not valid.')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(screen.getAllByText('The security code you entered is not valid.')).toHaveLength(1)
    expect(server.count(savePayment)).toBe(0)
  })

  test.each([
    ['hasRewardsRestrictionError', 'Reward certificates can only be used with your store card.'],
    ['hasSessionError', 'Your payment session has ended. Please enter your card again.'],
    ['hasZeroAmountError', 'Please enter an amount above zero.'],
    ['cbccNotAppliedError', 'Please apply your store card to use this offer.'],
  ])('PAY-06, VALID-16: %s of an applied card shows its message at it', async (name, sentence) => {
    const errors = { ...anAppliedCard().errors, [name]: true }
    await openPayment({ one: two.one, two: { ...two.two, errors, isValid: false } })
    expect(screen.getAllByText(sentence)).toHaveLength(1)
    const order = screen.getByText(/ending in 0002/).compareDocumentPosition(screen.getByText(sentence))
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test.each([
    ['hasExpDateError', 'The expiration date you entered is not valid.'],
    ['hasTnsError', 'We could not read your card. Please enter it again.'],
    ['hasOldCbccCardUsedError', 'Card has been reissued. Please use new card.'],
  ])('PAY-12, ERR-10: %s of SavePayment shows at the card of its slot', async (name, sentence) => {
    const answer = () => ({
      ...refusal('No.'),
      creditCardData: { cardOneInfo: two.one, cardTwoInfo: two.two, accountCardsInfo: three, isOnlyCbccAllowed: false },
      ...{ cardOneErrors: null, cardTwoErrors: { ...anAppliedCard().errors, [name]: true } },
      orderSummary: aSummary(),
      isPaymentNeeded: true,
    })
    await openPayment({ ...two, answers: { [savePayment]: answer } })
    next()
    const shown = await screen.findByText(sentence)
    const order = screen.getByText(/ending in 0002/).compareDocumentPosition(shown)
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.queryByText('No.')).toBeNull()
  })

  test('PAY-36, PAY-37, VALID-24: the first card pays what is entered and the second the rest, to the cent', async () => {
    const { server, path } = await openPayment(two)
    fireEvent.change(screen.getByLabelText('Amount on this card'), { target: { value: '$20.10' } })
    expect(screen.getByText('Pays the rest: $101.85')).toBeDefined()
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(savePayment)).toMatchObject([
      {
        cardOneData: { slot: 'CardOne', cardToken: '', appliedAmount: 2_010 },
        cardTwoData: { slot: 'CardTwo', cardToken: '', appliedAmount: 10_185 },
      },
    ])
  })

  test.each(['0', '', 'abc', '-1', '121.95', '500'])(
    'PAY-37, VALID-25: an amount of %o is wrong and nothing is sent',
    async (amount) => {
      const { server } = await openPayment(two)
      fireEvent.change(screen.getByLabelText('Amount on this card'), { target: { value: amount } })
      next()
      expect(screen.getByText('Please enter an amount above zero.')).toBeDefined()
      expect(server.seen).toEqual([])
    },
  )

  test('SAFE-15: what the server says of the amounts stands at their field, and goes when another is typed', async () => {
    const sentence = 'The amounts of your cards do not add up to $121.95.'
    const answer = () => ({
      ...refusal(sentence),
      creditCardData: { cardOneInfo: two.one, cardTwoInfo: two.two, accountCardsInfo: three, isOnlyCbccAllowed: false },
      ...{ cardOneErrors: { ...anAppliedCard().errors, hasZeroAmountError: true }, cardTwoErrors: null },
      orderSummary: aSummary(),
      isPaymentNeeded: true,
    })
    await openPayment({ ...two, answers: { [savePayment]: answer } })
    next()
    await screen.findByText(sentence)
    const field = screen.getByLabelText('Amount on this card')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(
      document.getElementById(field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent,
    ).toContain(sentence)
    expect(screen.queryByText('Please enter an amount above zero.')).toBeNull()
    fireEvent.change(field, { target: { value: '20' } })
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('PAY-50: a card that was applied by itself shows and can be changed', async () => {
    await openPayment({ one: applied('card-1', { isAutoApplied: true }) })
    expect(screen.getByText(/^Visa ending in 0001/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Change card' })).toBeDefined()
  })
})
