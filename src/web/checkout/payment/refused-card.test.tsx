import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CardRefusal } from '#domain/order/card-refusal.ts'
import { anAppliedCard, aPayment, gatewayPath, openCheckout } from '#test/web/checkout.ts'
import { fieldErrors } from '#test/web/field-errors.ts'

beforeEach(() => sessionStorage.clear())

const savePayment = '/ReactCheckout/SavePayment'
const verifyCard = '/ReactCheckout/VerifyCreditCard'
const session = '/ReactCheckout/CreateCardSession'
const declined = '?paymentErrorId=authorizationError#header_payment'
const one = { paymentData: aPayment(anAppliedCard()) }
const second = anAppliedCard({ id: 'card-2', lastFour: '0002', order: 2, appliedAmount: 7_195 })
const first = anAppliedCard({ appliedAmount: 5_000, appliedAmountString: '50.00' })
const payment = aPayment(first)
const two = { paymentData: { ...payment, creditCardData: { ...payment.creditCardData, cardTwoInfo: second } } }

const verified = {
  ...{ isSuccess: true, errorMessage: '', hasVerifyRequiredError: false, hasVerifyInputError: false },
  ...{ hasVerifyFailedError: false, hasCvvError: false, cardId: 'card-1' },
}
const open = (refusal: CardRefusal, patch: object = one, answers: Parameters<typeof openCheckout>[2] = {}) =>
  openCheckout(3, patch, answers, declined, refusal)
const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next: Review & Place Order' }))
const panel = () => within(document.getElementById('credit-debit-card-option')!)

describe('CALM-24, UX-16: a typing mistake', () => {
  test('a wrong code: the card is shown, and its code is the one thing asked for', async () => {
    const { server, path } = await open({ slot: 1, ask: 'code' }, one, {
      [verifyCard]: () => verified,
      [gatewayPath]: () => Response.json({ cvvToken: 'cvv_1' }, { status: 201 }),
    })
    expect(panel().getByText(/Visa ending in 1111/).textContent).toBe('Visa ending in 1111, expires 05/30')
    const code = screen.getByLabelText('Security code of the card ending in 1111')
    expect(panel().getAllByRole('textbox')).toEqual([code])
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(fieldErrors()).toEqual([
      'The security code does not match this card. Please enter it again. Nothing was charged.',
    ])
    next()
    expect(fieldErrors()).toEqual(['Please enter a valid security code.'])
    expect(server.count(savePayment)).toBe(0)
    fireEvent.change(code, { target: { value: '123' } })
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(verifyCard)).toEqual([{ cardData: { id: 'payment-1', cvvToken: 'cvv_1' } }])
    expect(server.count(session)).toBe(1)
  })

  test("a wrong code that a provider's own field takes: the focus goes on to it when it comes", async () => {
    await open({ slot: 1, ask: 'code' }, { ...one, paymentProvider_EnableAdyen: true })
    const code = await screen.findByLabelText('Security code of the card ending in 1111')
    await waitFor(() => expect(document.activeElement).toBe(code))
  })

  test('a wrong date: the date alone is asked for, and goes along with the card that the cart has', async () => {
    const { server, path } = await open({ slot: 1, ask: 'expiry' })
    const date = screen.getByLabelText<HTMLInputElement>('Expiration date (MM/YY) of the card ending in 1111')
    expect(panel().getAllByRole('textbox')).toEqual([date])
    await waitFor(() => expect(document.activeElement).toBe(date))
    expect(fieldErrors()).toEqual([
      'The expiration date does not match this card. Please enter it again. Nothing was charged.',
    ])
    fireEvent.change(date, { target: { value: '0120' } })
    next()
    expect(fieldErrors()).toEqual(['The expiration date you entered is not valid.'])
    expect(server.count(savePayment)).toBe(0)
    fireEvent.change(date, { target: { value: '0431' } })
    expect(date.value).toBe('04/31')
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(savePayment)).toMatchObject([
      { cardOneData: { cardToken: '', expMonth: 4, expYear: 2031, isExpiryCorrected: true } },
    ])
  })

  test('of two cards only the one that was refused is asked', async () => {
    const { server, path } = await open({ slot: 2, ask: 'expiry' }, two)
    const date = screen.getByLabelText('Expiration date (MM/YY) of the card ending in 0002')
    fireEvent.change(date, { target: { value: '04/31' } })
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    const [body] = server.bodies(savePayment) as { cardOneData: object; cardTwoData: object }[]
    expect(body?.cardTwoData).toMatchObject({ expMonth: 4, expYear: 2031, isExpiryCorrected: true })
    expect(body?.cardOneData).not.toHaveProperty('isExpiryCorrected')
  })

  test('another card instead is one press away', async () => {
    await open({ slot: 1, ask: 'code' })
    fireEvent.click(screen.getByRole('button', { name: 'Change card' }))
    expect(screen.getByLabelText<HTMLInputElement>('Card number').value).toBe('')
    expect(screen.queryByLabelText(/^Security code of/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Keep the card ending in 1111' }))
    expect(screen.getByLabelText(/^Security code of/)).toBeDefined()
  })
})

