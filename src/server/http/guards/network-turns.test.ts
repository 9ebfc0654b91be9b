import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { createNetworkTurns, NetworkBusy } from './network-turns.ts'

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve))

describe('SAFE-43: what one network has at work', () => {
  test('is bounded, waits in its order, and lets every other network in at once', async () => {
    const turns = createNetworkTurns({ maxConcurrent: 2, maxWaiting: 3 })
    const began: string[] = []
    const ends: (() => void)[] = []
    const work = (network: string, nth: number) =>
      turns(network, async () => {
        began.push(`${network}${nth}`)
        await new Promise<void>((resolve) => ends.push(resolve))
        return nth
      })
    const mine = Promise.allSettled([0, 1, 2, 3, 4, 5].map((nth) => work('a', nth)))
    const other = work('b', 0)
    expect(began).toEqual(['a0', 'a1', 'b0'])
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await turnOfLoop()
    }
    expect(await other).toBe(0)
    expect(began).toEqual(['a0', 'a1', 'b0', 'a2', 'a3', 'a4'])
    const ended = await mine
    expect(ended.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected'])
    expect(ended[5]).toMatchObject({ reason: expect.any(NetworkBusy) })
    // all is as at the beginning
    const again = work('a', 9)
    expect(began.at(-1)).toBe('a9')
    ends.pop()?.()
    await again
  })
})

describe('SAFE-43, SAFE-20: in the shop', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ config: { requestsPerSecond: 300, trustedProxies: ['127.0.0.1'] } })
  })
  afterAll(() => world.close())

  const host = () => new URL(world.config.origins.cb).host
  const from = (network: string) => ({ host: host(), 'x-forwarded-for': network })

  test('600 calls of one network at once: as many as may wait are answered, the others told to come again; another network is served', async () => {
    const visitor = world.shopper()
    await visitor.get('/session')
    const cookie = [...visitor.cookies].map((each) => each.join('=')).join('; ')
    const ask = (network: string) =>
      world.shop.app.http.inject({ url: '/ReactCart/GetCartJsx', headers: { ...from(network), cookie } })
    const flood = Array.from({ length: 600 }, () => ask('203.0.113.7'))
    expect((await ask('203.0.113.8')).statusCode).toBe(200)
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(304)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length + refused.length).toBe(600)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toBe('1')
    expect(refused[0]?.json()).toMatchObject({ isSuccess: false })
    expect((await ask('203.0.113.7')).statusCode).toBe(200)
  })

  test('of what changes something a network may send a tenth', async () => {
    const send = (network: string) =>
      world.shop.app.http.inject({ method: 'POST', url: '/ReactCart/UpdateItem', headers: from(network), payload: {} })
    const answers = await Promise.all(Array.from({ length: 250 }, () => send('203.0.113.17')))
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(25)
    expect(answers.filter(({ statusCode }) => statusCode !== 429).length).toBeGreaterThanOrEqual(120)
    expect((await send('203.0.113.18')).statusCode).not.toBe(429)
    const look = await world.shop.app.http.inject({ url: '/ReactCart/GetCartJsx', headers: from('203.0.113.17') })
    expect(look.statusCode).toBe(200)
  })
})
