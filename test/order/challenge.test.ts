import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorizationErrorAddress } from '#domain/checkout/steps.ts'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, readStock, seedGiftCard } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const stayAway = statement(
  'test.stay-away',
  `with older as (update shop.orders set created_at = created_at - interval '11 minutes')
   update shop.payment set challenge_until = challenge_until - interval '11 minutes'`,
)
const think = statement(
  'test.think',
  "update shop.orders set created_at = created_at - interval '5 minutes', resumed_at = resumed_at - interval '5 minutes'",
)
const payments = statement<{ state: string; slot: number }>(
  'test.payments',
  'select state, slot from shop.payment order by sent_at, slot',
)
const balance = statement<{ balance: number; held: number }>(
  'test.balance',
  'select balance_cents as balance, held_cents as held from shop.gift_card',
)

describe("OPEN-65: the card's bank asks the shopper (3-D Secure)", () => {
  let world: World
  let shopper: ReturnType<World['shopper']>
  beforeEach(async () => {
    world = await createWorld()
    shopper = world.shopper()
    await shopper.get('/session')
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await world.close()
  })

  async function cartPaidWith(...lastFours: string[]): Promise<void> {
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const tokens = await Promise.all(lastFours.map((lastFour) => cardToken(world, lastFour)))
    const tenders = [{ kind: 'giftCard' as const, tenderId: await seedGiftCard(world.database, 300) }]
    const lines = [{ sku: sku.mug, quantity: 1 }]
    await insertCart(world.database, { shopperId, lines, tokens, tenders, firstCents: 500 })
  }

  const press = () => shopper.call('order', 'placeOrder', { adata: '' })
  const confirmation = () => shopper.call('order', 'getOrderConfirmation', {})
  const placing = { isSuccess: true, isPending: true }

  /** What the shopper does at the page of her bank; answers the address that it sends her browser to. */
  async function atTheBank(url: string, answer: 'confirm' | 'refuse'): Promise<string> {
    expect(url).toContain(`${world.gatewayOrigin}/challenge/`)
    const body = new URLSearchParams({ answer })
    const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const back = new URL(sent.headers.get('location') ?? '')
    expect(back.origin).toBe(world.config.origins.cb)
    return `${back.pathname}${back.search}`
  }

  const comeBack = async (address: string, as = shopper) => (await as.get(address)).headers.location
  async function recoverNow() {
    await world.database.count(endLeases)
    return recover(world.shop.orders)
  }

  test('passed: nothing is held before, the order is placed on the return, and opened again the address leads to the same', async () => {
    await cartPaidWith('0143')
    const { redirectUrl, orderNumber, ...reply } = await press()
    expect(reply).toMatchObject(placing)
    expect(await confirmation()).toMatchObject({ isPending: true, challengeUrl: redirectUrl, orderNumber })
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['challenge'])
    const back = await atTheBank(redirectUrl, 'confirm')
    expect(await comeBack(back)).toBe('/checkout/confirmation')
    expect(await comeBack(back)).toBe('/checkout/confirmation')
    expect(await confirmation()).toMatchObject({ isPending: false, isRefused: false, challengeUrl: '', orderNumber })
    expect(await world.database.rows(balance)).toEqual([{ balance: 0, held: 0 }])
    expect(await press()).toMatchObject({ isSuccess: true, isPending: false, orderNumber })
  })

  test("pressed again, also in another tab, it leads to the same bank's page; the cart cannot change meanwhile", async () => {
    await cartPaidWith('0143')
    const { redirectUrl } = await press()
    expect(await press()).toMatchObject({ ...placing, redirectUrl })
    await recoverNow()
    expect(await press()).toMatchObject({ ...placing, redirectUrl })
    const change = await shopper.call('cart', 'applyZipCode', { zip: '10001', country: 'US' })
    expect(change).toMatchObject({ isSuccess: false, message: 'Your order is being placed. Please wait a moment.' })
    await comeBack(await atTheBank(redirectUrl, 'confirm'))
  })

  test('failed: the exact address of a refused card, everything is given back, and a good card then succeeds', async () => {
    await cartPaidWith('0143')
    const { redirectUrl } = await press()
    expect(await comeBack(await atTheBank(redirectUrl, 'refuse'))).toBe(authorizationErrorAddress)
    expect(await world.database.rows(payments)).toEqual([{ state: 'refused', slot: 1 }])
    expect(await world.database.rows(balance)).toEqual([{ balance: 300, held: 0 }])
    expect(await readStock(world.database, sku.mug, place.warehouse.CB.US)).toEqual({ onHand: 500, held: 0 })
    await world.database.count(statement('test.good', 'update shop.cart_payment set token = $1'), [
      await cardToken(world),
    ])
    expect(await press()).toMatchObject({ isSuccess: true, isPending: false })
  })

  test('abandoned: it waits, then the recovery job voids it by reference, and what the bank says later counts no more', async () => {
    await cartPaidWith('0143')
    const { redirectUrl } = await press()
    const back = await atTheBank(redirectUrl, 'confirm')
    expect(await recoverNow()).toMatchObject({ settled: 0, stillPending: 1 })
    await world.database.count(stayAway)
    expect(await recoverNow()).toMatchObject({ settled: 1 })
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'voided' }])
    expect(await world.database.rows(balance)).toEqual([{ balance: 300, held: 0 }])
    expect(await confirmation()).toMatchObject({ isRefused: true, redirectUrl: '/checkout/review' })
    expect(await comeBack(back)).toBe('/checkout/review')
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'voided' }])
  })

  test('two cards: the second is asked after the first has passed, however long its bank took; refused, the first is voided', async () => {
    await cartPaidWith('1111', '0143')
    const { redirectUrl } = await press()
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['authorized', 'challenge'])
    await comeBack(await atTheBank(redirectUrl, 'refuse'))
    await deliverAll(world)
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['voided', 'refused'])
  })

  test('two cards whose banks both ask: one after the other, though the first took five minutes', async () => {
    await cartPaidWith('0143', '0143')
    const { redirectUrl } = await press()
    const back = await atTheBank(redirectUrl, 'confirm')
    await world.database.count(think)
    const next = String(await comeBack(back))
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['authorized', 'challenge'])
    expect(await comeBack(await atTheBank(next, 'confirm'))).toBe('/checkout/confirmation')
    expect((await gatewayBooks(world)).map(({ state }) => state)).toEqual(['authorized', 'authorized'])
  })

  test('SCENE-04: the answer of the bank is kept before the processor is asked: recovery goes on after a silent processor', async () => {
    await cartPaidWith('0143')
    const { redirectUrl } = await press()
    const back = await atTheBank(redirectUrl, 'confirm')
    const gateway = world.shop.orders.gateway
    const silent = { ...gateway, completeChallenge: async () => ({ state: 'unknown', why: 'timeout' }) as const }
    Object.assign(world.shop.orders, { gateway: silent })
    expect(await comeBack(back)).toBe('/checkout/confirmation')
    expect(await confirmation()).toMatchObject({ isPending: true, challengeUrl: '' })
    Object.assign(world.shop.orders, { gateway })
    expect(await recoverNow()).toMatchObject({ settled: 1 })
    expect(await confirmation()).toMatchObject({ isPending: false, isRefused: false })
  })

  test('SCENE-04: the gateway asked and its answer was lost: sent again with the same reference, it leads to the same page', async () => {
    await cartPaidWith('1111')
    await drill(world, { fault: 'challenge' })
    const gateway = world.shop.orders.gateway
    const lost = {
      ...gateway,
      async authorize(request: Parameters<typeof gateway.authorize>[0]) {
        await gateway.authorize(request)
        return { state: 'unknown', why: 'timeout' } as const
      },
    }
    Object.assign(world.shop.orders, { gateway: lost })
    expect(await press()).toMatchObject({ ...placing, redirectUrl: '/checkout/confirmation' })
    Object.assign(world.shop.orders, { gateway })
    await recoverNow()
    const { challengeUrl } = await confirmation()
    expect(await comeBack(await atTheBank(challengeUrl, 'confirm'))).toBe('/checkout/confirmation')
    expect(await gatewayBooks(world)).toHaveLength(1)
  })

  test("a bank's app opens another browser: the order goes on, and the stranger's browser is shown nothing of it", async () => {
    await cartPaidWith('0143')
    const { redirectUrl } = await press()
    const stranger = world.shopper()
    expect(await comeBack(await atTheBank(redirectUrl, 'confirm'), stranger)).toBe('/checkout/confirmation')
    expect((await stranger.get('/checkout/confirmation')).headers.location).toBe('/checkout/cart')
    expect(await confirmation()).toMatchObject({ isPending: false, isRefused: false })
  })

  test.each(['', '?reference=x', '?reference=x&redirectResult=y', '?redirectResult=y', '?reference=a&reference=b'])(
    'a return without a payment of ours (%s) leads to the cart',
    async (query) => {
      expect(await comeBack(`/checkout/challenge${query}`)).toBe('/checkout/cart')
    },
  )
})
