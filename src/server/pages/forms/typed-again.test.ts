import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Fields = { readonly [name: string]: string }
type Row = {
  readonly form: string
  readonly isMember: boolean
  readonly fields: Fields
  /** Where the message stands. */
  readonly at: string
  /** What must not come back. */
  readonly secrets?: Fields
}

const bell = { firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole' }
const away = { address1: '1600 Evergreen Terrace', city: 'Portland', state: 'OR', postalCode: '9720', phone: '' }
const registry = { registryType: 'br', eventDate: '2026-06-12', ...bell }

const rows: readonly Row[] = [
  {
    form: '/account/login',
    isMember: false,
    fields: { email: 'ann@example.com' },
    at: 'password',
    secrets: { password: 'not this' },
  },
  {
    form: '/account/create-account',
    isMember: false,
    fields: { firstName: 'Ann', lastName: 'Bell', email: 'ann@example.com' },
    at: 'password',
    secrets: { password: 'password1' },
  },
  {
    form: '/account/find-order',
    isMember: false,
    fields: { email: 'ann@example', orderNumber: 'AB12-CD34-EF56' },
    at: 'email',
  },
  { form: '/account/profile', isMember: true, fields: { firstName: 'Ann', lastName: '<b>' }, at: 'lastName' },
  {
    form: '/gift-registry/create',
    isMember: true,
    fields: { ...registry, eventDate: '2026-02-30', isPublic: 'true' },
    at: 'eventDate',
  },
  {
    form: '/gift-registry/create',
    isMember: true,
    fields: { ...registry, ...away, isPublic: 'true' },
    at: 'postalCode',
  },
]

const filled = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

async function visitor(isMember: boolean, form: string): Promise<TestShopper> {
  const shopper = isMember ? (await newMember(world)).shopper : world.shopper()
  await shopper.get('/account/login')
  if (isMember) await shopper.get(form === '/account/profile' ? '/account' : form)
  return shopper
}

describe('UX-14 UX-24 SAFE-33: a form that is refused stands there again as it was typed, once, but for passwords', () => {
  test.each(rows)('$form with $fields', async ({ form, isMember, fields, at, secrets }) => {
    const shopper = await visitor(isMember, form)
    const { headers } = await shopper.submit(form, { ...fields, ...secrets })
    const { frame } = await shopper.page(String(headers.location))
    expect([frame.notice === '', frame.noticeField]).toEqual([false, at])
    expect(frame.typed).toEqual(filled(fields))
    const page = await shopper.page(String(headers.location))
    expect(page.frame.typed).toEqual({})
  })

  test.each([
    [
      '/account/create-account',
      { firstName: '', lastName: '<b>', email: 'ann@example', password: 'short' },
      ['firstName', 'lastName', 'email', 'password'],
    ],
    ['/account/find-order', { email: 'ann@example', orderNumber: 'AB12' }, ['orderNumber', 'email']],
    ['/account/login', {}, ['email', 'password']],
    [
      '/customer-service/international-orders',
      { name: '', email: 'ann@example', country: '', message: 'A sofa' },
      ['name', 'email', 'country'],
    ],
  ])('CALM-60: %s with %s tells all that is wrong at once', async (form, fields, wrong) => {
    const shopper = await visitor(false, form)
    const { headers } = await shopper.submit(form, fields)
    const { frame } = await shopper.page(String(headers.location))
    expect([Object.keys(frame.errors), frame.isRefused]).toEqual([wrong, true])
    expect(Object.values(frame.errors).every((text) => text !== '')).toBe(true)
  })

  test('CALM-22: a lock is bad news of the form, and of none of its fields; the address comes back', async () => {
    const shopper = await visitor(false, '/account/login')
    const email = 'ann.locked@example.com'
    const submit = async () => {
      const { headers } = await shopper.submit('/account/login', { email, password: 'not this one' })
      return (await shopper.page(String(headers.location))).frame
    }
    let frame = await submit()
    for (let tries = 1; tries < 30 && frame.noticeField !== ''; tries += 1) frame = await submit()
    expect(frame).toMatchObject({ noticeField: '', errors: {}, isRefused: true, typed: { email } })
    expect(frame.notice).not.toBe('')
  })

  test.each([
    ['a token that ended', { __RequestVerificationToken: 'x'.repeat(64) }, /open for a long time/],
    ['a sign that cannot be read', { note: 'a\u0000b' }, /cannot be read/],
  ])('SAFE-33: a form with %s leads back to its page with its words', async (_what, wrong, said) => {
    const shopper = await visitor(false, '/account/create-account')
    const typed = { firstName: 'Ann', lastName: 'Bell', email: 'ann@example.com' }
    const origin = 'http://cb.localhost:3000'
    const from = { origin, referer: `${origin}/account/create-account?returnUrl=%2Ffavorites` }
    const { headers } = await shopper.submit(
      '/account/create-account',
      { ...typed, password: 'a secret', ...wrong },
      from,
    )
    expect(headers.location).toBe('/account/create-account?returnUrl=%2Ffavorites')
    const { frame } = await shopper.page(String(headers.location))
    expect([frame.notice, frame.noticeField, frame.typed]).toEqual([expect.stringMatching(said), '', typed])
  })

  test('SAFE-33: a form from another site is told nothing and keeps nothing', async () => {
    const shopper = await visitor(false, '/account/create-account')
    const evil = { origin: 'https://evil.example', referer: 'https://evil.example/account/login' }
    for (const fields of [{ firstName: '4111111111111111' }, { firstName: 'Ann', __RequestVerificationToken: '' }]) {
      const { headers } = await shopper.submit('/account/create-account', fields, evil)
      expect([headers.location, headers['set-cookie']]).toEqual(['/checkout/cart', undefined])
    }
  })

  test('a box without a tick stays so where a registry is changed', async () => {
    const { shopper } = await newMember(world)
    await shopper.get('/gift-registry/create')
    const made = await shopper.submit('/gift-registry/create', { ...registry, ...away, postalCode: '97205' })
    const grId = String(made.headers.location).split('/').at(-1) ?? ''
    // a browser sends nothing of a box without a tick
    const changed = { grId, eventDate: '2026-06-12', ...away }
    const { headers } = await shopper.submit('/gift-registry/edit', changed)
    expect(headers.location).toBe(`/gift-registry/edit/${grId}`)
    const { frame } = await shopper.page(`/gift-registry/edit/${grId}`)
    const { phone: _, ...typed } = { ...away, isPublic: 'false' }
    expect(frame.typed).toEqual({ ...typed, eventDate: '2026-06-12' })
  })

  test('what is too long for a cookie is told without the fields', async () => {
    const shopper = await visitor(false, '/account/create-account')
    const fields = { firstName: 'A'.repeat(2_500), lastName: 'Bell', email: 'ann@example.com', password: 'long enough' }
    const { headers } = await shopper.submit('/account/create-account', fields)
    const { frame } = await shopper.page(String(headers.location))
    expect(frame.notice).toBe('Please enter your first name.')
    expect(frame.typed).toEqual({})
  })

  test('after an account is asked for nothing is typed again', async () => {
    const shopper = await visitor(false, '/account/create-account')
    const fields = { firstName: 'Ann', lastName: 'Bell', email: 'ann.typed@example.com', password: 'a long enough one' }
    const { headers } = await shopper.submit('/account/create-account', fields)
    const { frame } = await shopper.page(String(headers.location))
    expect(frame.typed).toEqual({})
  })
})
