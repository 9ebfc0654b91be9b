import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { aConfirmation, aRecipient, aShipment } from '#test/web/checkout.ts'
import { type Answer, fakeServer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import { askEveryMs } from '#web/order/place/unknown-outcome.tsx'

const askPath = '/ReactCheckout/GetOrderConfirmation'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

async function open(patch: Partial<ConfirmationReply> = {}, answer: Answer = () => aConfirmation()) {
  const server = fakeServer({ [askPath]: answer })
  const confirmation = aConfirmation(patch)
  const state = aState({ name: 'confirmation', confirmation }, '/checkout/confirmation', aFrame())
  return { server, ...(await renderPage(state)) }
}

const wait = () => act(() => vi.advanceTimersByTimeAsync(askEveryMs))
const placed = () => (window.dataLayer ?? []).filter(({ event }) => event === 'order_placed')

describe('ORDER-22, ORDER-25, OPEN-118: the confirmation of a guest', () => {
  test('shows number, items, recipients, totals, email and payment', async () => {
    const gift = { isGift: true, giftWrap: 'box' as const, giftMessage: 'With love', hasGiftReceipt: true }
    await open({ recipientList: [aRecipient({ giftOptions: gift })] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you for your order')
    expect(screen.getByTestId('order-number').textContent).toBe('8NNB-M2GQ-X115')
    expect(screen.getByText('ada@example.com')).toBeDefined()
    const receipt = screen.getByRole('region', { name: 'Receipt' })
    expect(within(receipt).getByText('Linen Throw')).toBeDefined()
    expect(within(receipt).getByText('Visa ending in 1111')).toBeDefined()
    expect(within(receipt).getAllByText('$121.95')).toHaveLength(2)
    const next = screen.getByRole('region', { name: 'What happens next' })
    expect(within(next).getByText('Arrives Wed, Nov 25 - Fri, Nov 27')).toBeDefined()
    expect(within(next).getByText('Ada Lovelace')).toBeDefined()
    expect(within(next).getByText('With love')).toBeDefined()
    expect(within(next).getByText('A gift, with gift box, with gift receipt')).toBeDefined()
  })

  test('each shipment has its own dates', async () => {
    const later = { basketItemId: 'item-2', sku: 102, quantity: 1, isParcelShipping: false }
    const freight = aShipment({
      id: 'r1.8',
      availableServiceLevels: [],
      selectedServiceLevel: 8,
      items: [{ ...later, edd: { message: 'Arrives by Fri, Dec 11' } }],
    })
    await open({ recipientList: [aRecipient({ shipments: [aShipment(), freight] })] })
    const promises = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(promises.slice(0, 2)).toEqual(['Arrives Wed, Nov 25 - Fri, Nov 27', 'Arrives by Fri, Dec 11'])
  })
})

test('ROUTE-12, STEP-21, STEP-22: step 5 is marked, and no step leads back into the order', async () => {
  await open()
  const steps = screen.getByRole('navigation', { name: 'Checkout steps' })
  const rows = within(steps).getAllByRole('listitem')
  expect(rows.findIndex((row) => row.getAttribute('aria-current') === 'step')).toBe(5)
  expect(within(steps).queryAllByRole('link')).toEqual([])
})

describe('SCENE-19: one purchase event for an order number', () => {
  test('however often and in however many tabs its page is opened, and it names nobody', async () => {
    await open()
    expect(placed()).toMatchObject([{ orderNumber: '8NNB-M2GQ-X115', totals: { total: 12_195 } }])
    expect(JSON.stringify(window.dataLayer)).not.toMatch(/Ada|Lovelace|example\.com|Wacker/)
    await open()
    expect(placed()).toEqual([])
    await open({ orderNumber: 'ANOTHER-ONE' })
    expect(placed()).toHaveLength(1)
  })

  test('not while the order is open or when it was refused', async () => {
    await open({ isPending: true }, () => aConfirmation({ isPending: true }))
    await open({ isRefused: true, orderNumber: 'R' })
    expect(placed()).toEqual([])
  })
})

test('BEYOND-03, PROMO-11: every tender stands in one table with what they come to, and the offer of the store card', async () => {
  const part = { type: '', holder: '', offer: '' }
  const payments = [
    { ...part, method: 'giftCard', lastFour: '4444', name: 'Gift card ending in 4444', amount: 5_000 },
    { ...part, method: 'tenderCode', lastFour: '7777', name: 'Code ending in 7777', amount: 1_000 },
    {
      ...part,
      method: 'card',
      type: 'Visa',
      lastFour: '1111',
      name: 'Visa ending in 1111',
      amount: 6_195,
      offer: 'Earn 10% back.',
    },
  ]
  await open({ payments })
  const rows = within(screen.getByRole('table', { name: 'Paid with' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Gift card ending in 4444$50.00',
    'Code ending in 7777$10.00',
    'Visa ending in 1111Earn 10% back.$61.95',
    'In all$121.95',
  ])
})

test('OPEN-65: an order that waits for the bank of a card leads there', async () => {
  await open({ isPending: true, challengeUrl: 'https://bank.example/challenge/1' }, () =>
    aConfirmation({ isPending: true }),
  )
  const link = screen.getByRole('link', { name: 'Go to your bank' })
  expect(link.getAttribute('href')).toBe('https://bank.example/challenge/1')
})

describe('BEYOND-02: an order whose payment is still open', () => {
  test('asks until it is placed, by itself, also over a lost connection, and offers nothing to press', async () => {
    const answers: unknown[] = [aConfirmation({ isPending: true }), networkFailure, aConfirmation()]
    const { server } = await open({ isPending: true }, () => answers.shift())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your order is being confirmed')
    expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([])
    const ordered = within(screen.getByRole('region', { name: 'What you ordered' }))
    expect(ordered.getByText('Total').nextSibling?.textContent).toBe('$121.95')
    expect(screen.getByText(/^We have been looking at it for \d+ minutes\.$/)).toBeDefined()
    await wait()
    await wait()
    expect(screen.getByText(/Please do not order again/)).toBeDefined()
    await wait()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you for your order')
    expect(server.count(askPath)).toBe(3)
    await wait()
    expect(server.count(askPath)).toBe(3)
    expect(placed()).toHaveLength(1)
  })

  test('one that was placed and cancelled elsewhere meanwhile is no thanks and no purchase: it says so, and where each tender is', async () => {
    const released = ['Visa ending in 1111: $121.95 will not be charged.']
    await open({ isPending: true }, () => aConfirmation({ isCancelled: true, orderNumber: 'GONE', released }))
    await wait()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This order is cancelled')
    expect(screen.getByText('Visa ending in 1111: $121.95 will not be charged.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'See this order' }).getAttribute('href')).toBe('/account/orders/GONE')
    expect(placed()).toEqual([])
  })

  test('a refused one says why, that nothing was charged, and where to go on', async () => {
    const refused = {
      isPending: false,
      isRefused: true,
      errorMessage: 'Your card was declined. Please use another card.',
      redirectUrl: '/checkout/paymentandbilling?paymentErrorId=authorizationError#header_payment',
      released: ['Gift card ending in 4444: $3.00 is back on the card.', 'Visa ending in 1111: $5.00 was not charged.'],
    }
    await open({ isPending: true }, () => aConfirmation(refused))
    await wait()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your order was not placed')
    expect(screen.getByText(refused.errorMessage)).toBeDefined()
    const list = screen.getByRole('list', { name: 'Your gift cards, codes and cards' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(refused.released)
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(refused.redirectUrl)
  })
})

describe('UX-02: an account for who has bought as a guest', () => {
  test('UX-02: asks for a password only, and sends it with what the order knows', async () => {
    await open()
    const offer = screen.getByRole('region', { name: 'Next time, faster' })
    expect(
      within(offer)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toContain('Create an Account')
    const form = offer.querySelector('form')
    expect(form?.getAttribute('action')).toBe('/account/create-account')
    expect(within(offer).getByLabelText('Password').getAttribute('autocomplete')).toBe('new-password')
    const sent = Object.fromEntries(new FormData(form ?? undefined))
    expect(sent).toMatchObject({ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', returnUrl: '/account' })
    expect([...(form?.querySelectorAll('input:not([type=hidden])') ?? [])]).toHaveLength(1)
  })

  test.each([
    ['an order without an email address', { email: '' }],
    ['an order that names nobody', { buyer: { firstName: '', lastName: '' } }],
  ])('%s offers none', async (_case, patch) => {
    await open(patch)
    expect(screen.queryByRole('region', { name: 'Next time, faster' })).toBeNull()
  })
})
