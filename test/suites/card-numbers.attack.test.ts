import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldKindsIn } from '#contracts/field-kinds.ts'
import { allCalls, type CallTable } from '#contracts/table.ts'
import { holdsCardNumber } from '#domain/payment/card-numbers-in-text.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { tableNames } from '#test/contents.ts'
import { createWorld, type World } from '#test/world.ts'

const card = '4012888888881881'
const groups = ['4012', '8888', '8888', '1881']
const wide = [...card].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
const spellings = [
  card,
  ...[' ', '\u00A0', '\u2009', '\u200B', '-', '\u2013', '.', '/', '_', '\n', '\r\n'].map((each) => groups.join(each)),
  [...card].join(' '),
  wide,
  [...card].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join(''),
  `Thanks! ${groups.join('\u00A0')} 12/28`,
  Buffer.from(card).toString('base64'),
  Buffer.from(groups.join(' ')).toString('base64'),
  Buffer.from(wide).toString('base64'),
]

let world: World
let guest: TestShopper
let member: TestShopper
const lines: string[] = []
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
  guest = world.shopper()
  await guest.get('/session')
  await guest.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 1 }] })
  ;({ shopper: member } = await newMember(world))
  await member.get('/account')
})
afterAll(() => world.close())
// all visitors of a test have one address
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

/** Every row of every table as text. */
async function dump(): Promise<string[]> {
  const names = await tableNames(world.database)
  const all = names.map((name) =>
    statement<{ row: string }>(`test.dump-${name}`, `select t::text as row from ${name} t`),
  )
  const rows = await Promise.all(all.map((each) => world.database.rows(each)))
  return rows.flat().map(({ row }) => row)
}

const base64 = spellings.filter((text) => /^[A-Za-z0-9+/=]{20,}$/.test(text))
const forbidden = [card, '8888 1881', '8888-1881', wide, ...spellings]

async function expectNowhere(): Promise<void> {
  const stored = await dump()
  expect(stored.length).toBeGreaterThan(100)
  expect(base64).toHaveLength(3)
  for (const text of forbidden) {
    expect(stored.filter((row) => row.includes(text))).toEqual([])
    expect(lines.filter((line) => line.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
  }
}

/** Each field of an input that takes any text, as a body of only this field. */
function textFields(schema: z.core.$ZodType): ((text: string) => unknown)[] {
  if (schema instanceof z.ZodString) return [(text) => text]
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      textFields(inner).map((bodyOf) => (text: string) => ({ [name]: bodyOf(text) })),
    )
  }
  if (schema instanceof z.ZodArray) return textFields(schema.element).map((bodyOf) => (text: string) => [bodyOf(text)])
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(textFields)
  if (schema instanceof z.ZodPipe) return textFields(schema.in)
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return textFields(schema.unwrap())
  }
  return []
}

function leafOf(body: unknown): string {
  let name = ''
  for (let place = body; typeof place === 'object' && place !== null; ) {
    const [first] = Object.keys(place)
    if (!Array.isArray(place)) name = first ?? ''
    place = Object.values(place)[0]
  }
  return name
}

describe('SAFE-30: a card number in any spelling is refused at its field, and stored nowhere', () => {
  // what a page logs is kept, masked
  const calls = allCalls().filter(({ call }) => call.route.path !== '/Checkout/Log')
  const rows = calls.flatMap(({ topic, name, call }) => {
    const bodies = textFields(call.input)
    return bodies.length === 0 ? [] : [{ topic, name, call, bodies }]
  })

  test('there are free-text fields to try', () => {
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.flatMap(({ bodies }) => bodies).length).toBeGreaterThan(100)
  })

  test.each(rows.map((row) => [row.call.route.path, row] as const))(
    '%s',
    async (_path, { topic, name, call, bodies }) => {
      const places = fieldKindsIn(call.input)
      for (const bodyOf of bodies) {
        const field = leafOf(bodyOf('x'))
        if (places[field] === 'secret' || call.rules.cardNumberFields.includes(field)) continue
        for (const text of spellings) {
          const answer = await guest.rawCall(topic as keyof CallTable, name, bodyOf(text))
          expect([field, text, answer.statusCode]).toEqual([field, text, 400])
          const isGet = call.route.method === 'GET'
          expect(answer.json()).toEqual({
            isSuccess: false,
            errorMessage: 'Card numbers are not accepted here.',
            field: isGet ? expect.any(String) : field,
          })
        }
      }
    },
  )

  test('in the name of a field, at any depth', async () => {
    for (const text of spellings) {
      for (const body of [{ [text]: 1 }, { a: [{ [text]: 'x' }] }]) {
        expect((await guest.rawCall('cart', 'applyPromoCode', body)).statusCode).toBe(400)
      }
    }
  })

  test('as a number', async () => {
    for (const number of [4012888888881881, -4012888888881881, 4222222222222]) {
      expect((await guest.rawCall('cart', 'updateItem', { lineItemId: 'x', quantity: number })).statusCode).toBe(400)
    }
  })

  test('in a path and in a query: a page says so, and shows nothing of it', async () => {
    for (const text of spellings) {
      const word = encodeURIComponent(text)
      for (const path of [
        `/${word}`,
        `/product/${word}`,
        `/search?q=${word}`,
        `/?utm=${word}`,
        `/account/login?${word}=1`,
      ]) {
        const answer = await guest.get(path)
        expect([path, answer.statusCode]).toEqual([path, 400])
        expect(answer.body).toContain('Please leave card numbers out')
        expect(holdsCardNumber(answer.body.replace(/<[^>]*>/g, ' '))).toBe(false)
        expect(answer.body).not.toContain(word)
        const json = await guest.get(path, { accept: 'application/json' })
        expect([path, json.statusCode, json.body.includes(word)]).toEqual([path, 400, false])
      }
    }
  })

  test('a UUID where no id belongs is looked at like any text, and let through where one belongs', async () => {
    const id = '40128888-8888-1881-8bcd-ef0123456789'
    expect((await guest.rawCall('cart', 'applyPromoCode', { promoCode: id })).statusCode).toBe(400)
    expect((await guest.get(`/search?q=${id}`)).statusCode).toBe(400)
    expect((await guest.rawCall('cart', 'removeItem', { lineItemId: id })).statusCode).toBe(200)
    expect((await guest.get(`/gift-registry/registry/${id}`)).statusCode).toBe(404)
  })

  test('what a page logs is kept without it', async () => {
    for (const text of spellings) {
      await guest.rawCall('platform', 'log', { message: `at ${text} it failed`, level: 'info' })
    }
    const stored = await world.database.rows(
      statement<{ message: string }>('test.kept', 'select message from client_log'),
    )
    expect(stored.length).toBe(spellings.length)
    for (const { message } of stored) expect(holdsCardNumber(message)).toBe(false)
  })

  test('of all of this the database and the log hold nothing', async () => {
    await expectNowhere()
  })
})

