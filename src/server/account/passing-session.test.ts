import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { passingSessions } from '#server/account/passing-session.ts'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'

const now = new Date('2026-03-02T15:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000)
const own = passingSessions('a secret of this installation, long enough')

describe('OPEN-05: the cookie of a guest who passes by', () => {
  test('it says the same to every process of the installation, and another to each guest', () => {
    const token = own.open(variants['cb2-ca'], true, now)
    const read = own.read(token, now)
    expect(read).toMatchObject({ variant: variants['cb2-ca'], isApp: true })
    expect(read?.shopperId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(passingSessions('a secret of this installation, long enough').read(token, later(1))).toEqual(read)
    expect(own.read(own.open(variants.cb, false, now), now)?.shopperId).not.toBe(read?.shopperId)
  })

  test('OPEN-05: it ends after 30 days', () => {
    const token = own.open(variants.cb, false, now)
    expect(own.read(token, later(29.9))).not.toBeNull()
    expect(own.read(token, later(30.1))).toBeNull()
  })

  test('checklist 13: one that was not made here, or was changed, is no session', () => {
    const token = own.open(variants.cb, false, now)
    const [random = '', seconds = '', , , signature = ''] = token.split('.')
    const changed = [
      passingSessions('the secret of another installation').open(variants.cb, false, now),
      `${random}.${seconds}.cb2.0.${signature}`,
      `${random}.${seconds}.cb.1.${signature}`,
      `${random}.${(Number.parseInt(seconds, 36) + 9).toString(36)}.cb.0.${signature}`,
      `${'A'.repeat(43)}.${seconds}.cb.0.${signature}`,
      `${token}x`,
      `${token}=`,
      token.slice(0, -1),
      own.open(variants.cb, false, later(1)),
      '....',
      '',
    ]
    for (const one of changed) expect([one, own.read(one, now)]).toEqual([one, null])
  })
})

describe('CALL-92: nothing is written for who only passes by', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  const rows = statement<{ n: number }>(
    'test.rows',
    'select ((select count(*) from session) + (select count(*) from shopper) + (select count(*) from cart))::int as n',
  )
  const countRows = async () => (await world.database.row(rows))?.n

  test('pages, the token and reads leave no row; the first change leaves those of one guest', async () => {
    const before = await countRows()
    const shopper = world.shopper()
    for (const path of ['/session', '/checkout/cart', '/account/login', '/', '/session']) await shopper.get(path)
    await shopper.call('cart', 'getCartJsx', {})
    await shopper.call('cart', 'getHeaderCounts', {})
    expect(await countRows()).toBe(before)
    const cookie = shopper.cookies.get('sid')
    await Promise.all(
      [sku.mug, sku.lastVase].map((Sku) => shopper.call('cart', 'addItems', { items: [{ Sku, Quantity: 1 }] })),
    )
    expect(await countRows()).toBe((before ?? 0) + 3)
    expect(shopper.cookies.get('sid')).toBe(cookie)
    expect((await shopper.call('cart', 'getHeaderCounts', {})).basketCount).toBe(2)
  })

  test('P16: a call without the right token leaves no row either', async () => {
    const before = await countRows()
    const shopper = world.shopper()
    await shopper.get('/session')
    const answer = await shopper.rawPost('/ReactCart/AddItems', { items: [] }, { requestverificationtoken: 'wrong' })
    expect(answer.json()).toEqual({ IsReset: true })
    await shopper.submit('/account/login', { email: 'a@example.com', password: 'x', __RequestVerificationToken: '' })
    expect(await countRows()).toBe(before)
  })

  test('checklist 14: once ended it stays ended, though nothing was ever written for it', async () => {
    const { session, token } = world.shop.sessions.openGuest(variants.cb, false)
    expect(await world.shop.sessions.find(token)).toMatchObject({ shopperId: session.shopperId, isKept: false })
    await world.shop.sessions.close(world.database, session)
    expect(await world.shop.sessions.find(token)).toBeNull()
    await world.shop.sessions.keep(session)
    expect(await world.shop.sessions.find(token)).toBeNull()
  })
})
