import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutReply } from '#contracts/pages.ts'
import {
  type AppliedCard,
  anAppliedCard,
  aPayment,
  aSummary,
  gatewayPath,
  goodCard,
  openCheckout,
  refusal,
} from '#test/web/checkout.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'

beforeEach(() => sessionStorage.clear())

type CreditCards = CheckoutReply['paymentData']['creditCardData']
type SavedCard = CreditCards['accountCardsInfo'][number]

const savePayment = '/ReactCheckout/SavePayment'
const verifyCard = '/ReactCheckout/VerifyCreditCard'

function aSavedCard(
  id: string,
  patch: Partial<SavedCard['cardInfo']> & { readonly isExpired?: boolean } = {},
): SavedCard {
  const { isExpired = false, ...info } = patch
  return {
    cardInfo: {
      type: 'Visa',
      lastFour: `000${id.at(-1)}`,
      expMonth: 5,
      expYear: 2030,
      cbhccDesignType: 0,
      verifyCreditCard: true,
      isVerificationApplied: false,
      adyenCardData: null,
      storedPaymentMethodId: id,
      isAutoApplied: false,
      id,
      ...info,
    },
    isExpired,
  }
}

/** A saved card as it is applied. */
function applied(id: string, patch: Partial<AppliedCard> = {}): AppliedCard {
  const place = Number(id.at(-1)) - 1
  return anAppliedCard({
    ...{ id, lastFour: `000${id.at(-1)}`, selectionIndex: place, storedPaymentMethodId: id, verifyCreditCard: true },
    hasVerifyData: false,
    ...patch,
  })
}

const three = [aSavedCard('card-1'), aSavedCard('card-2'), aSavedCard('card-3')]

type Wish = {
  readonly saved?: readonly SavedCard[]
  readonly one?: AppliedCard | null
  readonly two?: AppliedCard | null
  readonly isOnlyCbccAllowed?: boolean
  readonly limit?: number
  readonly isGuest?: boolean
  readonly answers?: { readonly [path: string]: Answer }
}

