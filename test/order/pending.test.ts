import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill, endDrill } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const age = statement('test.age', "update shop.orders set created_at = created_at - interval '61 seconds'")
const cartState = statement<{ state: string; version: number; taxZip: string }>(
  'test.cart-state',
  'select state, version, tax_zip as "taxZip" from shop.cart where shopper_id = $1',
)

// a busy machine takes its time
const patience = { timeout: 25_000 }

describe('while the processor has not said', () => {
  let world: World
  let shopper: ReturnType<World['shopper']>
  let shopperId: string
  beforeEach(async () => {
    world = await createWorld()
    shopper = world.shopper()
    await shopper.get('/session')
    shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    await insertCart(world.database, {
      shopperId,
      lines: [{ sku: sku.mug, quantity: 1 }],
      tokens: [await cardToken(world)],
    })
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await world.close()
  })

  const press = () => shopper.call('order', 'placeOrder', { adata: '' })
  const confirmation = () => shopper.call('order', 'getOrderConfirmation', {})

  test('BEYOND-02: the answer leads to the confirmation, which waits, and then shows the placed order', async () => {
    await drill(world, { fault: 'cut' })
    const reply = await press()
    expect(reply).toMatchObject({ isSuccess: true, isPending: true, redirectUrl: '/checkout/confirmation' })
    const { orderNumber } = reply
    expect(await confirmation()).toMatchObject({ isPending: true, isRefused: false, orderNumber })
    await world.database.count(endLeases)
    await recover(world.shop.orders)
    expect(await confirmation()).toMatchObject({ isPending: false, isRefused: false, orderNumber })
    expect(await press()).toMatchObject({ isSuccess: true, isPending: false, orderNumber })
  })

  test('BEYOND-02: an order that could not be placed says so: not charged, back to review', async () => {
    await drill(world, { fault: '503', count: 5 })
    expect(await press()).toMatchObject({ isPending: true })
    await world.database.count(age)
    await world.database.count(endLeases)
    await recover(world.shop.orders)
    expect(await confirmation()).toMatchObject({
      isPending: false,
      isRefused: true,
      errorMessage: 'Your order was interrupted. You were not charged. Please try again.',
      redirectUrl: '/checkout/review',
    })
    await endDrill(world)
    expect(await press()).toMatchObject({ isSuccess: true, isPending: false })
  })

  test('OPEN-07: a second press while the first is at work waits for its answer', async () => {
    await drill(world, { fault: 'slow', delayMs: 600 })
    const [first, second] = await Promise.all([press(), press()])
    expect(first).toMatchObject({ isSuccess: true, isPending: false })
    expect(second).toEqual(first)
  })

  test('ORDER-20: nothing in the cart changes while its order is being placed', async () => {
    await drill(world, { fault: 'slow', delayMs: 6_000 })
    const placing = press()
    await expect.poll(async () => (await world.database.row(cartState, [shopperId]))?.state, patience).toBe('placing')
    const before = await world.database.row(cartState, [shopperId])
    const changes = await Promise.all(
      Array.from({ length: 10 }, () => shopper.call('cart', 'applyZipCode', { zip: '10001', country: 'US' })),
    )
    expect(new Set(changes.map(({ isSuccess }) => isSuccess))).toEqual(new Set([false]))
    expect(changes[0]?.message).toBe('Your order is being placed. Please wait a moment.')
    expect(await world.database.row(cartState, [shopperId])).toEqual(before)
    await endDrill(world)
    expect(await placing).toMatchObject({ isSuccess: true })
  })
})