describe('SAFE-30 SAFE-33: a native form with a card number comes back with its message', () => {
  const forms = () =>
    [...world.shop.app.http.printRoutes({ commonPrefix: false }).matchAll(/(\/[\w/-]+) \([^)]*POST[^)]*\)/g)].map(
      ([, path = '']) => path,
    )

  test('each form, each of its fields', async () => {
    const shown: readonly (readonly [path: string, from: string, fields: readonly string[]])[] = [
      ['/account/create-account', '/account/create-account', ['firstName', 'lastName', 'email']],
      ['/account/login', '/account/login', ['email']],
      ['/account/find-order', '/account/find-order', ['orderNumber', 'email']],
      ['/account/profile', '/account', ['firstName', 'lastName']],
      [
        '/gift-registry/create',
        '/gift-registry/create',
        ['firstName', 'lastName', 'partnerName', 'address1', 'address2', 'city', 'postalCode', 'phone'],
      ],
    ]
    for (const [path, from, fields] of shown) {
      const visitor = path === '/account/profile' || path.startsWith('/gift-registry') ? member : guest
      await visitor.page(from)
      for (const field of fields) {
        for (const text of spellings) {
          const typed = Object.fromEntries(fields.map((name) => [name, name === field ? text : `my ${name}`]))
          const headers = { referer: `http://cb.localhost:3000${from}?returnUrl=%2Ffavorites` }
          const answer = await visitor.submit(path, { ...typed, password: 'a secret of mine' }, headers)
          expect([path, answer.statusCode, answer.headers.location]).toEqual([
            path,
            303,
            `${from}?returnUrl=%2Ffavorites`,
          ])
          const { frame } = await visitor.page(String(answer.headers.location))
          const others = Object.fromEntries(fields.filter((name) => name !== field).map((name) => [name, `my ${name}`]))
          expect([frame.notice, frame.noticeField, frame.typed]).toEqual([
            'Card numbers are not accepted here.',
            field,
            others,
          ])
        }
      }
    }
    expect(forms().length).toBeGreaterThan(0)
    await expectNowhere()
  })
})

describe('SAFE-32: a password or an e-mail address is never taken for a card number, and never logged', () => {
  const password = '4539578763621486'
  const email = 'mary.4539578763621486@example.com'

  test('an account is made, signed in to by both ways, with both', async () => {
    const visitor = world.shopper()
    await visitor.get('/account/create-account')
    const names = { firstName: 'Mary', lastName: 'Bell' }
    const made = await visitor.submit('/account/create-account', { ...names, email, password })
    expect(made.headers.location).toBe('/account/check-mail')
    const called = await visitor.rawCall('account', 'authenticate', { username: email, password })
    expect(called.statusCode).toBe(200)
    await visitor.get('/account/login')
    const signed = await visitor.submit('/account/login', { email, password })
    expect(signed.statusCode).toBe(303)
    const asked = await visitor.rawCall('account', 'requestPasswordReset', { accountEmail: email, token: 'none' })
    expect(asked.statusCode).toBe(200)
  })

  test('an address with such a mail is saved', async () => {
    const answer = await guest.rawCall('checkout', 'validateAddress', {
      ...{ firstName: 'Ann', lastName: 'Bell', address1: '1 Main Street', city: 'Naperville', state: 'IL' },
      ...{ postalCode: '60563', country: 'US', phone: '3125550100', email },
    })
    expect(answer.statusCode).toBe(200)
  })

  test('a wallet tells of such a payer, as an object and as text', async () => {
    const data = { nonce: 'n', email }
    for (const given of [data, JSON.stringify(data)]) {
      const answer = await guest.rawCall('wallet', 'setPayPalPayload', { data: given })
      expect(answer.statusCode).toBe(200)
    }
  })

  test('the log holds neither', () => {
    expect(lines.length).toBeGreaterThan(10)
    for (const line of lines) expect(line).not.toMatch(/4539578763621486|mary|example\.com/i)
  })
})
