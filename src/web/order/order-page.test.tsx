import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { aConfirmation } from '#test/web/checkout.ts'
import { type FakeServer, fakeServer, heldAnswer, networkFailure } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { CancelOrder } from '#web/order/cancel/cancel-order.tsx'
import { FrameProvider } from '#web/variants/context.tsx'

const path = '/ReactCheckout/CancelOrder'
const placedAt = '2026-03-02T21:10:00.000Z'
const order = aConfirmation({ placedAt, cancelUntil: '2026-03-02T21:40:00.000Z' })
const { orderNumber } = order
const returned = [
  'Gift card ending in 4444: $30.00 is back on the card.',
  'Visa ending in 1111: $91.95 will not be charged.',
]
const done = { isSuccess: true, errorMessage: '', orderNumber, cancelledAt: '2026-03-02T21:12:00.000Z', returned }
const aPage = (patch: Partial<PageOf<'accountOrder'>> = {}): PageOf<'accountOrder'> => ({
  ...{
    name: 'accountOrder',
    order,
    state: 'placed',
    receipts: { receiptUrl: '/r', giftReceiptUrl: '/g' },
    isInAccount: true,
  },
  cancel: { isRequested: false, link: null },
  ...patch,
})

async function open(answer: Parameters<FakeServer['on']>[1], patch: Partial<PageOf<'accountOrder'>> = {}) {
  const server = fakeServer({ [path]: answer })
  await renderPage(aState(aPage(patch), `/account/orders/${orderNumber}`))
  return server
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Cancel Order' }))
const popup = () => screen.findByRole('dialog', { name: 'Cancel this order?' })
const confirm = async () => userEvent.click(within(await popup()).getByRole('button', { name: 'Yes, cancel order' }))

describe('SAFE-22: what became of its money', () => {
  test('SAFE-22: each move since it was placed stands under the receipt, with its day; none, nothing', async () => {
    const at = '2026-03-04T18:00:00.000Z'
    const name = 'Visa ending in 1111'
    const kinds = [
      'cancelled',
      'refunded',
      'refundFailed',
      'refundReversed',
      'chargeback',
      'chargebackReversed',
    ] as const
    const moneyMoves = kinds.map((kind, nth) => ({ kind, name, amount: 1_000 + nth, at }))
    await open(() => done, { order: { ...order, moneyMoves } })
    const rows = within(screen.getByRole('table', { name: 'Since then' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'No longer heldVisa ending in 1111, Mar 4, 2026$10.00',
      'RefundedVisa ending in 1111, Mar 4, 2026$10.01',
      'A refund did not reach youVisa ending in 1111, Mar 4, 2026$10.02',
      'A refund was sent back to usVisa ending in 1111, Mar 4, 2026$10.03',
      'Given back by your bankVisa ending in 1111, Mar 4, 2026$10.04',
      'Charged again after a disputeVisa ending in 1111, Mar 4, 2026$10.05',
    ])
    // what should be with her and is not is told as bad news, and what to do about it
    expect(rows.map((row) => row.dataset.bad !== undefined)).toEqual([false, false, true, true, false, false])
    expect(screen.getByText(/^Please call us, and we find another way to pay you back/)).toBeDefined()
  })

  test('SAFE-22: where all has arrived nobody is asked to call', async () => {
    const move = {
      kind: 'refunded',
      name: 'Visa ending in 1111',
      amount: 1_000,
      at: '2026-03-04T18:00:00.000Z',
    } as const
    await open(() => done, { order: { ...order, moneyMoves: [move] } })
    expect(screen.queryByText(/^Please call us/)).toBeNull()
  })

  test('SAFE-22: an order whose money stayed where it was says nothing of it', async () => {
    await open(() => done)
    expect(screen.queryByRole('table', { name: 'Since then' })).toBeNull()
  })
})

describe('BEYOND-03: cancelling on the page of an order', () => {
  test('BEYOND-03 UX-19: it says until when, asks first, and No or Escape asks the server nothing', async () => {
    const server = await open(() => done)
    expect(screen.getByText(/^You can cancel until/).textContent).toMatch(/until \d{1,2}:\d\d [AP]M CT\.$/)
    await press()
    await userEvent.click(within(await popup()).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel Order' }))
    expect(server.count(path)).toBe(0)
  })

  test('BEYOND-03 UX-09: after Yes the page says that it is cancelled and what goes back where, told and read from there; no more cancel', async () => {
    const server = await open(() => done)
    await press()
    await confirm()
    const title = await screen.findByRole('heading', { name: 'This order is cancelled' })
    expect(document.activeElement).toBe(title)
    for (const sentence of returned) screen.getByText(sentence)
    screen.getByText(/^Cancelled, placed March 2, 2026$/)
    screen.getByText(`Order ${orderNumber} is cancelled.`)
    screen.getByRole('table', { name: 'Was to be paid with' })
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull()
    expect(screen.queryByText('What happens next')).toBeNull()
    expect(server.bodies(path)).toEqual([{ orderNumber, linkUntil: '', linkKey: '' }])
  })

  test('CALL-91: opened by a mailed link it sends the words of the link', async () => {
    const server = await open(() => done, {
      isInAccount: false,
      cancel: { isRequested: false, link: { until: '9', key: 'k' } },
    })
    await press()
    await confirm()
    await screen.findByRole('heading', { name: 'This order is cancelled' })
    expect(server.bodies(path)).toEqual([{ orderNumber, linkUntil: '9', linkKey: 'k' }])
  })

  test('PLAT-08: while it runs it says so, and a second press does nothing', async () => {
    const held = heldAnswer()
    const server = await open(held.answer)
    await press()
    await confirm()
    const button = await screen.findByRole('button', { name: 'Cancelling' })
    await userEvent.click(button)
    expect(screen.queryByRole('dialog', { name: 'Cancel this order?' })).toBeNull()
    held.release(done)
    await screen.findByRole('heading', { name: 'This order is cancelled' })
    expect(server.count(path)).toBe(1)
  })

  test('BEYOND-03: a refusal is told in the server’s words, and cancelling is offered no more', async () => {
    const errorMessage = 'This order is being prepared. Please call us.'
    await open(() => ({ ...done, isSuccess: false, errorMessage, returned: [] }))
    await press()
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe(errorMessage)
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull()
  })

  test('PLAT-10: when no answer comes it is said that nobody knows, and it can be pressed again', async () => {
    let isDown = true
    await open(() => (isDown ? networkFailure : done))
    await press()
    await confirm()
    const told = await screen.findByText(/We do not know whether the order was cancelled/, {}, { timeout: 10_000 })
    await userEvent.click(within(told.closest('dialog') as HTMLElement).getAllByRole('button')[0]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    isDown = false
    await press()
    await confirm()
    await screen.findByRole('heading', { name: 'This order is cancelled' })
  }, 20_000)

  test('BEYOND-03: an order that was cancelled before shows what came back and offers nothing; one that is too old offers nothing', async () => {
    const cancelled = aConfirmation({ isCancelled: true, released: returned })
    await open(() => done, { order: cancelled, state: 'cancelled', cancel: null })
    screen.getByRole('heading', { name: 'This order is cancelled' })
    for (const sentence of returned) screen.getByText(sentence)
    expect(document.activeElement).toBe(document.body)
    expect(screen.queryByRole('button', { name: 'Cancel Order' })).toBeNull()
  })

  test('CALM-69: a cancelled order offers no gift receipt, before or after the press', async () => {
    const links = () => screen.queryAllByRole('link', { name: /receipt/i }).map((link) => link.textContent)
    await open(() => done)
    expect(links()).toEqual(['Receipt (PDF)', 'Gift receipt without prices (PDF)'])
    await press()
    await confirm()
    await screen.findByRole('heading', { name: 'This order is cancelled' })
    expect(links()).toEqual(['Receipt (PDF)'])
  }, 20_000)
})

describe('UX-24: before the scripts are there', () => {
  const html = (cancel: NonNullable<PageOf<'accountOrder'>['cancel']>, of = order, frame = aFrame()) => {
    const element = document.createElement('div')
    element.innerHTML = renderToString(
      <FrameProvider value={frame}>
        <CancelOrder order={of} offer={cancel} onCancelled={() => undefined} />
      </FrameProvider>,
    )
    return element
  }
  const fieldsOf = (element: HTMLElement) => {
    const form = element.querySelector('form')
    return [form?.method, form?.getAttribute('action'), Object.fromEntries(new FormData(form ?? undefined))]
  }

  test('UX-24: the first press opens the page with its question, the second sends the form', () => {
    expect(fieldsOf(html({ isRequested: false, link: null }))).toEqual(['get', '#cancel-title', { cancel: 'ask' }])
    const link = { until: '9', key: 'k' }
    expect(fieldsOf(html({ isRequested: false, link }))).toEqual([
      'get',
      '#cancel-title',
      { number: orderNumber, until: '9', key: 'k', cancel: 'ask' },
    ])
    expect(fieldsOf(html({ isRequested: true, link: null }))).toMatchObject([
      'post',
      '/account/cancel-order',
      { __RequestVerificationToken: 'page-token', orderNumber, linkUntil: '', linkKey: '' },
    ])
  })

  test('UX-24: the time is that of the store, and says so; another day is named', () => {
    const words = (of = order) => html({ isRequested: false, link: null }, of).querySelector('time')?.textContent
    expect(words()).toBe('3:40 PM CT')
    expect(words({ ...order, cancelUntil: '2026-03-03T21:10:00.000Z' })).toBe('Tuesday, 3:10 PM CT')
  })

  test('CALM-62: Canada reads the same words, whose zone has one name in every browser', () => {
    const time = html({ isRequested: false, link: null }, order, aFrame({}, 'cb2-ca')).querySelector('time')
    expect(time?.textContent).toBe('3:40 PM CT')
  })
})
