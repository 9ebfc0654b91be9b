import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { countRefusedCard } from '#server/order/place/card-testing-guard.ts'
import { recover } from '#server/order/place/recovery.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import type { AuthorizeRequest, CardGateway } from '#server/providers/card-gateway/port.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart, readStock, seedGiftCard } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const warehouse = place.warehouse.CB.US
const lines = [{ sku: sku.mug, quantity: 1 }]

type PaymentRow = { readonly state: string; readonly slot: number }
const payments = statement<PaymentRow>(
  'test.payments-of',
  `select p.state, p.slot from shop.payment p join shop.orders o using (shopper_id, order_id)
   where p.shopper_id = $1 order by o.created_at, p.slot`,
)
const ordersOf = statement<{ state: string }>(
  'test.states-of',
  'select state from shop.orders where shopper_id = $1 order by created_at',
)
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const age = statement('test.age', "update shop.orders set created_at = created_at - interval '61 seconds'")
const cart = statement<{ state: string; lines: number; cards: number }>(
  'test.basket',
  `select state, (select count(*) from shop.cart_line l where l.cart_id = c.cart_id) as lines,
     (select count(*) from shop.cart_payment p where p.cart_id = c.cart_id) as cards
   from shop.cart c where shopper_id = $1`,
)
const putToken = statement('test.put-token', 'update shop.cart_payment set token = $2 where shopper_id = $1')

const asked = statement<{ reference: string; amountCents: number; token: string }>(
  'test.asked',
  'select reference, amount_cents as "amountCents", token from shop.payment where shopper_id = $1',
)

