import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { statement } from '#server/db/database.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { comeBack, pressButton, signInWith, standInBrowser } from '#test/builders/identity.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const card = '4012888888881881'
const groups = ['4012', '8888', '8888', '1881']
/** Spelled as text; in headers and cookies only what HTTP lets through is sent. */
const spellings = [
  card,
  ...[' ', '-', '.', ',', ';', ':', '|', '+', '*', '#', "'", '~', '=', '×', '•', '\u00A0'].map((by) => groups.join(by)),
  `(${groups.join(')(')})`,
  `<${groups.join('><')}>`,
  groups.join('x'),
  '40.12 88.88 88.88 18.81',
  '401-288-8888 881881',
  encodeURIComponent(groups.join(' ')),
  encodeURIComponent(encodeURIComponent(groups.join(' '))),
  '④⓪①②⑧⑧⑧⑧⑧⑧⑧⑧①⑧⑧①',
  Buffer.from(card).toString('base64'),
]
const inHeaders = spellings.filter((text) => /^[\x20-\x7e]+$/.test(text))

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ identity: ['google', 'apple'], logLine: (line) => lines.push(line) })
  await fetch(`${world.gatewayOrigin}/identity/google/.well-known/openid-configuration`)
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const tables = statement<{ name: string }>(
  'test.tables',
  `select format('%I.%I', schemaname, tablename) as name from pg_tables
   where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
)

/** Every row of every table as text. */
async function dump(): Promise<string[]> {
  const names = (await world.database.rows(tables)).map(({ name }) => name)
  const all = names.map((name) =>
    statement<{ row: string }>(`test.dump-${name}`, `select t::text as row from ${name} t`),
  )
  return (await Promise.all(all.map((each) => world.database.rows(each)))).flat().map(({ row }) => row)
}

const written = (text: string) => JSON.stringify(text).slice(1, -1)

async function expectNowhere(): Promise<void> {
  const rows = await dump()
  expect(rows.length).toBeGreaterThan(50)
  for (const text of spellings) {
    expect(rows.filter((row) => row.includes(text) || row.includes(written(text)))).toEqual([])
    expect(lines.filter((line) => line.includes(text) || line.includes(written(text)))).toEqual([])
  }
}

describe('SAFE-30: a card number that comes by no call is kept nowhere either', () => {
  test('SAFE-30: in headers and in cookies of a page, a call and a form', async () => {
    const shopper = world.shopper()
    await shopper.get('/account/login')
    for (const text of inHeaders) {
      const named = { 'user-agent': text, 'accept-language': text, 'x-forwarded-for': text, 'x-request-id': text }
      const headers = { ...named, referer: `http://cb.localhost:3000/search?q=${encodeURIComponent(text)}` }
      const value = encodeURIComponent(text)
      const cookies = { device: value, webhookEvent: value, 'ship-to-country': value, other: value }
      const cookie = Object.entries(cookies).map((each) => each.join('='))
      await world.shop.app.http.inject({ url: '/', headers: { ...headers, host: 'cb.localhost:3000', cookie } })
      await shopper.rawCall('cart', 'addItems', { items: [{ Sku: 1, Quantity: 1 }] }, { headers, cookies })
      await shopper.rawPost('/checkout/nothing', {}, { ...headers, 'content-type': `text/${text.replace(/\W/g, '')}` })
      await shopper.submit('/account/login', { email: 'ann@example.com', password: 'wrong horse' }, headers)
    }
    await expectNowhere()
  })

  test('SAFE-30: in the address that a sign-in comes back to', async () => {
    for (const text of spellings) {
      const to = encodeURIComponent(`/search?q=${encodeURIComponent(text)}`)
      const answer = await world.shopper().get(`/account/auth/loginwithidp?idp=Google&redirectUrl=${to}`)
      expect([text, answer.statusCode]).toEqual([text, 400])
    }
    await expectNowhere()
  })

  test('SAFE-30, OPEN-96: in each field of what Apple has posted; the rest of the answer counts', async () => {
    for (const [nth, text] of spellings.entries()) {
      const shopper = world.shopper()
      const email = `apple${nth}@example.com`
      const back = await standInBrowser().signInAt(await pressButton(shopper, 'Apple'), { email })
      const user = JSON.stringify({ name: { firstName: text, lastName: 'Bell' }, email })
      const fields = { ...back.fields, user, error_description: text }
      const cookies = [...shopper.cookies]
      shopper.cookies.clear()
      const posted = await shopper.submit(back.url.pathname, fields)
      await expectNowhere()
      for (const [name, value] of cookies) shopper.cookies.set(name, value)
      await shopper.get(String(posted.headers.location))
      expect((await shopper.page('/account')).page).toMatchObject({ name: 'account', email, firstName: '' })
    }
    const shopper = world.shopper()
    const back = await standInBrowser().signInAt(await pressButton(shopper, 'Apple'), { email: 'code@example.com' })
    await comeBack(shopper, { ...back, fields: { ...back.fields, code: card } })
    expect((await shopper.page('/account')).page.name).not.toBe('account')
    await expectNowhere()
  })

  test('SAFE-30, OPEN-96: in the names that a provider tells', async () => {
    for (const [nth, text] of spellings.entries()) {
      const who = { email: `google${nth}@example.com`, firstName: `Ann ${text}`, lastName: text }
      await signInWith(world.shopper(), 'Google', who)
    }
    await expectNowhere()
  })

  test('SAFE-30, SAFE-23: in a signed webhook event, one that is processed and one that cannot be read', async () => {
    for (const [nth, text] of spellings.entries()) {
      const body = JSON.parse(
        signedWebhook(world, 'REPORT_AVAILABLE', { reference: '', amount: 0 }, { psp: `R${nth}` }),
      )
      const item = body.notificationItems[0].NotificationRequestItem
      item.additionalData.cardNumber = text
      item.reason = text
      expect(await receiveWebhook(world.shop.orders, JSON.stringify(body))).toBe(200)
      item.eventDate = undefined
      expect(await receiveWebhook(world.shop.orders, JSON.stringify(body))).toBe(200)
    }
    await allWorkedOff(world)
    const stored = statement<{ n: number }>('test.kept', 'select count(*)::int as n from shop.webhook_event')
    expect((await world.database.row(stored))?.n).toBe(2 * spellings.length)
    await expectNowhere()
  })

  test('SAFE-30, SAFE-34: in a report of the content security policy', async () => {
    for (const text of spellings) {
      await world.database.count(statement('test.forget', 'delete from throttle'))
      await world.shop.app.http.inject({
        method: 'POST',
        url: '/csp-report',
        headers: { host: 'cb.localhost:3000', 'content-type': 'application/csp-report' },
        payload: JSON.stringify({
          'csp-report': {
            'effective-directive': text,
            'blocked-uri': `https://evil.example/${text}`,
            'document-uri': `http://cb.localhost:3000/${encodeURIComponent(text)}`,
          },
        }),
      })
    }
    expect(lines.filter((line) => line.includes('csp-violation')).length).toBe(spellings.length)
    await expectNowhere()
  })

  test('SAFE-30: in a catalogue, whose line is refused by its field', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-cards-'))
    const file = join(folder, 'catalogue.jsonl')
    const category = { type: 'category', brand: 'CB', slug: 'mugs', name: 'Mugs' }
    writeFileSync(
      file,
      spellings.map((text) => JSON.stringify({ ...category, description: `See ${text}.` })).join('\n'),
    )
    const report = await importCatalog(world.database, { file })
    rmSync(folder, { recursive: true })
    expect(report.isTaken).toBe(false)
    expect(report.faults).toEqual(
      spellings.map((_text, nth) => ({ line: nth + 1, field: 'description', message: 'holds a card number' })),
    )
    await expectNowhere()
  })
})
