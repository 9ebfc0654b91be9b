import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aRecipient, aShipment, aSummary, noGift, openCheckout, refusal } from '#test/web/checkout.ts'
import { heldAnswer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'
import { readEndedSession } from '#web/checkout/ended-session.ts'
import { serviceLevelOf } from './use-options.ts'

beforeEach(() => sessionStorage.clear())

const option = '/ReactCheckout/UpdateGiftOption'
const message = '/ReactCheckout/UpdateGiftMessage'
const saveAll = '/ReactCheckout/SaveShippingAndGiftOptions'
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const toggle = () => fireEvent.click(screen.getByLabelText('This is a gift'))
const text = () => screen.getByLabelText<HTMLTextAreaElement>(/^Gift message/)
const type = (value: string) => fireEvent.change(text(), { target: { value } })
const panel = () => screen.getByRole('complementary', { name: 'Order summary' })

const answerWith = (recipient = aRecipient(), orderSummary = aSummary()) => ({
  isSuccess: true,
  errorMessage: '',
  basketVersion: 9,
  changes: [],
  recipientList: [recipient],
  orderSummary,
})

describe('SHIP-14, UX-07: each shipment offers its service levels with price and dates', () => {
  test('as a radio list with the selected one marked', async () => {
    await openCheckout(2)
    const levels = within(screen.getByRole('group', { name: 'Delivery' })).getAllByRole<HTMLInputElement>('radio')
    expect(levels.map(({ checked }) => checked)).toEqual([true, false, false])
    expect(levels.map((level) => level.closest('label')?.textContent)).toEqual([
      'StandardArrives Wed, Nov 25 - Fri, Nov 27$14.95',
      '2-DayArrives by Mon, Nov 23$29.95',
      'ExpressArrives by Fri, Nov 20$39.95',
    ])
  })

  test('choosing one saves it at once and changes the shipping charge', async () => {
    const faster = aRecipient({ shipments: [aShipment({ id: 'r1.2', selectedServiceLevel: 2 })] })
    const dearer = aSummary({ shipping: 2_995, total: 13_695, amountDue: 13_695 })
    const { server } = await openCheckout(2, {}, { [saveAll]: () => answerWith(faster, dearer) })
    fireEvent.click(screen.getByLabelText(/^2-Day/))
    expect(screen.getByLabelText<HTMLInputElement>(/^2-Day/).checked).toBe(true)
    await waitFor(() => expect(within(panel()).getByText('$29.95')).toBeDefined())
    expect(server.bodies(saveAll)).toMatchObject([
      { recipients: [{ recipientId: 'r1', shipments: [{ id: 'r1.1', selectedServiceLevel: 2 }] }] },
    ])
    expect(screen.getByLabelText<HTMLInputElement>(/^2-Day/).checked).toBe(true)
  })

  test('a shipment with one way only says which, with its price', async () => {
    const only = { level: 6, name: 'Local In-Home Delivery', charge: 11_900, edd: { message: 'Arrives by Thu, Dec 3' } }
    const shipment = aShipment({ availableServiceLevels: [only], selectedServiceLevel: 6 })
    await openCheckout(2, { recipientList: [aRecipient({ shipments: [shipment] })] })
    expect(screen.queryByRole('group', { name: 'Delivery' })).toBeNull()
    expect(screen.getByText('Local In-Home Delivery')).toBeDefined()
    expect(screen.getByText('$119.00')).toBeDefined()
  })
})

test('SHIP-24: each item of a shipment shows its own estimate', async () => {
  const items = [
    {
      basketItemId: 'item-1',
      sku: 101,
      quantity: 2,
      edd: { message: 'Arrives by Mon, Nov 23' },
      isParcelShipping: true,
    },
    {
      basketItemId: 'item-2',
      sku: 102,
      quantity: 1,
      edd: { message: 'Arrives by Fri, Dec 4' },
      isParcelShipping: false,
    },
  ]
  await openCheckout(2, { recipientList: [aRecipient({ shipments: [aShipment({ items })] })] })
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toContain('Linen ThrowQty 2Arrives by Mon, Nov 23')
  expect(rows).toContain('SKU 102Qty 1Arrives by Fri, Dec 4')
})

describe('GIFT-01, GIFT-06, GIFT-10, OPEN-77, DATA-15: the gift option', () => {
  test('is sent with the chosen service level and the reward message; the answer replaces summary and recipients', async () => {
    const gift = { ...noGift, isGift: true, giftWrap: 'box' as const }
    const summary = aSummary({ giftOptions: 595, total: 12_790, amountDue: 12_790 })
    const rewards = aSummary({ rewardsExceedOrderTotalMessage: 'Your rewards are worth more.' })
    const { server } = await openCheckout(
      2,
      {
        orderSummary: rewards,
        recipientList: [
          aRecipient({ giftOptions: { ...noGift, isGift: true }, shipments: [aShipment({ selectedServiceLevel: 3 })] }),
        ],
      },
      { [option]: () => answerWith(aRecipient({ giftOptions: gift }), summary) },
    )
    fireEvent.click(screen.getByLabelText(/^Gift box/))
    await waitFor(() => expect(within(panel()).getByText('$5.95')).toBeDefined())
    expect(server.bodies(option)).toEqual([
      {
        recipientId: 'r1',
        giftOptions: gift,
        rewardsOrderSummaryMessage: 'Your rewards are worth more.',
        serviceLevel: 3,
      },
    ])
  })

  test('box and wrap say what they cost', async () => {
    await openCheckout(2)
    toggle()
    const rows = within(await screen.findByRole('group', { name: 'Packaging' })).getAllByRole('radio')
    expect(rows.map((row) => row.closest('label')?.textContent)).toEqual([
      'No gift wrapFree',
      'Gift box$5.95',
      'Gift wrap$8.95',
    ])
  })

  test('a refusal is said at its recipient', async () => {
    await openCheckout(2, {}, { [option]: () => ({ ...answerWith(), ...refusal('Not for this item.') }) })
    toggle()
    await screen.findByText('Not for this item.')
  })

  test('GIFT-06: the level is that of the shipment with a choice, else of the first, else standard', () => {
    const fixed = aShipment({ availableServiceLevels: [], selectedServiceLevel: 8 })
    const chosen = aShipment({ selectedServiceLevel: 2 })
    expect(serviceLevelOf({ shipments: [fixed, chosen] })).toBe(2)
    expect(serviceLevelOf({ shipments: [fixed] })).toBe(8)
    expect(serviceLevelOf({ shipments: [] })).toBe(1)
  })
})

describe('GIFT-02, GIFT-03, DATA-15: the gift message', () => {
  test('the first call, made when the option is switched on, has isInitialTrigger true; later edits false', async () => {
    const { server } = await openCheckout(2)
    toggle()
    await waitFor(() => expect(server.count(message)).toBe(1))
    type('With love')
    fireEvent.blur(text())
    await waitFor(() => expect(server.count(message)).toBe(2))
    type('With love from all of us')
    fireEvent.blur(text())
    await waitFor(() => expect(server.count(message)).toBe(3))
    expect(server.bodies(message)).toEqual([
      { recipientId: 'r1', message: '', isInitialTrigger: true },
      { recipientId: 'r1', message: 'With love', isInitialTrigger: false },
      { recipientId: 'r1', message: 'With love from all of us', isInitialTrigger: false },
    ])
  })

  test('OPEN-77: characters are counted as people do; the 241st is said and stops Next with the focus there', async () => {
    const { server } = await openCheckout(2)
    toggle()
    type('🎁'.repeat(240))
    expect(screen.getByText('240 of 240 characters')).toBeDefined()
    expect(fieldErrors()).toEqual([])
    type('🎁'.repeat(241))
    expect(fieldErrors()).toEqual(['A gift message has at most 240 characters. Please take out 1.'])
    await waitFor(() => expect(server.count(message)).toBe(1))
    click('Next: Payment')
    expect(document.activeElement).toBe(text())
    expect(server.count('/ReactCheckout/ValidateCart')).toBe(0)
  })

  test('UX-16: switched off and on again, and after a reload, it is still there', async () => {
    await openCheckout(2)
    toggle()
    type('With love')
    toggle()
    toggle()
    expect(text().value).toBe('With love')
    await openCheckout(2)
    fireEvent.click(screen.getAllByLabelText('This is a gift').at(-1)!)
    expect(screen.getAllByLabelText<HTMLTextAreaElement>(/^Gift message/).at(-1)?.value).toBe('With love')
  })

  test('CALM-20: of a gift, a message that did not reach the server stands there when the shopper comes back', async () => {
    await openCheckout(2)
    toggle()
    type('With love')
    cleanup()
    await openCheckout(2, { recipientList: [aRecipient({ giftOptions: { ...noGift, isGift: true } })] })
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Gift message/)).value).toBe('With love')
  })
})

