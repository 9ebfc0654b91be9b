import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bankRefusals } from '#domain/order/card-refusal.ts'
import { createBraintreeWallets } from '#server/providers/wallet-gateway/braintree.ts'
import type { WalletGateway } from '#server/providers/wallet-gateway/port.ts'
import { openTestGateway, type TestGateway } from '#test/builders/card-gateway.ts'

const keys = { merchantId: 'cartwright', publicKey: 'public', privateKey: 'private' }

let world: TestGateway
let wallets: WalletGateway
let count = 0

const open = (origin: string, own: Partial<typeof keys> = {}, answerMs = 400) =>
  createBraintreeWallets({
    ...keys,
    ...own,
    environment: 'sandbox',
    merchantAccounts: { USD: '', CAD: 'cartwright_CAD' },
    origin,
    answerMs,
  })

const orderOf = (token: string, amountCents = 129_905) => {
  count += 1
  return { reference: `wallet-${count}.1`, amountCents, currency: 'USD' as const, token, method: 'paypal' as const }
}

beforeEach(async () => {
  world = await openTestGateway({ braintreeKeys: keys })
  wallets = open(world.origin)
})
afterEach(() => world.sandbox.close())

async function held(token = 'paypal-1') {
  const order = orderOf(token)
  const result = await wallets.processor.authorize(order)
  if (result.state !== 'authorized') throw new Error(JSON.stringify(result))
  return { order, providerRef: result.providerRef }
}

describe("OPEN-91: Braintree's own library, over HTTP", () => {
  test('an approval is charged once, to the cent, and found again by our reference', async () => {
    const { order, providerRef } = await held()
    expect(await world.books(order.reference)).toMatchObject([{ state: 'authorized', amount: 129_905, tries: 1 }])
    const payment = {
      reference: order.reference,
      providerRef,
      amountCents: 129_905,
      currency: 'USD',
      state: 'authorized',
    }
    expect(await wallets.processor.findByReference(order)).toEqual({ state: 'found', payment })
  })

  test('a Canadian order goes to the account of its currency', async () => {
    const order = { ...orderOf('paypal-ca'), currency: 'CAD' as const }
    expect(await wallets.processor.authorize(order)).toMatchObject({ state: 'authorized' })
    expect(await wallets.processor.findByReference(order)).toMatchObject({ payment: { currency: 'CAD' } })
  })

  test('what the bank of the wallet declines is refused, and holds nothing', async () => {
    const order = orderOf('decline-1')
    expect(await wallets.processor.authorize(order)).toEqual({ state: 'refused', reason: 'declined' })
    expect(await wallets.processor.findByReference(order)).toMatchObject({ payment: { state: 'refused' } })
  })

  test.each(bankRefusals)('CALM-24: %s comes through as the reason of the refusal', async (fault) => {
    await world.drill({ fault })
    expect(await wallets.processor.authorize(orderOf('paypal-1'))).toEqual({ state: 'refused', reason: fault })
  })

  test('a reference that was never sent is not found', async () => {
    expect(await wallets.processor.findByReference(orderOf('paypal-1'))).toEqual({ state: 'notFound' })
  })

  test('money is taken, and given back', async () => {
    const { order, providerRef } = await held()
    const part = { providerRef, reference: order.reference, amountCents: 129_905, currency: 'USD' as const }
    expect(await wallets.processor.capture({ key: 'c1', ...part })).toMatchObject({ state: 'accepted' })
    expect(await wallets.processor.capture({ key: 'c1', ...part })).toMatchObject({ state: 'accepted' })
    const refund = { ...part, key: 'r1', amountCents: 10_000 }
    expect(await wallets.processor.refund(refund)).toMatchObject({ state: 'accepted' })
    expect(await wallets.processor.refund(refund)).toMatchObject({ state: 'accepted' })
    expect(await world.books(order.reference)).toMatchObject([{ captured: 129_905, refunded: 10_000 }])
  })

  test('a sale that is given back in full is listed as refunded, one of which a part is as taken; nothing is given back twice', async () => {
    const listed = async () => {
      const list = await wallets.processor.list(new Date('2026-05-04T00:00:00Z'))
      return list.state === 'listed' ? list.payments.map(({ reference, state }) => [reference, state]) : list.state
    }
    const { order, providerRef } = await held()
    const part = { providerRef, reference: order.reference, currency: 'USD' as const }
    await wallets.processor.capture({ ...part, key: 'c1', amountCents: 129_905 })
    const refunds = [
      { ...part, key: 'r1', amountCents: 29_905 },
      { ...part, key: 'r2', amountCents: 100_000 },
    ]
    for (const [nth, refund] of refunds.entries()) {
      const first = await wallets.processor.refund(refund)
      expect(first).toMatchObject({ state: 'accepted' })
      expect(await wallets.processor.refund(refund)).toMatchObject({ state: 'accepted' })
      expect(await listed()).toEqual([[order.reference, nth === 0 ? 'captured' : 'refunded']])
    }
    expect(await world.books(order.reference)).toMatchObject([{ state: 'refunded', refunded: 129_905 }])
    expect(await wallets.processor.refund({ ...part, key: 'r3', amountCents: 100 })).toEqual({
      state: 'refused',
      reason: 'wrongState',
    })
    expect(await wallets.processor.findByReference(order)).toMatchObject({ state: 'found' })
  })

  test('of a sale of which a part was taken it is known how much, and what was authorized; given back, it is refunded', async () => {
    const { order, providerRef } = await held()
    const { reference } = order
    const part = { providerRef, reference, currency: 'USD' as const, amountCents: 60_005 }
    expect(await wallets.processor.findCaptured(part)).toEqual({ state: 'told', capturedCents: 0 })
    await wallets.processor.capture({ ...part, key: 'c1' })
    expect(await wallets.processor.findCaptured(part)).toEqual({ state: 'told', capturedCents: 60_005 })
    expect(await wallets.processor.findByReference(order)).toMatchObject({
      payment: { state: 'captured', amountCents: 129_905 },
    })
    expect(await wallets.processor.void(part)).toEqual({ state: 'refused', reason: 'wrongState' })
    for (let nth = 0; nth < 2; nth += 1) {
      expect(await wallets.processor.refund({ ...part, key: 'r1' })).toMatchObject({ state: 'accepted' })
    }
    expect(await world.books(reference)).toMatchObject([{ captured: 60_005, refunded: 60_005 }])
    const listed = await wallets.processor.list(new Date('2026-05-04T00:00:00Z'))
    expect(listed).toMatchObject({ payments: [{ reference, state: 'refunded', amountCents: 129_905 }] })
    const unknown = { reference: 'never-sent.1', providerRef: 'NOSUCH' }
    expect(await wallets.processor.findCaptured(unknown)).toEqual({ state: 'told', capturedCents: 0 })
  })

  test('released a second time, which Braintree refuses, is done; what was taken is not', async () => {
    const { order, providerRef } = await held('paypal-a')
    const { reference } = order
    expect(await wallets.processor.void({ reference, providerRef })).toMatchObject({ state: 'accepted' })
    expect(await wallets.processor.void({ reference, providerRef })).toMatchObject({ state: 'accepted' })
    const taken = await held('paypal-b')
    const part = { reference: taken.order.reference, providerRef: taken.providerRef }
    await wallets.processor.capture({ ...part, key: 'c1', amountCents: 129_905, currency: 'USD' })
    expect(await wallets.processor.void(part)).toEqual({ state: 'refused', reason: 'wrongState' })
  })

  test('what is held is released by its own reference or by ours; nothing to release is as good', async () => {
    const first = await held('paypal-a')
    expect(
      await wallets.processor.void({ reference: first.order.reference, providerRef: first.providerRef }),
    ).toMatchObject({
      state: 'accepted',
    })
    const second = await held('paypal-b')
    expect(await wallets.processor.void({ reference: second.order.reference })).toMatchObject({ state: 'accepted' })
    expect((await world.books()).map(({ state }) => state)).toEqual(['voided', 'voided'])
    expect(await wallets.processor.void({ reference: 'never-sent.1' })).toMatchObject({ state: 'accepted' })
  })

  test('a transaction it does not know is refused', async () => {
    const part = { providerRef: 'NOSUCH', reference: 'x.1', amountCents: 1, currency: 'USD' as const, key: 'k' }
    expect(await wallets.processor.capture(part)).toEqual({ state: 'refused', reason: 'unknownPayment' })
  })

  test('all since a moment are listed', async () => {
    const { order } = await held()
    const listed = await wallets.processor.list(new Date('2026-05-04T00:00:00Z'))
    expect(listed).toMatchObject({ state: 'listed', payments: [{ reference: order.reference, state: 'authorized' }] })
    expect(await wallets.processor.list(new Date('2027-01-01T00:00:00Z'))).toEqual({ state: 'listed', payments: [] })
  })

  test('the browser gets a token for its library', async () => {
    const opened = await wallets.openSheet({
      ...{ sheetId: 's', method: 'paypal', amountCents: 100, currency: 'USD', storeName: 'CB', shipTo: [] },
      ...{ asksAddress: false, postalCode: '' },
      storeOrigin: 'http://cb.localhost:3000',
    })
    expect(opened).toMatchObject({ state: 'opened', sheet: { kind: 'library', clientToken: expect.any(String) } })
  })

  test('CALM-32: many pages are made ready with one token, each currency with its own', async () => {
    const [one, same, other] = [
      await wallets.prepare('USD'),
      await wallets.prepare('USD'),
      await wallets.prepare('CAD'),
    ]
    expect(one).toEqual({ state: 'prepared', clientToken: expect.any(String) })
    expect(same).toBe(one)
    expect(other).toMatchObject({ state: 'prepared' })
    expect(other).not.toBe(one)
  })
})

