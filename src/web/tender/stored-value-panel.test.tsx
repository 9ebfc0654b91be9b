import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPayment, aSummary, openCheckout, refusal } from '#test/web/checkout.ts'

beforeAll(() => import('#web/tender/payment-entries.ts'))
beforeEach(() => {
  sessionStorage.clear()
  delete window.dataLayer
})

const applyPath = '/ReactCheckout/ApplyGiftCardTender'
const removePath = '/ReactCheckout/RemoveGiftCardTender'
const card = { cardNumber: 'ref-1', displayNumber: '1234', appliedAmount: 2_000, balance: 5_000 }
const withCard = { tenderCodes: [], giftCards: [card] }
const paidByCard = { paymentData: { ...aPayment(), tenderCodesData: withCard } }

function reply(tenderCodesData: object, patch: object = {}) {
  const said = { isSuccess: true, errorMessage: '', basketVersion: 2, changes: [] }
  const giftCards = 'giftCards' in tenderCodesData ? tenderCodesData.giftCards : []
  return { ...said, orderSummary: aSummary(), tenderCodesData, giftCards, isPaymentNeeded: true, ...patch }
}

const fold = () => screen.getByRole('button', { name: /^Gift card, code or reward/ })
const open = () => fireEvent.click(fold())
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const pressOnceThere = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function enterCard(number = '6006 4912 3456 1234', pin = '12345678'): Promise<void> {
  open()
  await screen.findByLabelText('Gift card number')
  type('Gift card number', number)
  type('PIN', pin)
  press('Apply gift card')
}