test('STEP-18: Next saves what is chosen, after the calls before it were answered', async () => {
  const { server, path } = await openCheckout(2)
  const held = heldAnswer()
  server.on(option, held.answer)
  toggle()
  type('With love')
  click('Next: Payment')
  await waitFor(() => expect(server.count('/ReactCheckout/ValidateCart')).toBe(1))
  expect(server.count(saveAll)).toBe(0)
  expect(within(panel()).getByText('Updating totals …')).toBeDefined()
  await act(async () => held.release(answerWith()))
  await waitFor(() => expect(path()).toBe('/checkout/paymentandbilling'))
  expect(server.bodies(saveAll)).toEqual([
    {
      recipients: [
        {
          recipientId: 'r1',
          shipments: [
            {
              id: 'r1.1',
              selectedServiceLevel: 1,
              isShipCompleteSelected: false,
              holidayHold: null,
              tripBooking: null,
            },
          ],
          giftOptions: { ...noGift, isGift: true, giftMessage: 'With love' },
          bopsOptions: null,
        },
      ],
    },
  ])
})

describe('UX-09, GIFT-10: a refusal of this step is told', () => {
  test('of all choices together over all deliveries; the step stays', async () => {
    const { path } = await openCheckout(2, {}, { [saveAll]: () => refusal('Please choose one of the offered dates.') })
    const before = path()
    click('Next: Payment')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Please choose one of the offered dates.'))
    expect(path()).toBe(before)
  })

  test('a gift that is refused says so, and no message is sent for it', async () => {
    const { server } = await openCheckout(2, {}, { [option]: () => refusal('This cannot be wrapped.') })
    toggle()
    await waitFor(() => expect(fieldErrors()).toEqual([expect.stringContaining('This cannot be wrapped.')]))
    expect(server.count(message)).toBe(0)
  })
})

