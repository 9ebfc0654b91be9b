import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { statement } from '#server/db/database.ts'
import { reconcileRound } from '#server/order/books/hold-round.ts'
import { readHold } from '#server/order/books/hold-store.ts'
import type { HoldWatch } from '#server/order/books/hold-watch.ts'
import { releaseRound } from '#server/order/books/reconcile.ts'
import { seenDatabasesIn } from '#server/order/books/seen-database.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { booksCommand } from '#test/order/command.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { givenUpCharges } from '#test/order/given-up.ts'
import { holdWatchOf } from '#test/order/guard.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { createWorld, type World } from '#test/world.ts'

const since = new Date('2026-01-01T00:00:00Z')
const installation = statement<{ mode: string; reason: string | null; by: string | null; id: string }>(
  'test.installation',
  'select mode, reason, released_by as by, installation_id as id from shop.installation',
)
const alarms = statement<{ kind: string; facts: object }>(
  'test.alarms',
  'select kind, facts from shop.alarm order by kind',
)
const rounds = statement<{ id: number; state: string; would: number }>(
  'test.rounds',
  'select round_id as id, state, jsonb_array_length(would) as would from shop.reconcile_round order by round_id',
)
const otherServer = statement('test.other-server', "update shop.installation set system_identifier = '1'")
const otherTimeline = statement('test.other-timeline', 'update shop.installation set timeline = timeline + 1')
const otherDatabase = statement('test.other-database', 'update shop.installation set database_oid = 1')
const fiveMinutes = statement(
  'test.five-minutes',
  "update shop.installation set clean_at = clean_at - interval '5 minutes'",
)
const asOfYesterday = statement(
  'test.as-of-yesterday',
  "update shop.installation set seen_at = seen_at - interval '1 day'",
)
const heldFromStart = statement(
  'test.held-from-start',
  "update shop.installation set since = now() - interval '1 hour'",
)
const lose = statement(
  'test.lose',
  `with c as (delete from shop.provider_call), h as (delete from shop.stock_hold), l as (delete from shop.order_line),
     p as (delete from shop.payment where shopper_id = $1) delete from shop.orders where shopper_id = $1`,
)
const aYoungOrderAges = statement(
  'test.an-order-ages',
  `update shop.orders set created_at = now() - interval '10 minutes', lease_until = now() - interval '1 minute' where state = 'pending'`,
)
const asSent = statement(
  'test.as-sent',
  `with o as (update shop.orders set state = 'pending', settled_at = null, response = null, lease_until = now(),
       created_at = now() - interval '10 minutes' where shopper_id = $1 returning shopper_id, order_id),
     c as (update shop.cart set state = 'placing' where shopper_id = $1),
     h as (update shop.stock_hold set state = 'held' where shopper_id = $1 returning sku, location_id, quantity),
     s as (update shop.stock s set held = s.held + h.quantity, on_hand = s.on_hand + h.quantity from h
       where s.sku = h.sku and s.location_id = h.location_id),
     b as (delete from shop.outbox where shopper_id = $1)
   update shop.payment p set state = 'sent', provider_ref = null from o where p.order_id = o.order_id`,
)
const orderStates = statement<{ state: string; payment: string }>(
  'test.order-states',
  'select o.state, p.state as payment from shop.orders o join shop.payment p using (shopper_id, order_id)',
)

