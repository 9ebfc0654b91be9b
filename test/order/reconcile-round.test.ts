import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { paymentReferenceOf } from '#domain/order/payment-reference.ts'
import { statement } from '#server/db/database.ts'
import { reconcile, releaseRound } from '#server/order/books/reconcile.ts'
import { sku } from '#test/builders/catalog.ts'
import { reconcileCommand } from '#test/order/command.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { givenUpCharges } from '#test/order/given-up.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const since = new Date('2026-01-01T00:00:00Z')
const alarms = statement<{ kind: string; key: string; facts: { roundId: number; would: { reference: string }[] } }>(
  'test.alarms',
  'select kind, key, facts from shop.alarm',
)
const rounds = statement<{ id: number; state: string; would: number }>(
  'test.rounds',
  'select round_id as id, state, jsonb_array_length(would) as would from shop.reconcile_round order by round_id',
)

const aDayLater = statement('test.a-day-later', "update shop.reconcile_round set at = at - interval '24 hours'")

describe('SAFE-63: a round that would give too much back waits for a person', () => {
  let world: World
  let token: string
  beforeEach(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  afterEach(() => world.close())

  const charge = (times: number) => givenUpCharges(world, token, times)
  async function chargeUnknown(): Promise<string> {
    const { gateway, installation } = world.shop.orders
    const reference = paymentReferenceOf(installation, { shopperId: randomUUID(), orderId: randomUUID(), slot: 1 })
    const request = { reference, amountCents: 5_000, currency: 'USD', token, method: 'card' } as const
    expect(await gateway.authorize(request)).toMatchObject({ state: 'authorized' })
    return reference
  }
  const states = async () => (await gatewayBooks(world)).map(({ state }) => state)

  test('SAFE-63: five are given back at once and the round is kept; six are not, and one alarm lists them however often it is looked', async () => {
    const five = await charge(5)
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: five, held: [] })
    expect(await states()).toEqual(Array(5).fill('voided'))
    expect(await world.database.rows(rounds)).toMatchObject([{ state: 'done', would: 5 }])

    await world.database.count(aDayLater)
    const six = await charge(6)
    for (let nth = 0; nth < 2; nth += 1) {
      const { orphans, held } = await reconcile(world.shop.orders, since)
      expect({ orphans, held: [...held].sort() }).toEqual({ orphans: [], held: six })
    }
    expect((await states()).filter((state) => state === 'authorized')).toHaveLength(6)
    const [, round, ...more] = await world.database.rows(rounds)
    expect([round, more]).toEqual([{ id: round?.id, state: 'held', would: 6 }, []])
    const told = (await world.database.rows(alarms)).filter(({ kind }) => kind === 'reconcile-held')
    expect(told).toMatchObject([{ key: 'built-in', facts: { roundId: round?.id, compared: 6 } }])
    expect(told[0]?.facts.would.map(({ reference }) => reference).sort()).toEqual(six)
  })

  test('SAFE-63: what was given back within a day counts, however small its rounds; one that the processor does not let go counts once', async () => {
    const { orders } = world.shop
    for (let nth = 0; nth < 4; nth += 1) {
      expect(await reconcile(orders, since)).toMatchObject({ orphans: [], held: [] })
      const one = await charge(1)
      expect(await reconcile(orders, since)).toMatchObject({ orphans: one, held: [] })
    }
    const stuck = await charge(1)
    const refuse = async () => ({ state: 'refused', reason: 'wrongState' }) as const
    const stubborn = { ...orders, wallets: null, gateway: { ...orders.gateway, void: refuse } }
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await reconcile(stubborn, since)).toMatchObject({ orphans: stuck, held: [] })
    }
    const sixth = await charge(1)
    expect((await reconcile(orders, since)).held.toSorted()).toEqual([...stuck, ...sixth].sort())
    expect((await states()).sort()).toEqual(['authorized', 'authorized', ...Array(4).fill('voided')])
    await world.database.count(aDayLater)
    expect((await reconcile(orders, since)).orphans.toSorted()).toEqual([...stuck, ...sixth].sort())
  })

  test('SAFE-63: money for which there is no row here waits for a person, even alone; what is known is given back beside it', async () => {
    const unknown = await chargeUnknown()
    const known = await charge(1)
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: known, held: [unknown] })
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: [], held: [unknown] })
    expect((await states()).sort()).toEqual(['authorized', 'voided'])
    const [round] = (await world.database.rows(rounds)).filter(({ state }) => state === 'held')
    expect(await releaseRound(world.shop.orders, round?.id ?? 0)).toMatchObject({
      answers: [{ reference: unknown, answer: 'accepted' }],
    })
    expect(await states()).toEqual(['voided', 'voided'])
  })

  test('SAFE-63: a copy of the database that runs beside its shop gives back none of its payments, in no round', async () => {
    const copy = await createWorld({ gatewayOf: world })
    const copied = { ...copy.shop.orders, installation: world.shop.orders.installation }
    for (let nth = 1; nth <= 4; nth += 1) {
      const lines = [{ sku: sku.mug, quantity: 1 }]
      const { shopperId } = await insertCart(world.database, { lines, tokens: [token] })
      expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
      expect(await reconcile(copied, since)).toMatchObject({ compared: nth, orphans: [], held: { length: nth } })
    }
    expect(await states()).toEqual(Array(4).fill('authorized'))
    await copy.close()
  })

  test('SAFE-63: after a restored backup nothing that shoppers paid since is voided', async () => {
    // the backup: the same installation, before any order
    const copy = await createWorld({ gatewayOf: world })
    const restored = { ...copy.shop.orders, installation: world.shop.orders.installation }
    for (let nth = 0; nth < 8; nth += 1) {
      const { shopperId } = await insertCart(world.database, {
        lines: [{ sku: sku.mug, quantity: 1 }],
        tokens: [token],
      })
      expect(await order(world.shop.orders, shopperId)).toMatchObject({ kind: 'placed' })
    }
    expect(await reconcile(restored, since)).toMatchObject({ compared: 8, orphans: [], held: { length: 8 } })
    expect(await states()).toEqual(Array(8).fill('authorized'))
    expect((await copy.database.rows(alarms)).map(({ kind }) => kind)).toEqual(['reconcile-held'])
    await copy.close()
  })

  test('SAFE-63: a person releases a round by the command, once; what came later is not in it', async () => {
    const six = await charge(6)
    await reconcile(world.shop.orders, since)
    const [round] = await world.database.rows(rounds)
    const later = await charge(1)
    // the round with the seventh takes the place of the one that was looked at, which may still be released
    await reconcile(world.shop.orders, since)
    expect((await world.database.rows(rounds)).map(({ state }) => state)).toEqual(['dropped', 'held'])

    const { status, out, said } = await reconcileCommand(world, '--release', String(round?.id))
    expect({ status, said }).toEqual({ status: 0, said: '6 of 6 payments were given back.\n' })
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { reference: string; answer: string })
    expect(lines.map(({ reference }) => reference).sort()).toEqual(six)
    expect(new Set(lines.map(({ answer }) => answer))).toEqual(new Set(['accepted']))
    const held = (await gatewayBooks(world)).filter(({ state }) => state === 'authorized')
    expect(held.map(({ reference }) => reference)).toEqual(later)

    expect(await releaseRound(world.shop.orders, round?.id ?? 0)).toEqual({ state: 'notHeld' })
    expect(await releaseRound(world.shop.orders, 4_711)).toEqual({ state: 'notHeld' })
    // what a person let go is no sign of a fault
    expect(await reconcile(world.shop.orders, since)).toMatchObject({ orphans: later, held: [] })
    expect((await world.database.rows(rounds)).map(({ state }) => state)).toEqual(['released', 'dropped', 'done'])
  })

  test('SAFE-63: a round whose processor does not answer stays held', async () => {
    await charge(6)
    await reconcile(world.shop.orders, since)
    const [round] = await world.database.rows(rounds)
    const { orders } = world.shop
    const silent = { ...orders.gateway, list: async () => ({ state: 'unknown', why: 'timeout' }) as const }
    const answer = await releaseRound({ ...orders, wallets: null, gateway: silent }, round?.id ?? 0)
    expect(answer).toEqual({ state: 'unanswered', why: 'unknown' })
    expect(await world.database.rows(rounds)).toMatchObject([{ state: 'held' }])
    expect(await states()).toEqual(Array(6).fill('authorized'))
  })

  test('SAFE-63: a command for a round that is no number, or not there, ends with 2 and gives nothing back', async () => {
    expect(await reconcileCommand(world, '--release', 'all')).toMatchObject({ status: 2, out: '' })
    expect(await reconcileCommand(world, '--release', '7')).toMatchObject({
      ...{ status: 2, out: '' },
      said: 'Round 7 does not wait to be released.\n',
    })
  })
})
