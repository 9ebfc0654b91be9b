import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember, signedIn } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, endDrill, gatewayBooks } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const pendingCount = statement<{ count: number }>(
  'test.pending-of-waiting',
  "select count(*)::int as count from shop.orders where state = 'pending'",
)
const giveUp = statement(
  'test.give-up-waiting',
  `update shop.orders set created_at = created_at - interval '61 seconds', lease_until = now() - interval '1 second'
   where state = 'pending'`,
)
const prove = statement(
  'test.prove-waiting',
  'update shop.account set email_verified_at = case when $2 then now() end where email = $1',
)
const closeCart = statement(
  'test.close-waiting',
  "update shop.cart set state = 'abandoned' where shopper_id = $1 and state = 'open'",
)
const forget = statement('test.forget-waiting', 'delete from shop.throttle')

// a busy machine takes its time
const patience = { timeout: 25_000 }

describe('a browser signs in while an order is on its way', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    world = await createWorld()
    token = await cardToken(world)
  })
  beforeEach(() => world.database.count(forget).then(() => undefined))
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
  })
  afterAll(() => world.close())

  const shopperIdOf = async (shopper: TestShopper) => {
    await shopper.get('/session')
    return (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
  }
  const seed = async (shopper: TestShopper) =>
    insertCart(world.database, {
      lines: [{ sku: sku.mug, quantity: 2 }],
      tokens: [token],
      shopperId: await shopperIdOf(shopper),
    })
  const press = async (shopper: TestShopper, key: string, body: object = {}) =>
    (await shopper.rawCall('order', 'placeOrder', { adata: '', ...body }, { key })).json()
  const seen = async (shopper: TestShopper) => {
    const { basketId, orderSummary } = await shopper.call('checkout', 'refreshCheckout', {})
    return { basketId, shownTotal: orderSummary.total }
  }
  const isPending = (orders: number) =>
    expect.poll(async () => (await world.database.row(pendingCount))?.count, patience).toBe(orders)
  const authorized = async () => (await gatewayBooks(world)).filter(({ state }) => state === 'authorized').length
  const linesOf = async (shopper: TestShopper) => {
    const { lineItems, savedForLater } = await shopper.call('cart', 'getCartJsx', {})
    const told = (lines: typeof lineItems) => lines.map((line) => [line.sku, line.quantity])
    return { cart: told(lineItems), saved: told(savedForLater) }
  }
  /** A vase in the cart and a shelf put aside. */
  async function fill(guest: TestShopper): Promise<void> {
    await add(guest, item(sku.shelf), item(sku.sofaOat))
    const { lineItems } = await guest.call('cart', 'getCartJsx', {})
    await guest.call('cart', 'saveForLater', { lineItemId: lineItems.find((line) => line.sku === sku.shelf)?.id ?? '' })
  }

  test('SAFE-12 SAFE-13: the account’s own order is on its way: what the guest had in her cart is in the account’s when it has ended', async () => {
    const { shopper: elsewhere, email } = await newMember(world)
    await seed(elsewhere)
    const charged = await authorized()
    await drill(world, { fault: 'slow', delayMs: 6_000 })
    const shown = await seen(elsewhere)
    const first = press(elsewhere, 'own-order', shown)
    await isPending(1)
    let guestCart = {}
    const shopper = await signedIn(world, email, async (guest) => {
      await fill(guest)
      guestCart = await seen(guest)
    })
    // the guest's page shows another cart, and orders nothing
    expect(await press(shopper, 'page-of-guest', guestCart)).toMatchObject({ isSuccess: false })
    await endDrill(world)
    const answer = await first
    expect(answer).toMatchObject({ isSuccess: true })
    for (const one of [shopper, elsewhere]) {
      expect(await linesOf(one)).toEqual({ cart: [[sku.sofaOat, 1]], saved: [[sku.shelf, 1]] })
      expect(await press(one, 'own-order', shown)).toEqual(answer)
      expect((await press(one, 'own-order-again', shown)).orderNumber).toBe(answer.orderNumber)
    }
    expect(await press(shopper, 'page-of-guest-again', guestCart)).toMatchObject({ isSuccess: false })
    expect(await authorized()).toBe(charged + 1)
  })

  test('SAFE-12 SAFE-13: orders of the account and of the guest are given up after the sign-in: all lines are in the account’s cart', async () => {
    const { shopper: elsewhere, email } = await newMember(world)
    await seed(elsewhere)
    const charged = await authorized()
    await drill(world, { fault: '503' })
    await drill(world, { fault: '503' })
    expect(await press(elsewhere, 'given-up-own')).toMatchObject({ isPending: true })
    const ordering = await signedIn(world, email, async (guest) => {
      await seed(guest)
      await fill(guest)
      expect(await press(guest, 'given-up-guest')).toMatchObject({ isPending: true })
    })
    const filling = await signedIn(world, email, fill)
    await isPending(2)
    await world.database.count(giveUp)
    await recover(world.shop.orders)
    for (const one of [ordering, filling, elsewhere]) {
      const { cart, saved } = await linesOf(one)
      expect(cart.toSorted()).toEqual(
        [
          [sku.mug, 4],
          [sku.sofaOat, 2],
        ].toSorted(),
      )
      expect(saved).toEqual([[sku.shelf, 2]])
    }
    expect(await authorized()).toBe(charged)
  })

  test('SAFE-13: what a guest had saved for later comes along when her order is placed after the sign-in', async () => {
    const { email } = await newMember(world)
    await drill(world, { fault: 'slow', delayMs: 6_000 })
    let first = Promise.resolve({ isSuccess: false })
    const shopper = await signedIn(world, email, async (guest) => {
      await seed(guest)
      await fill(guest)
      first = press(guest, 'guest-with-saved', await seen(guest))
      await isPending(1)
    })
    await endDrill(world)
    expect(await first).toMatchObject({ isSuccess: true })
    expect(await linesOf(shopper)).toEqual({ cart: [], saved: [[sku.shelf, 1]] })
  })

  test.each([
    ['before it, and comes along', true, [[sku.shelf, 3]]],
    ['only afterwards, and does not', false, []],
  ] as const)(
    'SAFE-51 SAFE-13: a cart waits for an account whose address was proven %s',
    async (_, isProvenBefore, lines) => {
      const { email } = await newMember(world)
      await world.database.count(prove, [email, isProvenBefore])
      let guestId = ''
      await signedIn(world, email, async (guest) => {
        await add(guest, item(sku.mug))
        guestId = await shopperIdOf(guest)
        await guest.call('cart', 'removeItem', {
          lineItemId: (await guest.call('cart', 'getCartJsx', {})).lineItems[0]?.id ?? '',
        })
      })
      // what came to the guest's cart too late for the sign-in
      await world.database.count(closeCart, [guestId])
      await insertCart(world.database, { shopperId: guestId, lines: [{ sku: sku.shelf, quantity: 3 }] })
      if (!isProvenBefore) await world.database.count(prove, [email, true])
      expect((await linesOf(await signedIn(world, email))).cart).toEqual(lines)
    },
  )
})
