import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGateway, type Gateway } from '#sandbox/card-gateway/gateway.ts'
import { createAdyenGateway } from './adyen.ts'
import { createBuiltInGateway } from './built-in.ts'
import type { AuthorizeRequest, CardGateway } from './port.ts'

const apiKey = 'suite-key'
const merchantAccount = 'SuiteMerchant'
const start = new Date('2026-05-04T12:00:00Z').getTime()

/** How each adapter is made, and how a browser's token reads to it. */
const adapters = [
  {
    name: 'built-in',
    create: (origin: string, key: string, clock: () => number) =>
      createBuiltInGateway({ origin, apiKey: key, merchantAccount, connection: connection(clock) }),
    tokenOf: (cardToken: string) => cardToken,
  },
  {
    name: 'adyen',
    create: (origin: string, key: string, clock: () => number) =>
      createAdyenGateway({
        origin,
        apiKey: key,
        merchantAccount,
        clientKey: 'test_client',
        environment: 'test',
        liveUrlPrefix: null,
        connection: connection(clock),
      }),
    tokenOf: (cardToken: string) =>
      `enc.${Buffer.from(JSON.stringify({ encryptedCardNumber: cardToken })).toString('base64url')}`,
  },
]

function connection(clock: () => number) {
  return {
    limits: { connectMs: 1_000, answerMs: 400 },
    breaker: { failures: 5, windowMs: 10_000, probeMs: 5_000, clock },
  }
}