describe('OPEN-91, BEYOND-12: Braintree when the world misbehaves', () => {
  test.each(['timeoutAfterCharge', 'cut'])('%s: unknown, and the money is found by reference', async (fault) => {
    await world.drill({ fault })
    const order = orderOf('paypal-1')
    expect(await wallets.processor.authorize(order)).toMatchObject({ state: 'unknown' })
    expect(await wallets.processor.findByReference(order)).toMatchObject({ payment: { state: 'authorized' } })
  })

  test('503: unknown, because nobody says that nothing happened', async () => {
    await world.drill({ fault: '503' })
    expect(await wallets.processor.authorize(orderOf('paypal-1'))).toEqual({ state: 'unknown', why: 'serverFault' })
  })

  test('wrong keys: certainly not sent', async () => {
    const stranger = open(world.origin, { privateKey: 'wrong' })
    expect(await stranger.processor.authorize(orderOf('paypal-1'))).toEqual({ state: 'notSent', why: 'turnedAway' })
  })

  test('nobody listens: not sent; after five of them nothing is tried any more', async () => {
    const lonely = open('http://127.0.0.1:1')
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await lonely.processor.authorize(orderOf('p'))).toEqual({ state: 'notSent', why: 'noConnection' })
    }
    expect(lonely.processor.isOpen()).toBe(true)
    expect(await lonely.processor.authorize(orderOf('p'))).toEqual({ state: 'notSent', why: 'breakerOpen' })
  })
})
