import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorizationErrorAddress } from '#domain/checkout/steps.ts'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { place, sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { insertCartOf } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { readStock } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const orders = statement<{ state: string; payments: string[] }>(
  'test.swap-orders',
  `select o.state, array_agg(p.state order by p.slot) as payments
   from shop.orders o join shop.payment p using (shopper_id, order_id) group by o.order_id, o.state order by min(o.created_at)`,
)
const alarms = statement<{ kind: string }>('test.swap-alarms', 'select kind from shop.alarm order by alarm_id')
const endLeases = statement(
  'test.swap-end-leases',
  "update shop.orders set lease_until = now() where state = 'pending'",
)
const longAgo = statement(
  'test.swap-long-ago',
  "update shop.orders set resumed_at = resumed_at - interval '11 minutes' where state = 'pending'",
)

const goodCard = statement('test.swap-good-card', 'update shop.cart_payment set token = $1')

describe.each([
  ['built-in', false],
  ['Adyen', true],
] as const)('OPEN-65 SAFE-10: what comes back from the bank pays for its own payment only, %s', (_name, isAdyen) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld({ isAdyen })
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await world.close()
  })

  async function tokenOf(lastFour: string): Promise<string> {
    const token = await cardToken(world, lastFour)
    return isAdyen ? `stored.${randomUUID()}.${token}` : token
  }
  async function cart(shopper: TestShopper, quantity: number, ...lastFours: string[]): Promise<void> {
    const tokens = await Promise.all(lastFours.map(tokenOf))
    const firstCents = lastFours.length > 1 ? { firstCents: 500 } : {}
    await insertCartOf(world, shopper, { lines: [{ sku: sku.mug, quantity }], tokens, ...firstCents })
  }
  const press = (shopper: TestShopper) => shopper.call('order', 'placeOrder', { adata: '' })
  const confirmation = (shopper: TestShopper) => shopper.call('order', 'getOrderConfirmation', {})
  /** The address that the bank sends the browser back to. */
  async function atTheBank(url: string): Promise<URL> {
    const body = new URLSearchParams({ answer: 'confirm' })
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    return new URL(sent.headers.get('location') ?? '')
  }
  const comeBack = async (shopper: TestShopper, { pathname, search }: URL) =>
    (await shopper.get(`${pathname}${search}`)).headers.location
  function withResultOf(address: URL, other: URL): URL {
    const swapped = new URL(address)
    swapped.searchParams.set('redirectResult', other.searchParams.get('redirectResult') ?? '')
    return swapped
  }
  /** Of the gateway's payments, the cheapest first. */
  const states = async () =>
    (await gatewayBooks(world)).toSorted((one, two) => one.amount - two.amount).map(({ state }) => state)
  /** Pieces that are sold or held for somebody, of the 500. */
  async function gone(): Promise<number> {
    const { onHand, held } = await readStock(world.database, sku.mug, place.warehouse.CB.US)
    return 500 - onHand + held
  }
  const kinds = async () => (await world.database.rows(alarms)).map(({ kind }) => kind)
  async function recoverNow() {
    await world.database.count(endLeases)
    return recover(world.shop.orders)
  }

  test.each(['before', 'after'])(
    'OPEN-65 SAFE-10: the result of a cheap order does not place a dear one, %s the cheap one itself has come back',
    async (when) => {
      const [cheap, dear] = [world.shopper(), world.shopper()]
      await cart(cheap, 1, '0143')
      await cart(dear, 5, '0143')
      const backOfCheap = await atTheBank((await press(cheap)).redirectUrl)
      const backOfDear = await atTheBank((await press(dear)).redirectUrl)
      if (when === 'after') expect(await comeBack(cheap, backOfCheap)).toBe('/checkout/confirmation')
      expect(await comeBack(dear, withResultOf(backOfDear, backOfCheap))).toBe(authorizationErrorAddress)
      expect(await confirmation(dear)).toMatchObject({ isPending: false, isRefused: true })
      expect(await comeBack(cheap, backOfCheap)).toBe('/checkout/confirmation')
      expect(await confirmation(cheap)).toMatchObject({ isPending: false, isRefused: false })
      await deliverAll(world)
      expect(await world.database.rows(orders)).toEqual([
        { state: 'placed', payments: ['authorized'] },
        { state: 'refused', payments: ['voided'] },
      ])
      expect(await states()).toEqual(['authorized', 'voided'])
      expect(await kinds()).toEqual(['answer-of-other-payment'])
      expect(await gone()).toBe(1)
      // her own answer comes too late now
      expect(await comeBack(dear, backOfDear)).not.toBe('/checkout/confirmation')
      expect(await states()).toEqual(['authorized', 'voided'])
    },
  )

  test('OPEN-65 SAFE-10: the result of the first card does not pass for the second one of the same order: both are let go', async () => {
    const shopper = world.shopper()
    await cart(shopper, 1, '0143', '0143')
    const first = await atTheBank((await press(shopper)).redirectUrl)
    const second = await atTheBank(String(await comeBack(shopper, first)))
    expect(await comeBack(shopper, withResultOf(second, first))).toBe(authorizationErrorAddress)
    await deliverAll(world)
    expect(await world.database.rows(orders)).toEqual([{ state: 'refused', payments: ['voided', 'voided'] }])
    expect(await states()).toEqual(['voided', 'voided'])
    expect(await kinds()).toEqual(['answer-of-other-payment'])
    expect(await gone()).toBe(0)
  })

  test("OPEN-65: an answer with the processor's reference of another payment of ours ends the order, which can be placed again", async () => {
    const [one, other] = [world.shopper(), world.shopper()]
    await cart(one, 1, '1111')
    await cart(other, 2, '0143')
    await press(one)
    const [taken] = await gatewayBooks(world)
    const back = await atTheBank((await press(other)).redirectUrl)
    const { gateway } = world.shop.orders
    const mistaken = { state: 'authorized', providerRef: taken?.psp ?? '' } as const
    Object.assign(world.shop.orders, { gateway: { ...gateway, completeChallenge: async () => mistaken } })
    expect(await comeBack(other, back)).toBe(authorizationErrorAddress)
    Object.assign(world.shop.orders, { gateway })
    expect(await kinds()).toEqual(['answer-of-other-payment'])
    expect(await gone()).toBe(1)
    await deliverAll(world)
    expect(await states()).toEqual(['authorized', 'voided'])
    await world.database.count(goodCard, [await tokenOf('1111')])
    expect(await press(other)).toMatchObject({ isSuccess: true, isPending: false })
  })

  test('OPEN-65: an answer that the processor never takes is given up after ten minutes: the order ends and can be placed again', async () => {
    const shopper = world.shopper()
    await cart(shopper, 1, '0143')
    const back = await atTheBank((await press(shopper)).redirectUrl)
    const { gateway } = world.shop.orders
    const silent = { ...gateway, completeChallenge: async () => ({ state: 'unknown', why: 'serverFault' }) as const }
    Object.assign(world.shop.orders, { gateway: silent })
    await comeBack(shopper, back)
    expect(await recoverNow()).toMatchObject({ settled: 0, stillPending: 1 })
    await world.database.count(longAgo)
    expect(await recoverNow()).toMatchObject({ settled: 1 })
    Object.assign(world.shop.orders, { gateway })
    expect(await world.database.rows(orders)).toEqual([{ state: 'refused', payments: ['refused'] }])
    expect(await states()).toEqual(['voided'])
    expect(await gone()).toBe(0)
    await world.database.count(goodCard, [await tokenOf('1111')])
    expect(await press(shopper)).toMatchObject({ isSuccess: true, isPending: false })
  })
})
