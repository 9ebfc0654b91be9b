import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { signedGuestSessions } from '#server/account/sessions/signed-guest-session.ts'
import { statement } from '#server/db/database.ts'
import { createProviders, type Providers } from '#server/providers.ts'
import { createShop, type Shop } from '#server/shop.ts'
import { sku } from '#test/builders/catalog.ts'
import { plainBuild } from '#test/builders/plain-build.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

const now = new Date('2026-03-02T15:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000)
const own = signedGuestSessions('a secret of this installation, long enough')

describe('OPEN-05: the cookie of a guest who passes by', () => {
  test('it says the same to every process of the installation, and another to each guest', () => {
    const token = own.open(variants['cb2-ca'], true, now)
    const read = own.read(token, now)
    expect(read).toMatchObject({ variant: variants['cb2-ca'], isApp: true })
    expect(read?.shopperId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(signedGuestSessions('a secret of this installation, long enough').read(token, later(1))).toEqual(read)
    expect(own.read(own.open(variants.cb, false, now), now)?.shopperId).not.toBe(read?.shopperId)
  })

  test('OPEN-05: it ends after 30 days', () => {
    const token = own.open(variants.cb, false, now)
    expect(own.read(token, later(29.9))?.isOver).toBe(false)
    expect(own.read(token, later(30.1))?.isOver).toBe(true)
    expect(own.read(token, later(29.9))?.isOver).toBe(false)
  })

  test('OPEN-05: one that was read is read by the clock of the moment all the same', () => {
    const token = own.open(variants.cb, false, now)
    expect(own.read(token, later(1))).toEqual(own.read(token, later(2)))
    expect(own.read(token, later(-1.01))).toBeNull()
    expect(own.read(token, later(31))?.isOver).toBe(true)
  })

  test('SEC-13: one that was not made here, or was changed, is no session', () => {
    const token = own.open(variants.cb, false, now)
    const [random = '', seconds = '', , , signature = ''] = token.split('.')
    const changed = [
      signedGuestSessions('the secret of another installation').open(variants.cb, false, now),
      `${random}.${seconds}.cb2.0.${signature}`,
      `${random}.${seconds}.cb.1.${signature}`,
      `${random}.${(Number.parseInt(seconds, 36) + 9).toString(36)}.cb.0.${signature}`,
      `${'A'.repeat(43)}.${seconds}.cb.0.${signature}`,
      `${token}x`,
      `${token}=`,
      token.slice(0, -1),
      own.open(variants.cb, false, later(1.01)),
      '....',
      '',
    ]
    for (const one of changed) expect([one, own.read(one, now)]).toEqual([one, null])
  })
})

describe('SAFE-67: two processes whose clocks are two hours apart', () => {
  let world: World
  let ahead: Shop
  let providers: Providers
  beforeAll(async () => {
    world = await createWorld()
    const { config, database, clock } = world
    providers = await createProviders(config)
    ahead = await createShop({
      ...{ config, database, build: plainBuild, killPoint: () => undefined, log: pino({ level: 'silent' }) },
      now: () => new Date(clock.now().getTime() + 2 * 3_600_000),
      providers,
    })
  })
  afterAll(async () => {
    await ahead.app.http.close()
    providers.close()
    await world.close()
  })

  /** One browser at both: what one process sets, the other is sent. */
  function browser() {
    const [here, there] = [world.shopper(), testShopper(ahead.app.http, variants.cb)]
    const goes = (from: TestShopper, to: TestShopper) => {
      to.cookies.clear()
      for (const [name, value] of from.cookies) to.cookies.set(name, value)
    }
    return { here, there, goes }
  }
  const mug = { items: [{ Sku: sku.mug, Quantity: 1 }] }
  const countOf = async (shopper: TestShopper) => (await shopper.call('cart', 'getHeaderCounts', {})).basketCount

  test.each([
    ['behind', 'ahead'],
    ['ahead', 'behind'],
  ])('SAFE-67: a cart made by the process that is %s is there at the one that is %s, and back', async (first) => {
    const { here, there, goes } = browser()
    const [one, other] = first === 'behind' ? [here, there] : [there, here]
    await one.call('cart', 'addItems', mug)
    const cookie = one.cookies.get('sid')
    goes(one, other)
    for (const path of ['/session', '/checkout/cart', '/account/login']) {
      expect((await other.get(path)).cookies.filter(({ name }) => name === 'sid')).toEqual([])
    }
    expect(await countOf(other)).toBe(1)
    await other.call('cart', 'addItems', mug)
    goes(other, one)
    expect([await countOf(one), one.cookies.get('sid')]).toEqual([2, cookie])
  })

  test.each([
    ['ahead', 'behind'],
    ['behind', 'ahead'],
  ])(
    'SAFE-67: a guest who only looked at the one that is %s puts into the cart at the one that is %s',
    async (first) => {
      const { here, there, goes } = browser()
      const [one, other] = first === 'behind' ? [here, there] : [there, here]
      await one.get('/checkout/cart')
      const cookie = one.cookies.get('sid')
      goes(one, other)
      await other.get('/session')
      await other.call('cart', 'addItems', mug)
      expect(other.cookies.get('sid')).toBe(cookie)
      goes(other, one)
      expect(await countOf(one)).toBe(1)
    },
  )

  test('SAFE-67: a kept session is decided by its row, whatever the process’s clock says of its age', async () => {
    const shopper = world.shopper()
    await shopper.call('cart', 'addItems', mug)
    const before = world.clock.now().toISOString()
    world.clock.turn(31 * 24 * 3_600_000)
    expect(await countOf(shopper)).toBe(1)
    const end = statement('test.end', `update session set ends_at = now() where token_sha256 = sha256($1::bytea)`)
    await world.database.count(end, [Buffer.from(shopper.cookies.get('sid') ?? '')])
    world.clock.set(before)
    expect((await shopper.rawCall('cart', 'getHeaderCounts', {})).json()).toEqual({ IsReset: true })
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

  test('SEC-14: once ended it stays ended, though nothing was ever written for it', async () => {
    const { session, token } = world.shop.sessions.openGuest(variants.cb, false)
    expect(await world.shop.sessions.find(token)).toMatchObject({ shopperId: session.shopperId, isStored: false })
    await world.shop.sessions.close(world.database, session)
    expect(await world.shop.sessions.find(token)).toBeNull()
    await world.shop.sessions.store(session)
    expect(await world.shop.sessions.find(token)).toBeNull()
  })
})
