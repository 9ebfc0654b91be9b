import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway, testGatewaySettings } from '#test/builders/card-gateway.ts'

const { apiKey, merchantAccount } = testGatewaySettings

describe('BEYOND-12: the fire drill', () => {
  let world: TestGateway
  beforeEach(async () => {
    world = await openTestGateway()
  })
  afterEach(() => world.sandbox.close())

  type Paid = { readonly status: number; readonly resultCode: string | undefined }

  async function pay(reference: string, token: string): Promise<Paid> {
    const answer = await fetch(`${world.origin}/v71/payments`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': reference },
      body: JSON.stringify({
        amount: { value: 5_000, currency: 'USD' },
        reference,
        merchantAccount,
        paymentMethod: { type: 'scheme', storedPaymentMethodId: token },
        returnUrl: 'http://cb.localhost:3000/checkout/review',
      }),
      signal: AbortSignal.timeout(300),
    })
    const body = (await answer.json()) as { resultCode?: string }
    return { status: answer.status, resultCode: body.resultCode }
  }

  async function queued(): Promise<readonly { readonly fault: string; readonly remaining: number }[]> {
    return (
      (await (await fetch(`${world.origin}/fire-drill`)).json()) as { faults: { fault: string; remaining: number }[] }
    ).faults
  }

  test.each([
    { fault: 'decline', result: { status: 200, resultCode: 'Refused' }, state: ['refused'] },
    { fault: 'challenge', result: { status: 200, resultCode: 'RedirectShopper' }, state: ['challenge'] },
    { fault: 'slow', result: { status: 200, resultCode: 'Authorised' }, state: ['authorized'] },
    { fault: 'duplicateNotice', result: { status: 200, resultCode: 'Authorised' }, state: ['authorized'] },
    { fault: '503', result: { status: 503, resultCode: undefined }, state: [] },
  ])('the fault $fault hits the next authorization and not the one after', async ({ fault, result, state }) => {
    const token = await world.cardEnding('1111')
    await world.drill({ fault, delayMs: 50 })
    expect(await pay('a', token)).toEqual(result)
    expect((await world.books('a')).map((each) => each.state)).toEqual(state)
    expect(await queued()).toEqual([])
    expect(await pay('b', token)).toEqual({ status: 200, resultCode: 'Authorised' })
  })

  test.each(['timeoutAfterCharge', 'cut'])(
    'the fault %s charges and keeps the answer; the repeat gets it',
    async (fault) => {
      const token = await world.cardEnding('1111')
      await world.drill({ fault })
      await expect(pay('a', token)).rejects.toThrow()
      expect(await world.books('a')).toMatchObject([{ state: 'authorized', amount: 5_000, tries: 1 }])
      expect(await pay('a', token)).toEqual({ status: 200, resultCode: 'Authorised' })
      expect(await world.books('a')).toMatchObject([{ state: 'authorized', tries: 2 }])
    },
  )

  test('the fault refuseConnection closes the listener for a while and opens it again', async () => {
    await world.drill({ fault: 'refuseConnection', delayMs: 200 })
    await expect(fetch(`${world.origin}/healthz`)).rejects.toThrow()
    await expect
      .poll(async () => (await fetch(`${world.origin}/healthz`).catch(() => null))?.status, { timeout: 5_000 })
      .toBe(200)
  })

  test('BEYOND-12: clearing the faults ends the waiting of a payment that is slow', async () => {
    const token = await world.cardEnding('1111')
    await world.drill({ fault: 'slow', delayMs: 600_000 })
    const slow = pay('a', token)
    await expect.poll(queued).toEqual([])
    await fetch(`${world.origin}/fire-drill`, { method: 'DELETE' })
    expect(await slow).toEqual({ status: 200, resultCode: 'Authorised' })
  })

  test('a fault can wait for one reference or one card, hit a number of times, and be listed and cleared', async () => {
    const [one, two] = [await world.cardEnding('1111'), await world.cardEnding('2222')]
    await world.drill({ fault: 'decline', reference: 'third' })
    await world.drill({ fault: 'decline', lastFour: '2222', count: 2 })
    expect(await queued()).toMatchObject([
      { fault: 'decline', remaining: 1 },
      { fault: 'decline', remaining: 2 },
    ])
    const results = [await pay('first', one), await pay('second', two), await pay('third', one)]
    expect(results.map((each) => each.resultCode)).toEqual(['Authorised', 'Refused', 'Refused'])
    expect(await queued()).toMatchObject([{ fault: 'decline', remaining: 1 }])
    const cleared = await fetch(`${world.origin}/fire-drill`, { method: 'DELETE' })
    expect(cleared.status).toBe(200)
    expect(await pay('fourth', two)).toMatchObject({ resultCode: 'Authorised' })
  })

  test.each([
    { fault: 'earthquake' },
    { fault: 'decline', count: 0 },
    { fault: 'decline', lastFour: '12' },
    { fault: 'decline', cuont: 2 },
  ])('the order %o is not understood and refused', async (body) => {
    const answer = await fetch(`${world.origin}/fire-drill`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(400)
    expect(await queued()).toEqual([])
  })

  test('a page of another site can neither play with it nor read the books', async () => {
    const headers = { origin: 'http://evil.example', 'content-type': 'application/json' }
    const answers = await Promise.all([
      fetch(`${world.origin}/fire-drill`, { method: 'POST', headers, body: '{"fault":"decline"}' }),
      fetch(`${world.origin}/fire-drill`, { method: 'DELETE', headers: { origin: 'http://evil.example' } }),
      fetch(`${world.origin}/sandbox/authorizations`, { headers: { origin: 'http://evil.example' } }),
      fetch(`${world.origin}/mailbox/messages`, { headers: { origin: 'http://evil.example' } }),
    ])
    expect(answers.map((each) => each.status)).toEqual([403, 403, 403, 403])
    expect(await queued()).toEqual([])
  })

  test('OPEN-120: the gateway says that it lives at /healthz', async () => {
    expect((await fetch(`${world.origin}/healthz`)).status).toBe(200)
  })
})