describe('OPS-28: a database that may be a restored one', () => {
  let world: World
  let token: string
  let watch: HoldWatch
  beforeEach(async () => {
    // the gateway's clock and the database's are one, as they are in life
    world = await createWorld({ now: new Date().toISOString() })
    token = await cardToken(world)
    watch = holdWatchOf(world.shop.orders)
  })
  afterEach(() => world.close())

  const now = () => world.database.row(installation)
  const states = async () => (await gatewayBooks(world)).map(({ state }) => state)
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  const round = () => reconcileRound(world.shop.orders, watch, since)
  async function place(): Promise<string> {
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    return shopperId
  }
  async function chargeUnknown(): Promise<string> {
    const { gateway, installation: own } = world.shop.orders
    const reference = paymentReferenceOf(own, { shopperId: randomUUID(), orderId: randomUUID(), slot: 1 })
    const request = { reference, amountCents: 5_000, currency: 'USD', token, method: 'card' } as const
    expect(await gateway.authorize(request)).toMatchObject({ state: 'authorized' })
    return reference
  }

  test('OPS-28: the first look notes what the database is; later ones find it the same, also those of another worker', async () => {
    expect(await watch.look()).toBe('live')
    expect(await watch.look()).toBe('live')
    expect(await holdWatchOf(world.shop.orders).look()).toBe('live')
    expect(await now()).toMatchObject({ mode: 'live', reason: null })
    expect(await world.database.rows(alarms)).toEqual([])
    expect(await readHold(world.database)).toMatchObject({ isOn: false })
  })

  test.each([
    ['another system_identifier', otherServer, 'other-server'],
    ['a new timeline', otherTimeline, 'new-timeline'],
    ['another oid', otherDatabase, 'other-database'],
  ])('OPS-28: %s begins a hold and is told, and counts before anybody has looked', async (_what, change, reason) => {
    await watch.look()
    await world.database.count(change)
    expect(await readHold(world.database)).toMatchObject({ isOn: true, heldSeconds: 0 })
    expect(await watch.look()).toBe('hold')
    expect(await now()).toMatchObject({ mode: 'hold', reason })
    expect(await world.database.rows(alarms)).toMatchObject([{ kind: 'hold', facts: { reason } }])
    // it is the same from now on, and stays on hold
    expect(await watch.look()).toBe('hold')
    expect(await now()).toMatchObject({ mode: 'hold', reason })
  })

  test('OPS-28: HOLD=true begins one at the start, and not again once a person has released it', async () => {
    const asked = holdWatchOf(world.shop.orders, { isWanted: true })
    expect(await asked.look()).toBe('hold')
    expect(await now()).toMatchObject({ mode: 'hold', reason: 'asked' })
    expect((await world.shop.app.metrics.text()).match(/^cartwright_hold .*$/m)?.[0]).toBe('cartwright_hold 1')
    expect(await booksCommand('hold', world, '--release')).toMatchObject({ status: 0 })
    expect(await asked.look()).toBe('live')
    expect(await now()).toMatchObject({ mode: 'live', by: expect.stringMatching(/./) })
    expect(await booksCommand('hold', world, '--release')).toMatchObject({ status: 2, said: 'There is no hold.\n' })
  })

  test('OPS-28: a snapshot that looks the same is known by the file beside it, once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-seen-'))
    const file = join(dataDir, 'seen-database.json')
    const remembering = () => holdWatchOf(world.shop.orders, { seen: seenDatabasesIn(dataDir) })
    expect(await remembering().look()).toBe('live')
    const { id } = (await now()) ?? {}
    const seen = JSON.parse(readFileSync(file, 'utf8')) as { lsn: string }
    expect(seen).toMatchObject({ installation: id, lsn: expect.stringMatching(/^\d+$/) })
    await world.database.count(asOfYesterday)
    expect(await remembering().look()).toBe('hold')
    expect(await now()).toMatchObject({ mode: 'hold', reason: 'behind' })
    await booksCommand('hold', world, '--release')
    expect(await remembering().look()).toBe('live')
    // what another worker remembers of before the hold was judged with it
    writeFileSync(file, JSON.stringify({ ...seen, lsn: '99999999999999' }))
    expect(await remembering().look()).toBe('live')
    // of after it, it is another restore
    const later = { ...(JSON.parse(readFileSync(file, 'utf8')) as object), lsn: '99999999999999' }
    writeFileSync(file, JSON.stringify(later))
    expect(await remembering().look()).toBe('hold')
    // half a file, and one of another installation, say nothing
    await booksCommand('hold', world, '--release')
    for (const text of ['{"installation":', JSON.stringify({ ...later, installation: 'other2' })]) {
      writeFileSync(file, text)
      expect(await remembering().look()).toBe('live')
    }
    rmSync(dataDir, { recursive: true })
  })

  test('OPS-28: in hold what nobody here knows is listed, however old, and never given back; known voids go on, and the store sells', async () => {
    await watch.look()
    const shopperId = await place()
    await world.database.count(lose, [shopperId])
    const unknown = [(await gatewayBooks(world))[0]?.reference ?? '', await chargeUnknown()].sort()
    const known = await givenUpCharges(world, token, 2)
    await world.database.count(otherServer)

    // asked for the last minute alone, it looks as far back as anything may be missing
    const listed = await reconcileRound(world.shop.orders, watch, new Date())
    expect({ ...listed, held: [...listed.held].sort() }).toMatchObject({ orphans: known, held: unknown })
    await place()
    expect((await states()).sort()).toEqual(['authorized', 'authorized', 'authorized', 'voided', 'voided'])
    expect(await kinds()).toEqual(expect.arrayContaining(['hold', 'reconcile-held']))
    const [held] = (await world.database.rows(rounds)).filter(({ state }) => state === 'held')
    expect(await releaseRound(world.shop.orders, held?.id ?? 0)).toEqual({ state: 'onHold' })
    expect(await booksCommand('reconcile', world, '--release', String(held?.id))).toMatchObject({ status: 2, out: '' })
    expect((await states()).filter((state) => state === 'authorized')).toHaveLength(3)
  })

  test('OPS-28: the command lists, lets one stand, gives one back, and releases; the rest goes by its round', async () => {
    await watch.look()
    const [stays = '', goes = '', ...rest] = await Promise.all([chargeUnknown(), chargeUnknown(), chargeUnknown()])
    await world.database.count(otherServer)
    await round()
    const list = await booksCommand('hold', world, '--list')
    expect(list).toMatchObject({ status: 1, said: expect.stringContaining('on another server') })
    const lines = list.out.trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { reference: string }).reference).sort()).toEqual(
      [stays, goes, ...rest].sort(),
    )

    expect(await booksCommand('hold', world, '--keep', stays)).toMatchObject({
      status: 0,
      out: expect.stringContaining(stays),
    })
    expect(await booksCommand('hold', world, '--void', goes)).toMatchObject({
      status: 0,
      out: expect.stringContaining('"accepted"'),
    })
    for (const nothing of [stays, goes, 'nobody']) {
      expect(await booksCommand('hold', world, '--void', nothing)).toMatchObject({ status: 2, out: '' })
    }
    expect(await booksCommand('hold', world, '--release')).toMatchObject({ status: 0 })
    expect(await round()).toMatchObject({ orphans: [], held: rest })
    const [held] = (await world.database.rows(rounds)).filter(({ state }) => state === 'held')
    expect(await booksCommand('reconcile', world, '--release', String(held?.id))).toMatchObject({ status: 0 })
    const books = new Map((await gatewayBooks(world)).map(({ reference, state }) => [reference, state]))
    expect([stays, goes, ...rest].map((reference) => books.get(reference))).toEqual(['authorized', 'voided', 'voided'])
    expect(await round()).toMatchObject({ orphans: [], held: [] })
    expect(await booksCommand('hold', world, '--list')).toMatchObject({ status: 0, out: '' })
  })

  test.each([[['--list', '--release']], [[]], [['--void', 'a', '--keep', 'b']], [['--help']]])(
    'OPS-28: the command takes one thing to do, not %j, and says which',
    async (words) => {
      const said = expect.stringContaining('payments:hold -- --list')
      expect(await booksCommand('hold', world, ...words)).toEqual({ out: '', status: 2, said })
    },
  )

  test('OPS-28: a promotion with nothing missing is live after two clean rounds five minutes apart, with a payment compared', async () => {
    await watch.look()
    await world.database.count(otherTimeline)
    await round()
    await world.database.count(fiveMinutes)
    // nothing was compared
    await round()
    expect(await now()).toMatchObject({ mode: 'hold' })
    await place()
    await round()
    await round()
    expect(await now()).toMatchObject({ mode: 'hold' })
    await world.database.count(fiveMinutes)
    await round()
    expect(await now()).toMatchObject({ mode: 'live', by: 'two rounds in which nothing was missing' })
    expect(await watch.look()).toBe('live')
  })

  test.each([
    ['an order was lost', (shopperId: string) => world.database.count(lose, [shopperId])],
    [
      'a cancellation was lost',
      async () => {
        const [booked] = await gatewayBooks(world)
        await world.shop.orders.gateway.void({ reference: booked?.reference ?? '', providerRef: booked?.psp ?? '' })
      },
    ],
  ])(
    'OPS-28: a promotion after which %s stays on hold, and a clean round before it counts no more',
    async (_what, lost) => {
      await watch.look()
      await world.database.count(otherTimeline)
      const shopperId = await place()
      await place()
      // older than a minute, else it may still be on its way into the processor's list
      await world.database.count(
        statement('test.older', "update shop.payment set sent_at = sent_at - interval '2 minutes'"),
      )
      await round()
      await lost(shopperId)
      await world.database.count(fiveMinutes)
      await round()
      await world.database.count(fiveMinutes)
      await round()
      expect(await now()).toMatchObject({ mode: 'hold', reason: 'new-timeline' })
    },
  )

  test.each([['another server', otherServer]])(
    'OPS-28: the hold of %s ends by a person alone',
    async (_what, change) => {
      await watch.look()
      await world.database.count(change)
      await place()
      for (let nth = 0; nth < 3; nth += 1) {
        await round()
        await world.database.count(fiveMinutes)
      }
      expect(await now()).toMatchObject({ mode: 'hold' })
    },
  )

  test('OPS-28: an order that was open then is placed by the processor’s word, and not given up for want of one', async () => {
    await watch.look()
    const shopperId = await place()
    await world.database.count(asSent, [shopperId])
    await world.database.count(otherServer)
    const { orders } = world.shop
    const silent = {
      ...orders,
      gateway: { ...orders.gateway, findByReference: async () => ({ state: 'unknown', why: 'timeout' }) as const },
    }
    expect(await recover(silent)).toMatchObject({ settled: 0, stillPending: 1 })
    expect(await world.database.rows(orderStates)).toMatchObject([{ state: 'pending' }])
    expect(await states()).toEqual(['authorized'])
    await world.database.count(aYoungOrderAges)
    expect(await recover(orders)).toMatchObject({ settled: 1 })
    expect(await world.database.rows(orderStates)).toEqual([{ state: 'placed', payment: 'authorized' }])
    expect(await states()).toEqual(['authorized'])
  })

  test('OPS-28: one that is begun in hold is given up as ever', async () => {
    await watch.look()
    await world.database.count(otherServer)
    await watch.look()
    await world.database.count(heldFromStart)
    const shopperId = await place()
    await world.database.count(asSent, [shopperId])
    const { orders } = world.shop
    const silent = {
      ...orders,
      gateway: { ...orders.gateway, findByReference: async () => ({ state: 'unknown', why: 'timeout' }) as const },
    }
    expect(await recover(silent)).toMatchObject({ settled: 1 })
    expect(await world.database.rows(orderStates)).toMatchObject([{ state: 'refused' }])
  })

  test('OPS-28: which of two authorizations is too much is not decided in hold; the void waits, is no try, and goes after it', async () => {
    await watch.look()
    await place()
    const [first] = await gatewayBooks(world)
    const twin = { reference: 'twin', amountCents: first?.amount ?? 0, currency: 'USD', token, method: 'card' } as const
    const second = await world.shop.orders.gateway.authorize(twin)
    const psp = second.state === 'authorized' ? second.providerRef : ''
    await world.database.count(otherServer)
    await watch.look()
    const body = signedWebhook(
      world,
      'AUTHORISATION',
      { reference: first?.reference ?? '', amount: first?.amount ?? 0 },
      { psp },
    )
    expect(await receiveWebhook(world.shop.orders, body)).toBe(200)
    await allWorkedOff(world)
    await deliverAll(world)
    const waiting = statement<{ tries: number; waits: boolean; done: boolean }>(
      'test.waiting-void',
      `select tries, run_at > now() + interval '4 minutes' as waits, done_at is not null as done from shop.outbox where topic = 'payment.void'`,
    )
    expect(await world.database.rows(waiting)).toEqual([{ tries: 0, waits: true, done: false }])
    expect(await states()).toEqual(['authorized', 'authorized'])
    await booksCommand('hold', world, '--release')
    await deliverAll(world)
    expect(await world.database.rows(waiting)).toMatchObject([{ done: true }])
    const books = new Map((await gatewayBooks(world)).map((each) => [each.psp, each.state]))
    expect([books.get(first?.psp ?? ''), books.get(psp)]).toEqual(['authorized', 'voided'])
  })
})