/** The payment step of a member with these cards. */
function openPayment({ saved = three, one = null, two = null, ...wish }: Wish = {}) {
  const { isOnlyCbccAllowed = false, limit = 5, isGuest = false, answers = {} } = wish
  const paymentData = {
    ...aPayment(),
    creditCardData: { cardOneInfo: one, cardTwoInfo: two, accountCardsInfo: [...saved], isOnlyCbccAllowed },
  }
  return openCheckout(3, { isGuest, paymentData, accountCardsInfoLimit: limit }, answers)
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const next = () => click('Next: Review & Place Order')
const popup = (name: string) => screen.findByRole('dialog', { name })
const inDialog = (dialog: HTMLElement, name: string) =>
  within(dialog).queryByRole<HTMLButtonElement>('button', { name })
const choice = (dialog: HTMLElement, kind: 'radio' | 'checkbox', name: RegExp) =>
  within(dialog).getByRole<HTMLInputElement>(kind, { name })

async function openApply(wish: Wish = {}) {
  const opened = await openPayment({ one: applied('card-1'), ...wish })
  click(/^Change card/)
  return { ...opened, dialog: await popup('Apply New/Saved Card') }
}

async function openSelectTwo(wish: Wish = {}) {
  const opened = await openPayment(wish)
  click('Pay with two cards')
  return { ...opened, dialog: await popup('Select Two Cards') }
}

async function addCard(dialog: HTMLElement, button: string): Promise<void> {
  fireEvent.click(inDialog(dialog, button)!)
  const adding = await popup('Add New Card')
  fireEvent.input(within(adding).getByLabelText('Card number'), { target: { value: goodCard.number } })
  fireEvent.input(within(adding).getByLabelText('Expiration date (MM/YY)'), { target: { value: goodCard.expiry } })
  fireEvent.input(within(adding).getByLabelText('Security code'), { target: { value: goodCard.code } })
  await act(async () => {
    fireEvent.click(within(adding).getByRole('button', { name: 'Add card' }))
  })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add New Card' })).toBeNull())
}

describe('Apply New/Saved Card', () => {
  test("PAY-30, PAY-31: a radio list of saved cards, 'Apply new card' and 'Update Payment'; one choice at a time", async () => {
    const { server, dialog } = await openApply()
    expect(within(dialog).getAllByRole('radio')).toHaveLength(3)
    expect([inDialog(dialog, 'Apply new card'), inDialog(dialog, 'Update Payment')].includes(null)).toBe(false)
    expect(choice(dialog, 'radio', /0001/).checked).toBe(true)
    fireEvent.click(choice(dialog, 'radio', /0002/))
    expect([choice(dialog, 'radio', /0001/).checked, choice(dialog, 'radio', /0002/).checked]).toEqual([false, true])
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toEqual([
      {
        cardOneData: null,
        accountCardOneData: { id: 'card-2', appliedAmount: null },
        cardTwoData: null,
        accountCardTwoData: null,
      },
    ])
  })

  test("PAY-32, PAY-41: with only expired cards none can be chosen and 'Update Payment' is disabled", async () => {
    const expired = [aSavedCard('card-1', { isExpired: true }), aSavedCard('card-2', { isExpired: true })]
    await openPayment({ saved: expired })
    click('Use a saved card')
    const dialog = await popup('Apply New/Saved Card')
    expect(
      within(dialog)
        .getAllByRole<HTMLInputElement>('radio')
        .every(({ disabled }) => disabled),
    ).toBe(true)
    expect(within(dialog).getAllByText('This card has expired.')).toHaveLength(2)
    expect(inDialog(dialog, 'Update Payment')?.disabled).toBe(true)
  })

  test("PAY-42, VALID-22: the card of the other slot is disabled with 'Card already in use.', and an expired one too", async () => {
    const saved = [three[0]!, three[1]!, aSavedCard('card-3', { isExpired: true })]
    await openPayment({ saved, one: applied('card-1'), two: applied('card-2', { order: 2, isPrimary: false }) })
    click('Change card 1')
    const dialog = await popup('Apply New/Saved Card')
    expect([/0001/, /0002/, /0003/].map((name) => choice(dialog, 'radio', name).disabled)).toEqual([false, true, true])
    const row = choice(dialog, 'radio', /0002/).closest('label')!
    expect(within(row).getByText('Card already in use.')).toBeDefined()
    expect(within(dialog).getAllByText('Card already in use.')).toHaveLength(1)
  })

  test('PAY-43, VALID-23: with only store cards allowed another is disabled with the reward error', async () => {
    const saved = [
      aSavedCard('card-1'),
      aSavedCard('card-2', { type: 'StoreCreditCard', expMonth: 0, expYear: 0 }),
      aSavedCard('card-3', { type: 'CoBrandMasterCard' }),
    ]
    await openPayment({ saved, isOnlyCbccAllowed: true })
    click('Use a saved card')
    const dialog = await popup('Apply New/Saved Card')
    expect([/0001/, /0002/, /0003/].map((name) => choice(dialog, 'radio', name).disabled)).toEqual([true, false, false])
    const row = choice(dialog, 'radio', /0001/).closest('label')!
    expect(within(row).getByText('Reward certificates can only be used with your store card.')).toBeDefined()
  })

  test.each([
    [2, true],
    [3, false],
  ])("PAY-39: with a limit of 3 and %i cards 'Apply new card' shows: %s", async (count, isShown) => {
    const { dialog } = await openApply({ saved: three.slice(0, count), limit: 3 })
    expect(inDialog(dialog, 'Apply new card') !== null).toBe(isShown)
  })

  test('PAY-38: a card added there is one more of the list, chosen, and pays', async () => {
    const { server, dialog } = await openApply()
    await addCard(dialog, 'Apply new card')
    expect(within(dialog).getAllByRole('radio')).toHaveLength(4)
    expect(choice(dialog, 'radio', /1111/).checked).toBe(true)
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toMatchObject([
      { cardOneData: { cardToken: 'tok_1' }, accountCardOneData: null },
    ])
  })
})

describe('Select Two Cards', () => {
  test("PAY-33, PAY-34: a checkbox list, 'Add new card' and 'Update Payment'; with two chosen the third is disabled", async () => {
    const { server, dialog } = await openSelectTwo()
    const boxes = within(dialog).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes).toHaveLength(3)
    expect([inDialog(dialog, 'Add new card'), inDialog(dialog, 'Update Payment')].includes(null)).toBe(false)
    fireEvent.click(boxes[0]!)
    fireEvent.click(boxes[2]!)
    expect(boxes.map(({ disabled }) => disabled)).toEqual([false, true, false])
    fireEvent.click(boxes[0]!)
    expect(boxes.map(({ disabled }) => disabled)).toEqual([false, false, false])
    fireEvent.click(boxes[1]!)
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toEqual([
      {
        cardOneData: null,
        accountCardOneData: { id: 'card-3', appliedAmount: 6_097 },
        cardTwoData: null,
        accountCardTwoData: { id: 'card-2', appliedAmount: 6_098 },
      },
    ])
  })

  test.each([0, 1])(
    "PAY-35, VALID-21: with %i chosen it says 'Please select two cards.' and makes no call",
    async (count) => {
      const { server, dialog } = await openSelectTwo()
      for (const box of within(dialog).getAllByRole('checkbox').slice(0, count)) fireEvent.click(box)
      fireEvent.click(inDialog(dialog, 'Update Payment')!)
      expect(within(dialog).getByText('Please select two cards.')).toBeDefined()
      expect(server.count(savePayment)).toBe(0)
    },
  )

  test('VALID-21: with 2 chosen nothing is wrong', async () => {
    const { server, dialog } = await openSelectTwo()
    for (const box of within(dialog).getAllByRole('checkbox').slice(0, 2)) fireEvent.click(box)
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(screen.queryByText('Please select two cards.')).toBeNull()
  })

  test("PAY-40, CONST-09: with a limit of 3 and 4 cards it still shows 'Add new card', the other popup does not", async () => {
    const saved = [...three, aSavedCard('card-4')]
    const { dialog } = await openSelectTwo({ saved, limit: 3, one: applied('card-1') })
    expect(inDialog(dialog, 'Add new card')).not.toBeNull()
    fireEvent.click(inDialog(dialog, 'Close')!)
    click(/^Change card/)
    expect(inDialog(await popup('Apply New/Saved Card'), 'Apply new card')).toBeNull()
  })

  test('PAY-38: a card added there makes the list one longer', async () => {
    const { dialog } = await openSelectTwo()
    await addCard(dialog, 'Add new card')
    expect(within(dialog).getAllByRole('checkbox')).toHaveLength(4)
  })

  test('PAY-36, CONST-10: a guest pays with two new cards', async () => {
    const { server, dialog } = await openSelectTwo({ saved: [], isGuest: true })
    await addCard(dialog, 'Add new card')
    server.on(gatewayPath, () =>
      Response.json({ cardToken: 'tok_2', brand: 'Visa', lastFour: '2222' }, { status: 201 }),
    )
    await addCard(dialog, 'Add new card')
    fireEvent.click(inDialog(dialog, 'Update Payment')!)
    await waitFor(() => expect(server.count(savePayment)).toBe(1))
    expect(server.bodies(savePayment)).toMatchObject([
      {
        cardOneData: { slot: 'CardOne', cardToken: 'tok_1', appliedAmount: 6_097, saveToAccount: false },
        cardTwoData: { slot: 'CardTwo', cardToken: 'tok_2', appliedAmount: 6_098 },
      },
    ])
  })
})

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
  const codeGiven = () => Response.json({ cvvToken: 'cvv_1' }, { status: 201 })

  test('PAY-45, OPEN-66: the code of a saved card goes to the gateway, its token is verified, and the step goes on', async () => {
    const answers = { [gatewayPath]: codeGiven, [verifyCard]: () => verifyReply({ ...said, cardId: 'card-1' }) }
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
    const { server } = await openPayment({ ...pair, answers: { [gatewayPath]: codeGiven, [verifyCard]: () => wrong } })
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
