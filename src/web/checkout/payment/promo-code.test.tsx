import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aCheckout, aSummary, openCheckout } from '#test/web/checkout.ts'
import type { Answer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'

beforeEach(() => {
  sessionStorage.clear()
  delete window.dataLayer
})

const apply = '/ReactCheckout/ApplyPromoCode'
const remove = '/ReactCheckout/RemovePromoCode'
const refresh = '/ReactCheckout/RefreshCheckout'
const full = aSummary()
const cheaper = aSummary({ discount: 1_000, total: 11_195, amountDue: 11_195 })

const answerOf = (of: object) => ({
  ...{ isSuccess: true, promoErrorMessage: '', cartErrorMessage: '', discountCode: '' },
  ...{ orderSummary: full, basketVersion: 9, changes: [], ...of },
})
const at = (discountCode: string) =>
  aCheckout({
    ...{ step: 3, highestStep: 3, promo: { discountCode, errorMessage: '' } },
    orderSummary: discountCode === '' ? full : cheaper,
  })

/** Step 3 with the code's line unfolded. */
async function openWith(discountCode: string, answers: { readonly [path: string]: Answer }) {
  const { promo, orderSummary } = at(discountCode)
  const opened = await openCheckout(3, { promo, orderSummary }, answers)
  const line = await screen.findByRole('button', { name: /^Gift card, code or reward/ })
  expect(line.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(line)
  return opened
}
const panel = () => within(screen.getByRole('complementary', { name: 'Order summary' }))
const field = () => screen.findByLabelText<HTMLInputElement>('Promotion code')
const enter = async (text: string) => {
  fireEvent.change(await field(), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply promotion code' }))
}

test('CALM-18, PROMO-15: a code that is taken at the payment step lowers the total, tells analytics once, and leaves the card as typed', async () => {
  const { server } = await openWith('', {
    [apply]: () => answerOf({ discountCode: 'SPRING', orderSummary: cheaper }),
    [refresh]: () => at('SPRING'),
  })
  fireEvent.change(screen.getByLabelText(/^Card number/), { target: { value: '4111 1111 1111 1111' } })
  await enter(' SPRING ')
  await waitFor(() => expect(panel().getAllByText('$111.95').length).toBeGreaterThan(0))
  expect(server.bodies(apply)).toEqual([{ promoCode: 'SPRING' }])
  const told = await screen.findByText('SPRING is applied to your order.')
  expect(document.activeElement).toBe(told)
  expect(screen.getByLabelText<HTMLInputElement>(/^Card number/).value).toBe('4111 1111 1111 1111')
  expect((window.dataLayer ?? []).filter(({ event }) => event === 'order_summary_updated')).toHaveLength(1)
})

test('CALM-18: Enter in the field applies the code, and does not leave the step', async () => {
  const { server } = await openWith('', { [apply]: () => answerOf({}), [refresh]: () => at('SPRING') })
  fireEvent.change(await field(), { target: { value: 'SPRING' } })
  expect(fireEvent.keyDown(await field(), { key: 'Enter' })).toBe(false)
  await screen.findByText('SPRING is applied to your order.')
  expect(server.bodies('/ReactCheckout/ValidateCart')).toEqual([])
})

test('CALM-18: an applied code is removed, the total is the old one, and another can be entered', async () => {
  await openWith('SPRING', { [remove]: () => answerOf({}), [refresh]: () => at('') })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove promotion code SPRING' }))
  await waitFor(() => expect(panel().getAllByText('$121.95').length).toBeGreaterThan(0))
  expect((await field()).value).toBe('')
  expect(document.activeElement).toBe(screen.getByText('One code can be used for an order.'))
})

test.each([
  [
    'a code that is refused',
    'WINTER',
    answerOf({ isSuccess: false, promoErrorMessage: 'This promotion code ended.' }),
    'This promotion code ended.',
  ],
  ['an empty field', '', null, 'Please enter a promotion code.'],
])('CALM-18: %s is told at its field, which has the focus; nothing else changes', async (_, code, answer, error) => {
  const { server } = await openWith('', { [apply]: () => answer })
  await enter(code)
  await waitFor(() => expect(fieldErrors()).toEqual([error]))
  expect(document.activeElement).toBe(await field())
  expect((await field()).value).toBe(code)
  expect(server.bodies(refresh)).toEqual([])
})

test('CALM-18: what is wrong with the cart is told over the step, not at the code', async () => {
  const busy = 'Your order is being placed.'
  await openWith('', { [apply]: () => answerOf({ isSuccess: false, cartErrorMessage: busy }) })
  await enter('SPRING')
  expect(await screen.findByText(busy)).toBeDefined()
  expect(fieldErrors()).toEqual([])
})
