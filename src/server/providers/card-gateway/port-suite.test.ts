import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bankRefusals } from '#domain/order/card-refusal.ts'
import { gatewayStart } from '#test/builders/card-gateway.ts'
import { type AdapterWorld, adapters, openAdapter } from '#test/builders/card-gateway-adapters.ts'

describe.each(adapters)('the card gateway port, $name', (adapter) => {
  let world: AdapterWorld
  beforeEach(async () => {
    world = await openAdapter(adapter)
  })
  afterEach(() => world.close())

  test('OPEN-65: a good card is authorized, and the gateway holds the amount to the cent', async () => {
    const order = world.orderOf(await world.token('1111'))
    const providerRef = await world.authorized(order)
    expect(await world.books(order.reference)).toMatchObject([
      { state: 'authorized', amount: 129_900, psp: providerRef },
    ])
  })

  test('OPEN-65: a card that ends in 0002 is declined at order time, and nothing is held', async () => {
    const order = world.orderOf(await world.token('0002'))
    expect(await world.gateway.authorize(order)).toEqual({ state: 'refused', reason: 'declined' })
    expect(await world.books(order.reference)).toMatchObject([{ state: 'refused' }])
  })

  test.each(bankRefusals)('CALM-24: what the bank refuses for %s is told so, and nothing is held', async (fault) => {
    await world.drill({ fault })
    const order = world.orderOf(await world.token('1111'))
    expect(await world.gateway.authorize(order)).toEqual({ state: 'refused', reason: fault })
    expect(await world.gateway.authorize(order)).toEqual({ state: 'refused', reason: fault })
    expect(await world.books(order.reference)).toMatchObject([{ state: 'refused' }])
  })

  test('CALM-24: the date of a described card is corrected, and it is the same card', async () => {
    const before = await world.gateway.describeToken(await world.token('1111'))
    if (before.state !== 'described') throw new Error(before.state)
    const { token, fingerprint, lastFour } = before.card
    const corrected = { state: 'described', card: { fingerprint, lastFour, expMonth: 4, expYear: 2033 } }
    expect(await world.gateway.describeToken(token, { expMonth: 4, expYear: 2033 })).toMatchObject(corrected)
    expect(await world.gateway.describeToken(token)).toMatchObject(corrected)
  })

  test('SCENE-05: after a decline a good card under a new reference is authorized at once', async () => {
    expect(await world.gateway.authorize(world.orderOf(await world.token('0002')))).toMatchObject({ state: 'refused' })
    expect(await world.gateway.authorize(world.orderOf(await world.token('1111')))).toMatchObject({
      state: 'authorized',
    })
  })

  test('OPEN-65: a card that ends in 0119 is a processor error when it is saved', async () => {
    expect(await world.gateway.describeToken(await world.token('0119'))).toEqual({ state: 'processorError' })
  })

  test.each([
    { brand: 'Visa', number: '4111111111111111', wrong: '999', right: '123' },
    { brand: 'American Express', number: '378282246310005', wrong: '9999', right: '1234' },
  ])('OPEN-65, OPEN-66: security code $wrong of a $brand card fails verification, another passes it', async (card) => {
    const verify = async (cvv: string, code?: string) => {
      const { cardToken = '' } = await world.enter({ number: card.number, cvv })
      const cvvToken = code === undefined ? {} : { cvvToken: (await world.enter({ cvv: code })).cvvToken ?? '' }
      return world.gateway.verify({ token: adapter.tokenOf(cardToken), currency: 'USD', ...cvvToken })
    }
    expect(await verify(card.wrong)).toEqual({ state: 'failed' })
    expect(await verify(card.right)).toEqual({ state: 'verified' })
    expect(await verify(card.right, card.wrong)).toEqual({ state: 'failed' })
    expect(await verify(card.wrong, card.right)).toEqual({ state: 'verified' })
  })

  test('OPEN-65: authorize is idempotent by reference: again is the same result, once the money', async () => {
    const order = world.orderOf(await world.token('1111'))
    const results = await Promise.all([
      world.gateway.authorize(order),
      world.gateway.authorize(order),
      world.gateway.authorize(order),
    ])
    expect(new Set(results.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await world.books(order.reference)).toMatchObject([{ state: 'authorized', tries: 3 }])
  })

  test.each([{ amountCents: 129_901 }, { currency: 'CAD' as const }])(
    'OPEN-65: the same reference with other terms %o is a conflict',
    async (change) => {
      const order = world.orderOf(await world.token('1111'))
      await world.authorized(order)
      expect(await world.gateway.authorize({ ...order, ...change })).toEqual({
        state: 'refused',
        reason: 'referenceConflict',
      })
      expect(await world.books(order.reference)).toMatchObject([{ amount: 129_900 }])
    },
  )

  test('OPEN-65: an authorization is captured once, and what was captured is refunded in parts, never more', async () => {
    const order = world.orderOf(await world.token('1111'))
    const providerRef = await world.authorized(order)
    const part = (key: string, amountCents: number) => ({
      key,
      providerRef,
      reference: order.reference,
      amountCents,
      currency: order.currency,
    })
    expect(await world.gateway.refund(part('early', 100))).toEqual({ state: 'refused', reason: 'wrongState' })
    expect(await world.gateway.capture(part('capture', 129_901))).toEqual({ state: 'refused', reason: 'amountTooHigh' })
    const captured = await world.gateway.capture(part('capture', 100_000))
    expect(captured).toMatchObject({ state: 'accepted' })
    expect(await world.gateway.capture(part('capture', 100_000))).toEqual(captured)
    expect(await world.gateway.capture(part('other', 1_000))).toEqual({ state: 'refused', reason: 'wrongState' })
    const refunded = await world.gateway.refund(part('first', 60_000))
    expect(refunded).toMatchObject({ state: 'accepted' })
    expect(await world.gateway.refund(part('first', 60_000))).toEqual(refunded)
    expect(await world.gateway.refund(part('second', 60_000))).toEqual({ state: 'refused', reason: 'amountTooHigh' })
    expect(await world.gateway.refund(part('second', 40_000))).toMatchObject({ state: 'accepted' })
    expect(await world.books(order.reference)).toMatchObject([
      { state: 'refunded', captured: 100_000, refunded: 100_000 },
    ])
  })

  test('OPEN-65: how much of a payment was taken, a part or nothing, is told by the built-in gateway and by webhook events only of Adyen', async () => {
    const order = world.orderOf(await world.token('1111'))
    const providerRef = await world.authorized(order)
    const { reference } = order
    const tell = (capturedCents: number) =>
      adapter.name === 'adyen' ? { state: 'notOffered' } : { state: 'told', capturedCents }
    expect(await world.gateway.findCaptured({ reference, providerRef })).toEqual(tell(0))
    const part = { providerRef, reference, amountCents: 60_000, currency: 'USD' as const }
    expect(await world.gateway.capture({ ...part, key: 'part' })).toMatchObject({ state: 'accepted' })
    expect(await world.gateway.findCaptured({ reference, providerRef })).toEqual(tell(60_000))
    expect(await world.gateway.findCaptured({ reference, providerRef: 'NOSUCHPAYMENT' })).toEqual(tell(0))
    expect(await world.gateway.refund({ ...part, key: 'back', amountCents: 60_001 })).toMatchObject({
      reason: 'amountTooHigh',
    })
    const back = await world.gateway.refund({ ...part, key: 'back' })
    expect(back).toMatchObject({ state: 'accepted' })
    expect(await world.gateway.refund({ ...part, key: 'back' })).toEqual(back)
    expect(await world.books(reference)).toMatchObject([
      { state: 'refunded', amount: 129_900, captured: 60_000, refunded: 60_000 },
    ])
    expect(await world.gateway.findCaptured({ reference, providerRef })).toEqual(tell(60_000))
  })

  test('OPEN-65: a void releases the money, twice is one effect, and a captured payment cannot be voided', async () => {
    const order = world.orderOf(await world.token('1111'))
    const providerRef = await world.authorized(order)
    const voided = await world.gateway.void({ reference: order.reference, providerRef })
    expect(voided).toMatchObject({ state: 'accepted' })
    expect(await world.gateway.void({ reference: order.reference, providerRef })).toEqual(voided)
    expect(await world.gateway.void({ reference: order.reference })).toEqual(voided)
    expect(await world.books(order.reference)).toMatchObject([{ state: 'voided' }])
    expect(await world.gateway.authorize(order)).toEqual({ state: 'refused', reason: 'voided' })

    const other = world.orderOf(await world.token('1111'))
    const otherRef = await world.authorized(other)
    await world.gateway.capture({
      key: 'c',
      providerRef: otherRef,
      reference: other.reference,
      amountCents: 1,
      currency: 'USD',
    })
    expect(await world.gateway.void({ reference: other.reference, providerRef: otherRef })).toEqual({
      state: 'refused',
      reason: 'wrongState',
    })
    expect(await world.gateway.void({ reference: 'order-x', providerRef: 'NOSUCHPAYMENT' })).toEqual({
      state: 'refused',
      reason: 'unknownPayment',
    })
  })

  test('OPEN-64: a token older than 15 minutes has ended; described in time, it pays an hour later', async () => {
    const forgotten = await world.token('1111')
    const stored = await world.token('1111')
    world.setTime(gatewayStart + 15 * 60 * 1000)
    const described = await world.gateway.describeToken(stored)
    if (described.state !== 'described') throw new Error(described.state)
    expect(described.card).toMatchObject({ brand: 'Visa', lastFour: '1111', expMonth: 12, expYear: 2030 })
    world.setTime(gatewayStart + 75 * 60 * 1000)
    expect(await world.gateway.describeToken(forgotten)).toEqual({ state: 'expired' })
    expect(await world.gateway.verify({ token: forgotten, currency: 'USD' })).toEqual({ state: 'tokenEnded' })
    expect(await world.gateway.authorize(world.orderOf(forgotten))).toEqual({ state: 'refused', reason: 'tokenEnded' })
    expect(await world.gateway.authorize(world.orderOf(described.card.token))).toMatchObject({ state: 'authorized' })
    expect(await world.gateway.describeToken(described.card.token)).toMatchObject({
      state: 'described',
      card: { lastFour: '1111' },
    })
  })

  test('OPEN-64: a token that nobody made is refused and stands for nothing', async () => {
    expect(await world.gateway.describeToken(adapter.tokenOf('tok_INVENTED'))).toEqual({ state: 'expired' })
    expect(await world.gateway.describeToken('rubbish')).toEqual({ state: 'expired' })
    expect(await world.gateway.authorize(world.orderOf(adapter.tokenOf('tok_INVENTED')))).toEqual({
      state: 'refused',
      reason: 'unknownToken',
    })
    expect(await world.gateway.authorize(world.orderOf('rubbish'))).toEqual({
      state: 'refused',
      reason: 'unknownToken',
    })
  })

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'OPEN-91: a nonce of %s is authorized, one that starts with decline is refused',
    async (method) => {
      expect(await world.gateway.authorize(world.orderOf('nonce-1', { method }))).toMatchObject({ state: 'authorized' })
      expect(await world.gateway.authorize(world.orderOf('decline-1', { method }))).toEqual({
        state: 'refused',
        reason: 'declined',
      })
    },
  )

  test('OPEN-64: a card session names where the browser goes', async () => {
    const result = await world.gateway.createSession({ isCbhccEnabled: true })
    if (result.state !== 'created') throw new Error(result.state)
    expect(result.session).toMatchObject(
      adapter.name === 'adyen'
        ? { clientKey: 'test_client', environment: 'test', frameUrl: null }
        : {
            environment: 'built-in',
            gatewayUrl: `${world.origin}/sessions/${result.session.sessionToken}/cards`,
            frameUrl: `${world.origin}/frame/${result.session.clientKey}`,
          },
    )
  })

  test('OPEN-65: asking by reference for what never arrived: the built-in gateway only looks, Adyen takes it as the first request', async () => {
    const order = world.orderOf(await world.token('1111'))
    const found = await world.gateway.findByReference(order)
    expect(found).toMatchObject(
      world.gateway.canLookUp ? { state: 'notFound' } : { state: 'found', payment: { state: 'authorized' } },
    )
    expect(await world.books(order.reference)).toHaveLength(world.gateway.canLookUp ? 0 : 1)
  })

  test('OPEN-65: the list of payments since a time, oldest first, where the processor offers one', async () => {
    const early = world.orderOf(await world.token('1111'))
    await world.authorized(early)
    world.setTime(gatewayStart + 60_000)
    const later = [world.orderOf(await world.token('1111')), world.orderOf(await world.token('0002'))]
    await world.authorized(later[0]!)
    await world.gateway.authorize(later[1]!)
    const list = await world.gateway.list(new Date(gatewayStart + 60_000))
    const states = list.state === 'listed' ? list.payments.map((each) => [each.reference, each.state]) : list.state
    expect(states).toEqual(
      adapter.name === 'adyen'
        ? 'notOffered'
        : [
            [later[0]!.reference, 'authorized'],
            [later[1]!.reference, 'refused'],
          ],
    )
  })
})