describe.each(adapters)('the card gateway port, $name', ({ name, create, tokenOf }) => {
  let sandbox: Gateway
  let origin: string
  let gateway: CardGateway & { close(): void }
  let time = start
  let monotonic = 0
  let count = 0

  beforeEach(async () => {
    time = start
    monotonic = 0
    sandbox = createGateway({
      storePath: ':memory:',
      now: () => new Date(time),
      apiKey,
      hmacKey: 'ab'.repeat(32),
      merchantAccount,
      storeOrigins: ['http://cb.localhost:3000'],
      noticeUrl: null,
      noticeRetryMs: 1_000,
      publicOrigin: null,
      smtpPort: null,
    })
    origin = await sandbox.listen(0)
    gateway = create(origin, apiKey, () => monotonic)
  })
  afterEach(async () => {
    gateway.close()
    await sandbox.close()
  })

  /** What the browser does: a session, the number to the gateway's origin, a token back. */
  async function enter(fields: { readonly number?: string; readonly cvv: string }): Promise<Record<string, string>> {
    const session = await fetch(`${origin}/sessions`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: '{}',
    })
    const { gatewayUrl } = (await session.json()) as { gatewayUrl: string }
    const body = fields.number === undefined ? fields : { ...fields, expMonth: 12, expYear: 2030 }
    const answer = await fetch(gatewayUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(201)
    return (await answer.json()) as Record<string, string>
  }

  async function cardEnding(lastFour: string, cvv = '123'): Promise<string> {
    const { cardToken } = await enter({ number: numberEnding(lastFour), cvv })
    return tokenOf(cardToken ?? '')
  }

  function orderOf(token: string, changes: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
    count += 1
    return {
      reference: `order-${count}.1`,
      amountCents: 129_900,
      currency: 'USD',
      token,
      method: 'card',
      returnUrl: 'http://cb.localhost:3000/checkout/review',
      ...changes,
    }
  }

  async function books(reference: string): Promise<{ state: string; amount: number; tries: number; psp: string }[]> {
    const answer = await fetch(`${origin}/sandbox/authorizations?reference=${reference}`)
    return (
      (await answer.json()) as { authorizations: { state: string; amount: number; tries: number; psp: string }[] }
    ).authorizations
  }

  async function drill(fault: object): Promise<void> {
    const answer = await fetch(`${origin}/fire-drill`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
    expect(answer.status).toBe(201)
  }

  async function authorized(request: AuthorizeRequest): Promise<string> {
    const result = await gateway.authorize(request)
    if (result.state !== 'authorized') throw new Error(`not authorized but ${JSON.stringify(result)}`)
    return result.providerRef
  }

  test('OPEN-65: a good card is authorized, and the gateway holds the amount to the cent', async () => {
    const order = orderOf(await cardEnding('1111'))
    const providerRef = await authorized(order)
    expect(await books(order.reference)).toMatchObject([{ state: 'authorized', amount: 129_900, psp: providerRef }])
  })

  test('OPEN-65: a card that ends in 0002 is declined at order time, and nothing is held', async () => {
    const order = orderOf(await cardEnding('0002'))
    expect(await gateway.authorize(order)).toEqual({ state: 'refused', reason: 'declined' })
    expect(await books(order.reference)).toMatchObject([{ state: 'refused' }])
  })

  test('SCENE-05: after a decline a good card under a new reference is authorized at once', async () => {
    expect(await gateway.authorize(orderOf(await cardEnding('0002')))).toMatchObject({ state: 'refused' })
    expect(await gateway.authorize(orderOf(await cardEnding('1111')))).toMatchObject({ state: 'authorized' })
  })

  test('OPEN-65: a card that ends in 0119 is a processor error when it is saved', async () => {
    expect(await gateway.describeToken(await cardEnding('0119'))).toEqual({ state: 'processorError' })
  })

  test('OPEN-65: a card that ends in 0127 is charged, the answer never comes, and asking by reference finds the money', async () => {
    const order = orderOf(await cardEnding('0127'))
    expect(await gateway.authorize(order)).toEqual({ state: 'unknown', why: 'timeout' })
    const found = await gateway.findByReference(order)
    const [booked] = await books(order.reference)
    expect(found).toEqual({
      state: 'found',
      payment: {
        reference: order.reference,
        providerRef: booked?.psp,
        amountCents: 129_900,
        currency: 'USD',
        state: 'authorized',
      },
    })
  })

  test('OPEN-65: a card that ends in 0135 is answered 503: unknown, until a void by reference says that nothing will be held', async () => {
    const order = orderOf(await cardEnding('0135'))
    expect(await gateway.authorize(order)).toEqual({ state: 'unknown', why: 'serverFault' })
    expect(await gateway.void({ reference: order.reference })).toMatchObject({ state: 'accepted' })
    expect(await books(order.reference)).toEqual([])
  })

  test('OPEN-65: a card that ends in 0143 asks for a 3-D Secure page, and is charged only when the shopper has passed it', async () => {
    const order = orderOf(await cardEnding('0143'))
    const result = await gateway.authorize(order)
    if (result.state !== 'challenge') throw new Error(result.state)
    expect(await (await fetch(result.url)).text()).toContain('1299.00 USD')
    expect(await books(order.reference)).toMatchObject([{ state: 'challenge' }])
    const redirectResult = await answerChallenge(result.url, 'confirm')
    expect(await books(order.reference)).toMatchObject([{ state: 'challenge' }])
    const completed = await gateway.completeChallenge({ reference: order.reference, redirectResult })
    expect(completed).toMatchObject({ state: 'authorized' })
    expect(await gateway.completeChallenge({ reference: order.reference, redirectResult })).toEqual(completed)
    expect(await books(order.reference)).toMatchObject([{ state: 'authorized' }])
  })

  test('OPEN-65: a 3-D Secure page that the shopper refuses, or an invented result, charges nothing', async () => {
    const order = orderOf(await cardEnding('0143'))
    const result = await gateway.authorize(order)
    if (result.state !== 'challenge') throw new Error(result.state)
    expect(await gateway.completeChallenge({ reference: order.reference, redirectResult: 'X.passed_Y' })).toMatchObject(
      { state: 'refused' },
    )
    const redirectResult = await answerChallenge(result.url, 'refuse')
    expect(await gateway.completeChallenge({ reference: order.reference, redirectResult })).toEqual({
      state: 'refused',
      reason: 'challengeFailed',
    })
    expect(await books(order.reference)).toMatchObject([{ state: 'refused' }])
  })

  async function answerChallenge(url: string, answer: string): Promise<string> {
    const back = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer }) })
    expect(back.status).toBe(303)
    const location = new URL(back.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe('http://cb.localhost:3000/checkout/review')
    return location.searchParams.get('redirectResult') ?? ''
  }

  test.each(['999', '9999'])(
    'OPEN-65, OPEN-66: security code %s fails verification, another code passes it',
    async (wrongCode) => {
      const verify = (token: string, cvvToken?: string) =>
        gateway.verify({ token, currency: 'USD', ...(cvvToken === undefined ? {} : { cvvToken }) })
      expect(await verify(await cardEnding('1111', wrongCode))).toEqual({ state: 'failed' })
      const token = await cardEnding('1111')
      expect(await verify(token)).toEqual({ state: 'verified' })
      const wrong = await enter({ cvv: wrongCode })
      expect(await verify(token, wrong.cvvToken)).toEqual({ state: 'failed' })
      const right = await enter({ cvv: '123' })
      expect(await verify(token, right.cvvToken)).toEqual({ state: 'verified' })
    },
  )

  test('OPEN-65: authorize is idempotent by reference: again is the same result, once the money', async () => {
    const order = orderOf(await cardEnding('1111'))
    const results = await Promise.all([gateway.authorize(order), gateway.authorize(order), gateway.authorize(order)])
    expect(new Set(results.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await books(order.reference)).toMatchObject([{ state: 'authorized', tries: 3 }])
  })

  test.each([{ amountCents: 129_901 }, { currency: 'CAD' as const }])(
    'OPEN-65: the same reference with other terms %o is a conflict',
    async (change) => {
      const order = orderOf(await cardEnding('1111'))
      await authorized(order)
      expect(await gateway.authorize({ ...order, ...change })).toEqual({
        state: 'refused',
        reason: 'referenceConflict',
      })
      expect(await books(order.reference)).toMatchObject([{ amount: 129_900 }])
    },
  )

  test('OPEN-65: an authorization is captured once, and what was captured is refunded in parts, never more', async () => {
    const order = orderOf(await cardEnding('1111'))
    const providerRef = await authorized(order)
    const part = (key: string, amountCents: number) => ({
      key,
      providerRef,
      reference: order.reference,
      amountCents,
      currency: order.currency,
    })
    expect(await gateway.refund(part('early', 100))).toEqual({ state: 'refused', reason: 'wrongState' })
    expect(await gateway.capture(part('capture', 129_901))).toEqual({ state: 'refused', reason: 'amountTooHigh' })
    const captured = await gateway.capture(part('capture', 100_000))
    expect(captured).toMatchObject({ state: 'accepted' })
    expect(await gateway.capture(part('capture', 100_000))).toEqual(captured)
    expect(await gateway.capture(part('other', 1_000))).toEqual({ state: 'refused', reason: 'wrongState' })
    const refunded = await gateway.refund(part('first', 60_000))
    expect(refunded).toMatchObject({ state: 'accepted' })
    expect(await gateway.refund(part('first', 60_000))).toEqual(refunded)
    expect(await gateway.refund(part('second', 60_000))).toEqual({ state: 'refused', reason: 'amountTooHigh' })
    expect(await gateway.refund(part('second', 40_000))).toMatchObject({ state: 'accepted' })
    expect(await books(order.reference)).toMatchObject([{ state: 'refunded', captured: 100_000, refunded: 100_000 }])
  })

  test('OPEN-65: a void releases the money, twice is one effect, and a captured payment cannot be voided', async () => {
    const order = orderOf(await cardEnding('1111'))
    const providerRef = await authorized(order)
    const voided = await gateway.void({ reference: order.reference, providerRef })
    expect(voided).toMatchObject({ state: 'accepted' })
    expect(await gateway.void({ reference: order.reference, providerRef })).toEqual(voided)
    expect(await gateway.void({ reference: order.reference })).toEqual(voided)
    expect(await books(order.reference)).toMatchObject([{ state: 'voided' }])
    expect(await gateway.authorize(order)).toEqual({ state: 'refused', reason: 'voided' })

    const other = orderOf(await cardEnding('1111'))
    const otherRef = await authorized(other)
    await gateway.capture({
      key: 'c',
      providerRef: otherRef,
      reference: other.reference,
      amountCents: 1,
      currency: 'USD',
    })
    expect(await gateway.void({ reference: other.reference, providerRef: otherRef })).toEqual({
      state: 'refused',
      reason: 'wrongState',
    })
    expect(await gateway.void({ reference: 'order-x', providerRef: 'NOSUCHPAYMENT' })).toEqual({
      state: 'refused',
      reason: 'unknownPayment',
    })
  })

  test('SCENE-04: a void by reference that comes first shuts the door: the authorize on its way is refused', async () => {
    const order = orderOf(await cardEnding('1111'))
    await drill({ fault: 'slow', delayMs: 150 })
    const late = gateway.authorize(order)
    await expect
      .poll(async () => ((await (await fetch(`${origin}/fire-drill`)).json()) as { faults: object[] }).faults)
      .toEqual([])
    expect(await gateway.void({ reference: order.reference })).toMatchObject({ state: 'accepted' })
    expect(await late).toEqual({ state: 'refused', reason: 'voided' })
    expect(await books(order.reference)).toEqual([])
  })

  test('SCENE-04: a connection cut after the charge is unknown, and asking finds the charge', async () => {
    const order = orderOf(await cardEnding('1111'))
    await drill({ fault: 'cut' })
    expect(await gateway.authorize(order)).toEqual({ state: 'unknown', why: 'connectionCut' })
    expect(await gateway.findByReference(order)).toMatchObject({ state: 'found', payment: { state: 'authorized' } })
    expect(await books(order.reference)).toHaveLength(1)
  })

  test('OPEN-64: a token older than 15 minutes has ended; described in time, it pays an hour later', async () => {
    const forgotten = await cardEnding('1111')
    const kept = await cardEnding('1111')
    time = start + 15 * 60 * 1000
    const described = await gateway.describeToken(kept)
    if (described.state !== 'described') throw new Error(described.state)
    expect(described.card).toMatchObject({ brand: 'Visa', lastFour: '1111', expMonth: 12, expYear: 2030 })
    time = start + 75 * 60 * 1000
    expect(await gateway.describeToken(forgotten)).toEqual({ state: 'expired' })
    expect(await gateway.verify({ token: forgotten, currency: 'USD' })).toEqual({ state: 'tokenEnded' })
    expect(await gateway.authorize(orderOf(forgotten))).toEqual({ state: 'refused', reason: 'tokenEnded' })
    expect(await gateway.authorize(orderOf(described.card.token))).toMatchObject({ state: 'authorized' })
    expect(await gateway.describeToken(described.card.token)).toMatchObject({
      state: 'described',
      card: { lastFour: '1111' },
    })
  })

  test('OPEN-64: a token that nobody made is refused and stands for nothing', async () => {
    expect(await gateway.describeToken(tokenOf('tok_INVENTED'))).toEqual({ state: 'expired' })
    expect(await gateway.describeToken('rubbish')).toEqual({ state: 'expired' })
    expect(await gateway.authorize(orderOf(tokenOf('tok_INVENTED')))).toEqual({
      state: 'refused',
      reason: 'unknownToken',
    })
    expect(await gateway.authorize(orderOf('rubbish'))).toEqual({ state: 'refused', reason: 'unknownToken' })
  })

  test.each(['paypal', 'venmo', 'applePay'] as const)(
    'OPEN-91: a nonce of %s is authorized, one that starts with decline is refused',
    async (method) => {
      expect(await gateway.authorize(orderOf('nonce-1', { method }))).toMatchObject({ state: 'authorized' })
      expect(await gateway.authorize(orderOf('decline-1', { method }))).toEqual({
        state: 'refused',
        reason: 'declined',
      })
    },
  )

  test('OPEN-65: a gateway that does not listen is certainly not sent to; five failures open the breaker, a probe closes it', async () => {
    const order = orderOf(await cardEnding('1111'))
    const port = Number(new URL(origin).port)
    await drill({ fault: 'refuseConnection', delayMs: 60_000 })
    for (let failure = 0; failure < 5; failure += 1) {
      expect(gateway.isOpen()).toBe(false)
      expect(await gateway.authorize(order)).toEqual({ state: 'notSent', why: 'noConnection' })
    }
    expect(gateway.isOpen()).toBe(true)
    expect(await gateway.authorize(order)).toEqual({ state: 'notSent', why: 'breakerOpen' })
    sandbox.app.server.listen(port, '127.0.0.1')
    monotonic = 5_000
    expect(gateway.isOpen()).toBe(false)
    expect(await gateway.authorize(order)).toMatchObject({ state: 'authorized' })
    expect(gateway.isOpen()).toBe(false)
  })

  test('OPEN-65: a wrong key is turned away: not sent, nothing held', async () => {
    const stranger = create(origin, 'another-key', () => 0)
    const order = orderOf(await cardEnding('1111'))
    expect(await stranger.authorize(order)).toEqual({ state: 'notSent', why: 'turnedAway' })
    stranger.close()
    expect(await books(order.reference)).toEqual([])
  })

  test('OPEN-64: a card session names where the browser goes', async () => {
    const result = await gateway.createSession({ isCbhccEnabled: true })
    if (result.state !== 'created') throw new Error(result.state)
    expect(result.session).toMatchObject(
      name === 'adyen'
        ? { clientKey: 'test_client', environment: 'test', frameUrl: null }
        : {
            environment: 'built-in',
            gatewayUrl: `${origin}/sessions/${result.session.sessionToken}/cards`,
            frameUrl: `${origin}/frame/${result.session.clientKey}`,
          },
    )
  })

  test('OPEN-65: asking by reference for what never arrived: the built-in gateway only looks, Adyen takes it as the first request', async () => {
    const order = orderOf(await cardEnding('1111'))
    const found = await gateway.findByReference(order)
    expect(found).toMatchObject(
      gateway.canLookUp ? { state: 'notFound' } : { state: 'found', payment: { state: 'authorized' } },
    )
    expect(await books(order.reference)).toHaveLength(gateway.canLookUp ? 0 : 1)
  })

  test('OPEN-65: the list of payments since a time, oldest first, where the processor offers one', async () => {
    const early = orderOf(await cardEnding('1111'))
    await authorized(early)
    time = start + 60_000
    const later = [orderOf(await cardEnding('1111')), orderOf(await cardEnding('0002'))]
    await authorized(later[0]!)
    await gateway.authorize(later[1]!)
    const list = await gateway.list(new Date(time))
    const states = list.state === 'listed' ? list.payments.map((each) => [each.reference, each.state]) : list.state
    expect(states).toEqual(
      name === 'adyen'
        ? 'notOffered'
        : [
            [later[0]!.reference, 'authorized'],
            [later[1]!.reference, 'refused'],
          ],
    )
  })
})

/** A 16-digit number from 4 that passes Luhn and ends in these four digits. */
function numberEnding(lastFour: string): string {
  for (let middle = 0; middle < 10; middle += 1) {
    const number = `41111111111${middle}${lastFour}`
    const sum = Array.from(number).reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    if (sum % 10 === 0) return number
  }
  throw new Error('no such number')
}