describe('CALM-24, SCENE-05: a refusal by the bank', () => {
  test('another card is asked for; the refused one stays listed below its fields, and can be used again', async () => {
    await open({ slot: 1, ask: 'anotherCard' })
    expect(screen.getByText('Your card was declined. Please use another card.')).toBeDefined()
    const listed = screen.getByText('Declined')
    expect(screen.getByLabelText('Card number').compareDocumentPosition(listed)).toBe(4)
    expect(listed.parentElement?.textContent).toContain('Visa ending in 1111, expires 05/30')
    fireEvent.click(screen.getByRole('button', { name: 'Use it again' }))
    expect(screen.queryByLabelText('Card number')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Credit or debit card')
  })

  test('of two cards it says which was refused, and that neither was charged', async () => {
    await open({ slot: 2, ask: 'anotherCard' }, two)
    const notice = within(screen.getByRole('alert'))
    expect(notice.getByText(/ending in 0002/)).toBeDefined()
    expect(notice.getByText('Neither card was charged.')).toBeDefined()
  })

  test('a bank that did not answer: the same card stands ready, and another is offered', async () => {
    const { path } = await open({ slot: 1, ask: 'later' })
    const notice = screen.getByRole('alert')
    await waitFor(() => expect(document.activeElement).toBe(notice))
    expect(notice.textContent).toContain('The bank of your card did not answer. Please try again in a minute')
    fireEvent.click(screen.getByRole('button', { name: 'Use another card' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Card number'))
    expect(screen.getByText('Not charged')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Try the card ending in 1111 again' }))
    next()
    await waitFor(() => expect(path()).toBe('/checkout/review'))
  })

  test('among the cards to choose from it is the last', async () => {
    const cardInfo = {
      ...{ type: 'MasterCard', lastFour: '4444', expMonth: 5, expYear: 2030, cbhccDesignType: 0, id: 'saved-2' },
      ...{ verifyCreditCard: false, isVerificationApplied: false, adyenCardData: null, isAutoApplied: false },
      storedPaymentMethodId: 'saved-2',
    }
    const own = { ...cardInfo, type: 'Visa', lastFour: '1111', id: 'saved-1', storedPaymentMethodId: 'saved-1' }
    const paid = aPayment(anAppliedCard({ id: 'saved-1', storedPaymentMethodId: 'saved-1' }))
    const accountCardsInfo = [own, cardInfo].map((info) => ({ cardInfo: info, isExpired: false }))
    const paymentData = { ...paid, creditCardData: { ...paid.creditCardData, accountCardsInfo } }
    await open({ slot: 1, ask: 'anotherCard' }, { paymentData, isGuest: false })
    fireEvent.click(screen.getByRole('button', { name: 'Use a saved card' }))
    const dialog = within(await screen.findByRole('dialog'))
    const names = dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '')
    expect(names.map((name) => /ending in (\d{4})/.exec(name)?.[1])).toEqual(['4444', '1111'])
  })
})
