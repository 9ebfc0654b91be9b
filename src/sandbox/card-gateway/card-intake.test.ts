import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatewayStart, openTestGateway, type TestGateway, testGatewaySettings } from '#test/builders/card-gateway.ts'

const { apiKey, storeOrigin } = testGatewaySettings
const card = { number: '4111 1111 1111 1111', cvv: '123', expMonth: 12, expYear: 2030 }

describe('OPEN-64: a card goes from the browser to the gateway', () => {
  let world: TestGateway
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-'))
    world = await openTestGateway({ storePath: join(folder, 'books.sqlite') })
  })
  afterEach(async () => {
    await world.sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Session = {
    readonly tnsSession: string
    readonly gatewayUrl: string
    readonly clientKey: string
    readonly frameUrl: string
  }

  async function openSession(body: object = {}): Promise<Session> {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const answer = await fetch(`${world.origin}/sessions`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as Session
  }

  function send(url: string, body: unknown, origin = storeOrigin): Promise<Response> {
    const headers = { 'content-type': 'application/json', origin }
    return fetch(url, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  }

  test('a store page gets a token, the brand and the last four digits for a number, and nothing else', async () => {
    const { gatewayUrl } = await openSession()
    const answer = await send(gatewayUrl, card)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-allow-origin')).toBe(storeOrigin)
    expect(await answer.json()).toEqual({
      cardToken: expect.stringMatching(/^tok_[A-Z2-9]{32}$/),
      brand: 'Visa',
      lastFour: '1111',
    })
  })

  test('PAY-53: the books hold neither the number nor the code, in no file', async () => {
    const { gatewayUrl } = await openSession()
    expect((await send(gatewayUrl, { ...card, number: '5105105105105100', cvv: '738' })).status).toBe(201)
    expect((await send(gatewayUrl, { ...card, number: '5105105105105101', cvv: '739' })).status).toBe(422)
    await world.sandbox.close()
    const stored = readFileSync(join(folder, 'books.sqlite'), 'latin1')
    expect(stored).toContain('MasterCard')
    expect(stored).not.toMatch(/510510510510510\d/)
  })

  test('the same card twice gives two tokens', async () => {
    const { gatewayUrl } = await openSession()
    const [one, two] = await Promise.all([send(gatewayUrl, card), send(gatewayUrl, card)])
    expect(await one?.json()).not.toEqual(await two?.json())
  })

  const none = { hasNumberError: false, hasExpDateError: false, hasCvvError: false }
  test.each([
    [{ number: '4111111111111112' }, { ...none, hasNumberError: true }],
    [{ number: '' }, { ...none, hasNumberError: true }],
    [{ expMonth: 13 }, { ...none, hasExpDateError: true }],
    [
      { expMonth: 0, expYear: 0 },
      { ...none, hasExpDateError: true },
    ],
    [
      { expMonth: 4, expYear: 2026 },
      { ...none, hasExpDateError: true },
    ],
    [{ cvv: '12' }, { ...none, hasCvvError: true }],
    [{ cvv: '1234' }, { ...none, hasCvvError: true }],
    [
      { number: '1', expYear: 1999, cvv: 'abc' },
      { hasNumberError: true, hasExpDateError: true, hasCvvError: true },
    ],
    [{ expMonth: 'May' }, { hasNumberError: true, hasExpDateError: true, hasCvvError: true }],
    [{ extra: true }, { hasNumberError: true, hasExpDateError: true, hasCvvError: true }],
  ])('a card with %o is refused by the names of its errors', async (change, errors) => {
    const { gatewayUrl } = await openSession()
    const answer = await send(gatewayUrl, { ...card, ...change })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ errors })
  })

  test('a card is good to the last day of its month', async () => {
    const { gatewayUrl } = await openSession()
    expect((await send(gatewayUrl, { ...card, expMonth: 5, expYear: 2026 })).status).toBe(201)
  })

  test('PAY-25: a store card needs neither expiry nor code', async () => {
    const { gatewayUrl } = await openSession()
    const answer = await send(gatewayUrl, { number: '6045880000000000', cvv: '', expMonth: 0, expYear: 0 })
    expect(await answer.json()).toMatchObject({ brand: 'PLCCSynchrony', lastFour: '0000' })
  })

  test('OPEN-61: 44136421 is Imprint in a session with cbhcc on, and Visa in one with it off', async () => {
    const number = '4413642100000000'
    const brands = await Promise.all(
      [true, false].map(async (isCbhccEnabled) => {
        const { gatewayUrl } = await openSession({ isCbhccEnabled })
        const answer = await send(gatewayUrl, { ...card, number: withCheckDigit(number) })
        return ((await answer.json()) as { brand: string }).brand
      }),
    )
    expect(brands).toEqual(['Imprint', 'Visa'])
  })

  test('a page of another origin is refused and told nothing, before and with the card', async () => {
    const { gatewayUrl } = await openSession()
    const evil = 'http://evil.example'
    const preflight = await fetch(gatewayUrl, {
      method: 'OPTIONS',
      headers: { origin: evil, 'access-control-request-method': 'POST' },
    })
    const answer = await send(gatewayUrl, card, evil)
    expect([preflight.status, answer.status]).toEqual([403, 403])
    expect([preflight, answer].map((each) => each.headers.get('access-control-allow-origin'))).toEqual([null, null])
  })

  test('a store page is let through its preflight, for a POST of JSON only', async () => {
    const { gatewayUrl } = await openSession()
    const answer = await fetch(gatewayUrl, { method: 'OPTIONS', headers: { origin: storeOrigin } })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST')
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
    expect(answer.headers.get('access-control-allow-credentials')).toBe(null)
  })

  test('a session that was never opened, or is over an hour old, is a session error', async () => {
    const { gatewayUrl } = await openSession()
    world.setTime(gatewayStart + 60 * 60 * 1000 + 1)
    for (const url of [gatewayUrl, `${world.origin}/sessions/ses_INVENTED/cards`]) {
      const answer = await send(url, card)
      expect(answer.status).toBe(410)
      expect(await answer.json()).toEqual({ errors: { hasSessionError: true } })
    }
  })

  test('a body that is not JSON is refused without repeating it', async () => {
    const { gatewayUrl } = await openSession()
    const answer = await send(gatewayUrl, '{"number": 4111111111111111')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toBe('{"error":"badRequest"}')
  })

  test('nobody without the key opens a session or asks what a token stands for', async () => {
    for (const path of ['/sessions', '/tokens/describe', '/v71/payments', '/v72/cancels']) {
      const answer = await send(`${world.origin}${path}`, { token: 'tok_X' }, world.origin)
      expect(answer.status).toBe(401)
    }
  })

  test('the framed fields run one script of their own, in frames of the stores only, and post to the gateway alone', async () => {
    const { frameUrl } = await openSession()
    const answer = await fetch(`${frameUrl}?parent=${encodeURIComponent(storeOrigin)}`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      `frame-ancestors ${storeOrigin}`,
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    const html = await answer.text()
    expect(html).toContain(`data-parent-origin="${storeOrigin}"`)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/ on\w+=|style=/)
    const script = await fetch(`${world.origin}/frame/frame.js`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await script.text()).not.toContain("'*'")
  })

  test('the framed fields are not served for another parent, nor for a session that is not', async () => {
    const { frameUrl } = await openSession()
    const statuses = await Promise.all(
      [
        frameUrl,
        `${frameUrl}?parent=http://evil.example`,
        `${frameUrl}?parent=${encodeURIComponent(`${storeOrigin}"><b>`)}`,
        `${world.origin}/frame/key_INVENTED?parent=${encodeURIComponent(storeOrigin)}`,
      ].map(async (url) => (await fetch(url)).status),
    )
    expect(statuses).toEqual([403, 403, 403, 404])
  })
})

/** The number with its last digit made to pass Luhn. */
function withCheckDigit(number: string): string {
  const sum = Array.from(number.slice(0, -1))
    .reverse()
    .reduce((total, digit, index) => {
      const weighed = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
      return total + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return `${number.slice(0, -1)}${(10 - (sum % 10)) % 10}`
}