describe('GIFT-10: what step 2 reads of an answer', () => {
  const read = async (reply: object) => {
    const answer = () => ({ ...answerWith(), redirectUrl: '', ...reply })
    const opened = await openCheckout(2, {}, { [option]: answer, [message]: answer })
    const before = opened.path()
    toggle()
    await waitFor(() => expect(opened.server.count(option)).toBe(1))
    return { ...opened, before }
  }

  test('isSuccess: false is told at the gift and nothing else is taken from the answer', async () => {
    const orderSummary = aSummary({ total: 1, amountDue: 1 })
    const { path, before } = await read({ ...refusal('This cannot be wrapped.'), orderSummary })
    await screen.findByText('This cannot be wrapped.')
    expect(within(panel()).queryByText('$0.01')).toBeNull()
    expect(path()).toBe(before)
  })

  test('orderSummary takes the place of the one shown', async () => {
    await read({ orderSummary: aSummary({ giftOptions: 895, total: 13_090, amountDue: 13_090 }) })
    expect(await within(panel()).findByText('$8.95')).toBeDefined()
  })

  test('recipientList takes the place of those shown', async () => {
    const shipment = aShipment({ availableServiceLevels: [], selectedServiceLevel: 8 })
    await read({ recipientList: [aRecipient({ shipments: [shipment] })] })
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Delivery' })).toBeNull())
  })

  test.each([
    ['a step', '/checkout/shipping', true],
    ['a step, after a refusal', '/checkout/shipping', false],
  ])('redirectUrl of %s is followed without a page load, with what was said', async (_, redirectUrl, isSuccess) => {
    const said = isSuccess ? '' : 'An address is missing.'
    const { path, browser, server } = await read({ isSuccess, errorMessage: said, redirectUrl })
    await waitFor(() => expect(path()).toBe(redirectUrl))
    expect(browser.left).toEqual([])
    if (said !== '') expect((await screen.findByRole('alert')).textContent).toContain(said)
    expect(server.count(message)).toBe(0)
  })

  test('CALM-21: an answer without any cart is an ended session: told as such, and the cart knows of it', async () => {
    const { browser } = await read({
      ...refusal('Your cart is empty.'),
      ...{ basketVersion: 0, redirectUrl: '/checkout/cart' },
    })
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: "We're Sorry." })).getByRole('button', { name: 'OK' }),
    )
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    expect(readEndedSession()).toMatchObject({ step: 2, items: [{}] })
  })

  test('redirectUrl of another page is followed by the browser', async () => {
    const { browser } = await read({ ...refusal('Your cart is empty.'), redirectUrl: '/account' })
    await waitFor(() => expect(browser.left).toEqual(['/account']))
  })

  test("redirectUrl in the answer to 'Next: Payment' is followed, and the move is not made", async () => {
    const { server, path } = await openCheckout(
      2,
      {},
      { [saveAll]: () => ({ ...answerWith(), redirectUrl: '/checkout/shipping' }) },
    )
    click('Next: Payment')
    await waitFor(() => expect(path()).toBe('/checkout/shipping'))
    expect(server.count('/ReactCheckout/MoveToPaymentPage')).toBe(0)
  })
})