describe('the processor misbehaves', () => {
  let world: World
  /** The shop's own parts, with a processor that is given up on sooner than in the shop. */
  let orders: OrderDeps
  let close: () => void
  beforeEach(async () => {
    world = await createWorld()
    const { apiKey, merchantAccount } = world.config.gateway
    const connection = { limits: { connectMs: 1_000, answerMs: 1_500 } }
    const gateway = createBuiltInGateway({ origin: world.gatewayOrigin, apiKey, merchantAccount, connection })
    orders = { ...world.shop.orders, gateway }
    close = () => gateway.close()
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    close()
    await world.close()
  })

  async function cartPaidWith(...lastFours: string[]): Promise<string> {
    const tokens = await Promise.all(lastFours.map((lastFour) => cardToken(world, lastFour)))
    return (await insertCart(world.database, { lines, tokens, firstCents: 700 })).shopperId
  }

  async function recoverNow() {
    await world.database.count(endLeases)
    return recover(orders)
  }

  test('SCENE-05 ORDER-06: a declined card is answered at once, everything stays, and a good card then succeeds', async () => {
    const shopperId = await cartPaidWith('0002')
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'refused', problem: { code: 'cardRefused' } })
    expect(await world.database.row(cart, [shopperId])).toEqual({ state: 'open', lines: 1, cards: 1 })
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500, held: 0 })
    await world.database.count(putToken, [shopperId, await cardToken(world)])
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state: 'refused' }, { state: 'placed' }])
  })

  test('ORDER-06: after six refused cards in a quarter of an hour the processor is not asked again', async () => {
    const shopperId = await cartPaidWith('0002')
    for (let nth = 0; nth < 6; nth += 1) {
      expect(await order(orders, shopperId)).toMatchObject({ problem: { code: 'cardRefused' } })
    }
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'refused', problem: { code: 'tooManyTries' } })
    expect(await gatewayBooks(world)).toHaveLength(6)
  })

  test('SEC-57: after twenty refused cards of an hour from one address no processor is asked from there, whoever asks', async () => {
    const from = (clientAddress: string) => ({ clientAddress })
    for (let nth = 0; nth < 20; nth += 1) await countRefusedCard(orders, world.database, '203.0.113.9')
    const shopperId = await cartPaidWith('1111')
    const refused = { kind: 'refused', problem: { code: 'tooManyTries' } }
    expect(await order(orders, shopperId, from('203.0.113.9'))).toMatchObject(refused)
    expect(await gatewayBooks(world)).toEqual([])
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500, held: 0 })
    expect(await order(orders, shopperId, from('203.0.113.10'))).toMatchObject({ kind: 'placed' })
  })

  test('OPEN-65: of two cards the second is declined: the first is given back', async () => {
    const shopperId = await cartPaidWith('1111', '0002')
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'refused', problem: { code: 'cardRefused' } })
    await deliverAll(world)
    expect(await world.database.rows(payments, [shopperId])).toEqual([
      { state: 'voided', slot: 1 },
      { state: 'refused', slot: 2 },
    ])
    expect((await gatewayBooks(world)).map(({ state }) => state).sort()).toEqual(['refused', 'voided'])
  })

  test('OPEN-65: of two cards the first is declined: the second is never asked', async () => {
    const shopperId = await cartPaidWith('0002', '1111')
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'refused' })
    expect(await world.database.rows(payments, [shopperId])).toEqual([
      { state: 'refused', slot: 1 },
      { state: 'started', slot: 2 },
    ])
  })

  test('OPEN-65: two good cards pay their parts', async () => {
    const shopperId = await cartPaidWith('1111', '4242')
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(await gatewayBooks(world)).toMatchObject([
      { state: 'authorized', amount: 700 },
      { state: 'authorized', amount: expect.any(Number) },
    ])
  })

  const balances = statement<{ balance: number; held: number }>(
    'test.balances',
    'select balance_cents as balance, held_cents as held from shop.gift_card order by last4',
  )

  async function fiftyAndForty() {
    const cards = [await seedGiftCard(world.database, 5_000, '0001'), await seedGiftCard(world.database, 4_000, '0002')]
    return cards.map((tenderId) => ({ kind: 'giftCard' as const, tenderId }))
  }

  test('SCENE-08 SCENE-11: gift cards of $50.00 and $40.00 pay an order of $60.00: $30.00 stays, no payment is asked', async () => {
    const { shopperId } = await insertCart(world.database, {
      lines: [{ sku: sku.donation, quantity: 1, donationCents: 6_000 }],
      tenders: await fiftyAndForty(),
    })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(await world.database.rows(balances)).toEqual([
      { balance: 0, held: 0 },
      { balance: 3_000, held: 0 },
    ])
    expect(await gatewayBooks(world)).toEqual([])
  })

  test('SCENE-08: gift cards of $50.00 and $40.00, and the card for the rest is declined: both balances are back', async () => {
    const { shopperId } = await insertCart(world.database, {
      lines: [{ sku: sku.shelf, quantity: 1 }],
      tokens: [await cardToken(world, '0002')],
      tenders: await fiftyAndForty(),
    })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'refused', problem: { code: 'cardRefused' } })
    expect(await world.database.rows(balances)).toEqual([
      { balance: 5_000, held: 0 },
      { balance: 4_000, held: 0 },
    ])
    await world.database.count(putToken, [shopperId, await cardToken(world)])
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(await world.database.rows(balances)).toEqual([
      { balance: 0, held: 0 },
      { balance: 0, held: 0 },
    ])
  })

  test('BEYOND-02: charged and never answered (0127): pending, never declined, then placed with the one charge', async () => {
    const shopperId = await cartPaidWith('0127')
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'pending' })
    expect(await world.database.row(cart, [shopperId])).toMatchObject({ state: 'placing' })
    expect(await recoverNow()).toMatchObject({ settled: 1, stillPending: 0 })
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state: 'placed' }])
    expect(await gatewayBooks(world)).toMatchObject([{ state: 'authorized', tries: 1 }])
  })

  test('BEYOND-12: a connection cut after the charge ends as one order with one charge', async () => {
    const shopperId = await cartPaidWith('1111')
    await drill(world, { fault: 'cut' })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'pending' })
    await recoverNow()
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state: 'placed' }])
    expect(await gatewayBooks(world)).toHaveLength(1)
  })

  test('BEYOND-12: a 503 is an unknown outcome: the payment is sent again with the same reference', async () => {
    const shopperId = await cartPaidWith('1111')
    await drill(world, { fault: '503' })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'pending' })
    expect(await world.database.rows(payments, [shopperId])).toEqual([{ state: 'unknown', slot: 1 }])
    await recoverNow()
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state: 'placed' }])
    expect(await gatewayBooks(world)).toHaveLength(1)
  })

  test('OPEN-65: a card that is answered 503 for a minute (0135) is given up after a void was accepted', async () => {
    const shopperId = await cartPaidWith('0135')
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'pending' })
    expect(await recoverNow()).toMatchObject({ settled: 0, stillPending: 1 })
    await world.database.count(age)
    expect(await recoverNow()).toMatchObject({ settled: 1 })
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state: 'refused' }])
    expect(await world.database.rows(payments, [shopperId])).toEqual([{ state: 'refused', slot: 1 }])
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500, held: 0 })
  })

  test('BEYOND-12: a charge that comes late, after the order was given up, finds the door shut', async () => {
    const shopperId = await cartPaidWith('1111')
    await drill(world, { fault: '503' })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'pending' })
    await world.database.count(age)
    expect(await recoverNow()).toMatchObject({ settled: 1 })
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state: 'refused' }])
    const late = await world.database.row(asked, [shopperId])
    if (late === undefined) throw new Error('no payment')
    const request = { ...late, currency: 'USD', method: 'card' } as const
    expect(await orders.gateway.authorize(request)).toEqual({ state: 'refused', reason: 'voided' })
  })

  test.each([
    { arrives: 'within the minute, and pays the order', isLate: false, state: 'placed', held: 1 },
    { arrives: 'after it, and finds the door shut', isLate: true, state: 'refused', held: 0 },
  ])(
    'BEYOND-12: a request of a dead process, not found and not sent again, arrives $arrives',
    async ({ isLate, state, held }) => {
      const shopperId = await cartPaidWith('1111')
      const withAuthorize = (authorize: CardGateway['authorize']): OrderDeps => {
        return { ...orders, gateway: { ...orders.gateway, authorize } }
      }
      const onItsWay: AuthorizeRequest[] = []
      const dying = withAuthorize(async (request) => {
        onItsWay.push(request)
        throw new Error('dies')
      })
      expect(await order(dying, shopperId)).toMatchObject({ kind: 'pending' })
      const cutOff = withAuthorize(async () => ({ state: 'notSent', why: 'breakerOpen' }))
      await world.database.count(endLeases)
      expect(await recover(cutOff)).toMatchObject({ settled: 0, stillPending: 1 })
      await world.database.count(endLeases)
      // she is not asked to pay again while her card may still be charged
      expect(await order(cutOff, shopperId)).toMatchObject({ kind: 'pending' })
      expect(await world.database.rows(payments, [shopperId])).toEqual([{ state: 'sent', slot: 1 }])
      if (isLate) {
        await world.database.count(age)
        await recoverNow()
      }
      for (const request of onItsWay) await orders.gateway.authorize(request)
      if (!isLate) await recoverNow()
      expect(await world.database.rows(ordersOf, [shopperId])).toEqual([{ state }])
      const holding = (await gatewayBooks(world)).filter((booked) => booked.state === 'authorized')
      expect([onItsWay.length, holding.length]).toEqual([1, held])
    },
  )

  test('BEYOND-12: a processor that cannot be reached frees everything at once, and after five tries nothing is held at all', async () => {
    const shopperId = await cartPaidWith('1111')
    const { apiKey, merchantAccount } = world.config.gateway
    // nobody listens there
    const gateway = createBuiltInGateway({ origin: 'http://127.0.0.1:9', apiKey, merchantAccount, connection: {} })
    const cutOff = { ...orders, gateway }
    const unavailable = { kind: 'refused', problem: { code: 'serviceUnavailable' } }
    for (let nth = 0; nth < 5; nth += 1) expect(await order(cutOff, shopperId)).toMatchObject(unavailable)
    expect(await readStock(world.database, sku.mug, warehouse)).toEqual({ onHand: 500, held: 0 })
    expect(gateway.isOpen()).toBe(true)
    const before = await world.database.rows(ordersOf, [shopperId])
    expect(await order(cutOff, shopperId)).toMatchObject(unavailable)
    expect(await world.database.rows(ordersOf, [shopperId])).toEqual(before)
    expect((await world.database.rows(payments, [shopperId])).every(({ state }) => state === 'started')).toBe(true)
    gateway.close()
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
  })
})
