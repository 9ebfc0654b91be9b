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
  blocked: 'https://evil.example',
  page: '/checkout/paymentandbilling',
}

describe('checklist 2: reports of the content security policy', () => {
  test('checklist 2: every page names where they go, by both ways', async () => {
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
    expect(violations()[0].blocked).toHaveLength(120)
    expect(violations()[0].directive).toHaveLength(60)
  })

  test('after thirty an hour an address is no longer heard', async () => {
    const statuses: number[] = []
    for (let nth = 0; nth < 32; nth += 1) statuses.push((await post(JSON.stringify([report()]))).statusCode)
    expect(statuses.slice(29)).toEqual([204, 429, 429])
    expect(violations()).toHaveLength(30)
  })
})
