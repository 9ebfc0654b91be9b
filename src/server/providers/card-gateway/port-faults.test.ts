import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AdapterWorld, adapters, openAdapter } from '#test/builders/card-gateway-adapters.ts'

describe.each(adapters)('the card gateway port when the world misbehaves, $name', (adapter) => {
  let world: AdapterWorld
  beforeEach(async () => {
    world = await openAdapter(adapter)
  })
  afterEach(() => world.close())

  test('OPEN-65: a card that ends in 0127 is charged, the answer never comes, and asking by reference finds the money', async () => {
    const order = world.orderOf(await world.token('0127'))
    expect(await world.gateway.authorize(order)).toEqual({ state: 'unknown', why: 'timeout' })
    const found = await world.gateway.findByReference(order)
    const [booked] = await world.books(order.reference)
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
    const order = world.orderOf(await world.token('0135'))
    expect(await world.gateway.authorize(order)).toEqual({ state: 'unknown', why: 'serverFault' })
    expect(await world.gateway.void({ reference: order.reference })).toMatchObject({ state: 'accepted' })
    expect(await world.books(order.reference)).toEqual([])
  })

  test('OPEN-65: a card that ends in 0143 asks for a 3-D Secure page, and is charged only when the shopper has passed it', async () => {
    const order = world.orderOf(await world.token('0143'))
    const result = await world.gateway.authorize(order)
    if (result.state !== 'challenge') throw new Error(result.state)
    expect(await (await fetch(result.url)).text()).toContain('1299.00 USD')
    expect(await world.books(order.reference)).toMatchObject([{ state: 'challenge' }])
    const redirectResult = await answerChallenge(result.url, 'confirm')
    expect(await world.books(order.reference)).toMatchObject([{ state: 'challenge' }])
    const completed = await world.gateway.completeChallenge({ ...order, redirectResult })
    expect(completed).toMatchObject({ state: 'authorized' })
    expect(await world.gateway.completeChallenge({ ...order, redirectResult })).toEqual(completed)
    expect(await world.books(order.reference)).toMatchObject([{ state: 'authorized' }])
  })

  test('OPEN-65: a 3-D Secure page that the shopper refuses, or an invented result, charges nothing', async () => {
    const order = world.orderOf(await world.token('0143'))
    const result = await world.gateway.authorize(order)
    if (result.state !== 'challenge') throw new Error(result.state)
    expect(await world.gateway.completeChallenge({ ...order, redirectResult: 'X.passed_Y' })).toMatchObject({
      state: 'refused',
    })
    const redirectResult = await answerChallenge(result.url, 'refuse')
    expect(await world.gateway.completeChallenge({ ...order, redirectResult })).toEqual({
      state: 'refused',
      reason: 'challengeFailed',
    })
    expect(await world.books(order.reference)).toMatchObject([{ state: 'refused' }])
  })

  test('OPEN-65: the result of one 3-D Secure page completes no other payment, nor one of another amount; its own it still does', async () => {
    const [one, other] = [world.orderOf(await world.token('0143')), world.orderOf(await world.token('0143'))]
    const [expected] = [await world.gateway.authorize(one), await world.gateway.authorize(other)]
    if (expected.state !== 'challenge') throw new Error(expected.state)
    const redirectResult = await answerChallenge(expected.url, 'confirm')
    const refused = { state: 'refused', reason: 'otherPayment' }
    expect(await world.gateway.completeChallenge({ ...other, redirectResult })).toEqual(refused)
    expect(await world.books(other.reference)).toMatchObject([{ state: 'challenge' }])
    expect(await world.gateway.completeChallenge({ ...one, amountCents: 129_901, redirectResult })).toEqual(refused)
    expect(await world.gateway.completeChallenge({ ...one, currency: 'CAD', redirectResult })).toEqual(refused)
    expect(await world.gateway.completeChallenge({ ...one, redirectResult })).toMatchObject({ state: 'authorized' })
  })

  async function answerChallenge(url: string, answer: string): Promise<string> {
    const back = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer }) })
    expect(back.status).toBe(303)
    const location = new URL(back.headers.get('location') ?? '')
    expect(location.origin + location.pathname).toBe('http://cb.localhost:3000/checkout/review')
    return location.searchParams.get('redirectResult') ?? ''
  }

  test('SCENE-04: a void by reference that comes first shuts the door: the authorize on its way is refused', async () => {
    const order = world.orderOf(await world.token('1111'))
    await world.drill({ fault: 'slow', delayMs: 150 })
    const late = world.gateway.authorize(order)
    await expect
      .poll(async () => ((await (await fetch(`${world.origin}/fire-drill`)).json()) as { faults: object[] }).faults)
      .toEqual([])
    expect(await world.gateway.void({ reference: order.reference })).toMatchObject({ state: 'accepted' })
    expect(await late).toEqual({ state: 'refused', reason: 'voided' })
    expect(await world.books(order.reference)).toEqual([])
  })

  test('SCENE-04: a connection cut after the charge is unknown, and asking finds the charge', async () => {
    const order = world.orderOf(await world.token('1111'))
    await world.drill({ fault: 'cut' })
    expect(await world.gateway.authorize(order)).toEqual({ state: 'unknown', why: 'connectionCut' })
    expect(await world.gateway.findByReference(order)).toMatchObject({
      state: 'found',
      payment: { state: 'authorized' },
    })
    expect(await world.books(order.reference)).toHaveLength(1)
  })

  test('OPEN-65: a gateway that does not listen is certainly not sent to; five failures open the breaker, a probe closes it', async () => {
    const order = world.orderOf(await world.token('1111'))
    const port = Number(new URL(world.origin).port)
    await world.drill({ fault: 'refuseConnection', delayMs: 60_000 })
    for (let failure = 0; failure < 5; failure += 1) {
      expect(world.gateway.isOpen()).toBe(false)
      expect(await world.gateway.authorize(order)).toEqual({ state: 'notSent', why: 'noConnection' })
    }
    expect(world.gateway.isOpen()).toBe(true)
    expect(await world.gateway.authorize(order)).toEqual({ state: 'notSent', why: 'breakerOpen' })
    world.sandbox.app.server.listen(port, '127.0.0.1')
    world.setClock(5_000)
    expect(world.gateway.isOpen()).toBe(false)
    expect(await world.gateway.authorize(order)).toMatchObject({ state: 'authorized' })
    expect(world.gateway.isOpen()).toBe(false)
  })

  test('OPEN-65: a wrong key is turned away: not sent, nothing held', async () => {
    const stranger = adapter.create(world.origin, 'another-key', () => 0)
    const order = world.orderOf(await world.token('1111'))
    expect(await stranger.authorize(order)).toEqual({ state: 'notSent', why: 'turnedAway' })
    stranger.close()
    expect(await world.books(order.reference)).toEqual([])
  })
})