describe('gift cards', () => {
  test('TENDER-01, TENDER-02: number and pin of the form go out as cardNumber and cardPin', async () => {
    const { server } = await openCheckout(3, {}, { [applyPath]: () => reply(withCard) })
    await enterCard()
    await screen.findByText('Gift card ending in 1234')
    expect(server.bodies(applyPath)).toEqual([{ cardNumber: '6006 4912 3456 1234', cardPin: '12345678' }])
  })

  test('TENDER-02, TENDER-03: with the provider flag on the calls are the provider’s', async () => {
    const applied = '/api/checkout/payment-provider/apply-gift-card'
    const removed = '/api/checkout/payment-provider/remove-gift-card'
    const answers = { [applied]: () => reply(withCard), [removed]: () => reply({ tenderCodes: [], giftCards: [] }) }
    const { server } = await openCheckout(3, { paymentProvider_EnableAdyen: true }, answers)
    await enterCard()
    await screen.findByText('Gift card ending in 1234')
    press('Remove gift card ending in 1234')
    await waitFor(() => expect(screen.queryByText('Gift card ending in 1234')).toBeNull())
    expect(server.bodies(removed)).toEqual([{ cardNumber: 'ref-1' }])
  })

  test('SAFE-18: where gift cards are in the order, the panel says what stored value does not pay', async () => {
    const storedValueMessage = 'The gift cards in your order are paid by card or wallet.'
    await openCheckout(3, { ...paidByCard, orderSummary: aSummary({ storedValueMessage }) })
    await screen.findByText('Gift card ending in 1234')
    expect(screen.getAllByText(storedValueMessage).length).toBeGreaterThan(0)
    expect(screen.queryByText('They pay first; a card pays the rest.')).toBeNull()
  })

  test('TENDER-10: an applied card shows its last four digits, and nothing of its number stays in the page', async () => {
    await openCheckout(3, {}, { [applyPath]: () => reply(withCard) })
    await enterCard()
    await screen.findByText('Gift card ending in 1234')
    expect(screen.getByLabelText<HTMLInputElement>('Gift card number').value).toBe('')
    expect(document.body.innerHTML).not.toMatch(/6006 ?4912/)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('6006')
  })

  test('TENDER-09: a success updates the order summary and the data layer once', async () => {
    const orderSummary = aSummary({ giftCardsTotal: 2_000, amountDue: 12_345 })
    await openCheckout(3, {}, { [applyPath]: () => reply(withCard, { orderSummary }) })
    await enterCard()
    await waitFor(() => expect(screen.getAllByText('$123.45').length).toBeGreaterThan(0))
    await waitFor(() =>
      expect((window.dataLayer ?? []).filter((entry) => entry.event === 'order_summary_updated')).toHaveLength(1),
    )
  })

  test('a refusal stands at the field; the pin is asked anew, the flag of the service is not set', async () => {
    const text = 'We could not apply this gift card. Please check its number and PIN.'
    const answer = () => ({ ...reply({ tenderCodes: [], giftCards: [] }), ...refusal(text) })
    await openCheckout(3, {}, { [applyPath]: answer })
    await enterCard()
    await screen.findByText(text, { exact: false })
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Gift card number')))
    expect(screen.queryByText('Gift cards cannot be used right now. Please try again later.')).toBeNull()
  })

  test('CALM-34: a refusal that comes when the fold was closed opens it, with the focus at what was refused', async () => {
    let answer: (value: unknown) => void = () => undefined
    const waiting = new Promise((resolve) => {
      answer = resolve
    })
    await openCheckout(3, {}, { [applyPath]: () => waiting as Promise<Response> })
    await enterCard()
    open()
    expect(fold().getAttribute('aria-expanded')).toBe('false')
    answer({ ...reply({ tenderCodes: [], giftCards: [] }), ...refusal('We could not apply this gift card.') })
    await waitFor(() => expect(fold().getAttribute('aria-expanded')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Gift card number')))
  })

  test('CALM-34: what pays from it keeps it open', async () => {
    await openCheckout(3, paidByCard)
    expect(fold().getAttribute('aria-expanded')).toBe('true')
  })

  test('CALM-34: a promotion code that is applied stands in the folded line', async () => {
    await openCheckout(3, { promo: { discountCode: 'SPRING', errorMessage: '' } })
    expect(fold().getAttribute('aria-expanded')).toBe('false')
    expect(fold().textContent).toBe('Gift card, code or rewardSPRING')
  })

  test('CALM-34: Enter in one of its fields applies that one, and does not leave the step', async () => {
    const { server } = await openCheckout(3, {}, { [applyPath]: () => reply(withCard) })
    open()
    await screen.findByLabelText('Gift card number')
    type('Gift card number', '6006 4912 3456 1234')
    type('PIN', '12345678')
    expect(fireEvent.keyDown(screen.getByLabelText('PIN'), { key: 'Enter' })).toBe(false)
    await screen.findByText('Gift card ending in 1234')
    expect(server.count('/ReactCheckout/ValidateCart')).toBe(0)
  })

  test('TENDER-05, ERR-20: a call that fails says that gift cards cannot be used now', async () => {
    const { server } = await openCheckout(3, {}, { [applyPath]: () => new Response('', { status: 500 }) })
    await enterCard()
    await screen.findByText('Gift cards cannot be used right now. Please try again later.')
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    const typed = ['Gift card number', 'PIN'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
    expect(typed).toEqual(['6006 4912 3456 1234', '12345678'])
  })

  test.each([
    ['600', '12345678', 'Please enter the 16 digits of the gift card.'],
    ['6006491234561234', '12', 'Please enter its PIN of 4 to 8 digits.'],
  ])('a badly written card (%s, %s) is told before any call', async (number, pin, text) => {
    const { server } = await openCheckout(3)
    await enterCard(number, pin)
    await screen.findByText(text, { exact: false })
    expect(server.count(applyPath)).toBe(0)
  })

  test('TENDER-12: with all paid there is nothing more to apply, and no card is asked for', async () => {
    await openCheckout(3, { paymentData: { ...aPayment(null, false), tenderCodesData: withCard } })
    expect(screen.getByText('Your order is paid in full. No card is needed.')).toBeTruthy()
    expect(screen.queryByLabelText('Gift card number')).toBeNull()
  })
})

describe('loading', () => {
  const code = { tenderCodes: [{ tenderCodeNumber: 'ME25', appliedAmount: 2_500 }], giftCards: [] }
  const paidByCode = { paymentData: { ...aPayment(), tenderCodesData: code } }
  const none = () => reply({ tenderCodes: [], giftCards: [] })
  const applyCode = async () => {
    open()
    await screen.findByLabelText('Tender code')
    type('Tender code', 'WELCOME25')
    press('Apply tender code')
  }
  const cases = [
    ['apply a gift card', applyPath, {}, enterCard],
    ['remove a gift card', removePath, paidByCard, async () => pressOnceThere('Remove gift card ending in 1234')],
    ['apply a tender code', '/ReactCheckout/ApplyTenderCode', {}, applyCode],
    [
      'remove a tender code',
      '/ReactCheckout/RemoveTenderCode',
      paidByCode,
      async () => pressOnceThere('Remove code ending in ME25'),
    ],
  ] as const

  for (const [name, path, patch, act] of cases) {
    test.each([true, false])(`TENDER-08: on while we ${name}, off after success %s`, async (isSuccess) => {
      let answer: (value: unknown) => void = () => undefined
      const waiting = new Promise((resolve) => {
        answer = resolve
      })
      await openCheckout(3, patch, { [path]: () => waiting as Promise<Response> })
      await act()
      await waitFor(() => expect(document.querySelector('[data-loader]')).not.toBeNull())
      answer(isSuccess ? none() : new Response('', { status: 500 }))
      await waitFor(() => expect(document.querySelector('[data-loader]')).toBeNull())
    })
  }
})

test('TENDER-06, TENDER-07: a code goes out as tenderCodeNumber; applied, it can be taken off again', async () => {
  const path = '/ReactCheckout/ApplyTenderCode'
  const code = { tenderCodes: [{ tenderCodeNumber: 'ME25', appliedAmount: 2_500 }], giftCards: [] }
  const { server } = await openCheckout(3, {}, { [path]: () => reply(code) })
  open()
  await screen.findByLabelText('Tender code')
  type('Tender code', 'WELCOME25')
  press('Apply tender code')
  const applied = await screen.findByRole('list', { name: 'Applied gift cards and codes' })
  expect(within(applied).getByText('Code ending in ME25')).toBeTruthy()
  expect(server.bodies(path)).toEqual([{ tenderCodeNumber: 'WELCOME25' }])
})
