import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(() => world.close())
beforeEach(async () => {
  lines.length = 0
  await world.database.count(statement('test.forget', 'delete from throttle'))
})

const post = (payload: string, type = 'application/reports+json') =>
  world.shop.app.http.inject({
    method: 'POST',
    url: '/csp-report',
    headers: { host: 'cb.localhost:3000', 'content-type': type },
    payload,
  })
const report = (patch: object = {}) => ({
  type: 'csp-violation',
  body: {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/skimmer.js?card=4111',
    documentURL: 'http://cb.localhost:3000/checkout/paymentandbilling?email=ada@example.com',
    ...patch,
  },
})
const violations = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'csp-violation')
const told = {
  directive: 'script-src-elem',
  blocked: 'https://evil.example/skimmer.js',
  page: 'http://cb.localhost:3000/checkout/paymentandbilling',
}

describe('SEC-02: reports of the content security policy', () => {
  test('SEC-02: every page names where they go, by both ways', async () => {
    const { headers } = await world.shopper().get('/')
    expect(headers['content-security-policy']).toContain('report-to csp; report-uri /csp-report')
    expect(headers['reporting-endpoints']).toBe('csp="/csp-report"')
  })

  test('both kinds become a line of the log, without any query', async () => {
    expect((await post(JSON.stringify([report()]))).statusCode).toBe(204)
    const { effectiveDirective, blockedURL, documentURL } = report().body
    const old = { 'effective-directive': effectiveDirective, 'blocked-uri': blockedURL, 'document-uri': documentURL }
    expect((await post(JSON.stringify({ 'csp-report': old }), 'application/csp-report')).statusCode).toBe(204)
    expect(violations()).toMatchObject([told, told])
    expect(lines.join('')).not.toMatch(/4111|ada@example/)
  })

  test.each([
    ['no JSON', '{', 204],
    ['another shape', '{"a":[1]}', 204],
    ['a list of other reports', '[{"type":"deprecation","body":{}},null,7]', 204],
    ['9 kB', JSON.stringify([report({ blockedURL: 'x'.repeat(9_000) })]), 413],
  ])('%s becomes no line', async (_name, payload, status) => {
    expect((await post(payload)).statusCode).toBe(status)
    expect(violations()).toEqual([])
  })

  test('other content types are refused before they are read', async () => {
    expect((await post(JSON.stringify([report()]), 'text/plain')).statusCode).toBe(415)
  })

  test('long and odd values are cut, and of many reports in one body five count', async () => {
    const odd = report({ blockedURL: `inline${'y'.repeat(200)}`, effectiveDirective: 'z'.repeat(100) })
    await post(JSON.stringify(Array.from({ length: 12 }, () => odd)))
    expect(violations()).toHaveLength(5)
    expect(violations()[0].directive).toHaveLength(60)
  })

  test('SAFE-34: after ten in a minute an address is no longer heard', async () => {
    const statuses: number[] = []
    for (let nth = 0; nth < 12; nth += 1) statuses.push((await post(JSON.stringify([report()]))).statusCode)
    expect(statuses.slice(9)).toEqual([204, 429, 429])
    expect(violations()).toHaveLength(10)
  })

  const fields = ['effectiveDirective', 'blockedURL', 'documentURL'] as const
  const secrets: readonly (readonly [name: string, text: string, gone: RegExp])[] = [
    ['a card number', '4012888888881881', /401288/],
    ['a card number in groups', '4012 8888 8888 1881', /4012 8888/],
    ['a card number, escaped', '4012%208888%208888%201881', /4012(%20| )?8888/],
    ['a card number in base64', 'NDAxMjg4ODg4ODg4MTg4MQ==', /NDAx/],
    ['an e-mail address', 'mary.1795341213811@example.com', /mary|1795341213811|@example/],
    ['a turn of direction', 'a\u202Egro.live', /\u202E/],
    ['a turn of direction, escaped', 'a%E2%80%AEgro.live', /\u202E/],
    ['a line end', 'a\r\n{"level":"fatal"}', /[\r\n]\{/],
    ['a query', '?card=4012888888881881&email=ada@example.com', /card=|ada@/],
  ]
  const both = fields.flatMap((field) => secrets.map((secret) => [field, ...secret] as const))

  test.each(both)('SAFE-34: in %s %s is not logged as it came', async (field, _name, text, gone) => {
    for (const value of [text, `https://evil.example/${text}`]) await post(JSON.stringify([report({ [field]: value })]))
    expect(violations()).toHaveLength(2)
    for (const violation of violations()) {
      expect(JSON.stringify(violation)).not.toMatch(gone)
      for (const said of Object.values(violation)) expect(String(said)).not.toMatch(gone)
    }
  })

  test('SAFE-34: a report is cut to 2 kB, whatever signs it is made of', async () => {
    const long = 'https://evil.example/\u{1F381}\u202E'.padEnd(3_990, '\u202E')
    const body = JSON.stringify([report({ blockedURL: long.slice(0, 1_200), documentURL: long.slice(0, 1_200) })])
    expect((await post(body)).statusCode).toBe(204)
    const { directive, blocked, page } = violations()[0]
    expect(Buffer.byteLength(blocked)).toBe(900)
    expect(Buffer.byteLength(`${directive}${blocked}${page}`)).toBeLessThanOrEqual(2_048)
  })
})
