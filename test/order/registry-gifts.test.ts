import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { recover } from '#server/order/place/recovery.ts'
import { address } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { countsOf, give, newRegistryOf } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { cancel, insertCartOf } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, tally } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const forGift = statement(
  'test.for-gift',
  'update shop.cart_line set gift_registry_id = $2 where shopper_id = $1 and sku = $3',
)
const endHolds = statement('test.end-holds', "update shop.registry_hold set until = now() - interval '1 second'")
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")

describe('BEYOND-04: honest counts of a registry', () => {
  let world: World
  let parts: PatientOrders
  let orders: OrderDeps
  beforeEach(async () => {
    world = await createWorld()
    parts = patientOrders(world)
    orders = parts.orders
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await parts.close()
    await world.close()
  })

  /** A giver's cart at the review step with pieces of the mug for a registry. */
  async function cartFor(grId: number, quantity: number, lastFour = '1111'): Promise<string> {
    const token = await cardToken(world, lastFour)
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity }], tokens: [token] })
    await world.database.count(forGift, [shopperId, grId, sku.mug])
    return shopperId
  }

  /** A guest with one mug of the registry, on the first step of the checkout. */
  async function inCheckout(link: string): Promise<TestShopper> {
    const shopper = world.shopper()
    expect(await give(shopper, link, sku.mug)).toBe('/checkout/cart')
    await shopper.submit('/checkout', { isGuestCheckout: 'true' })
    return shopper
  }

  test('SCENE-21 BEYOND-04: two givers hold one each, one leaves: after the hold one is free again, after the order one is bought', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 2 }])
    const [first, second] = [await inCheckout(link), await inCheckout(link)]
    expect((await first.page('/checkout/shipping')).page.name).toBe('checkout')
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 0, held: 1 })
    expect((await second.page('/checkout/shipping')).page.name).toBe('checkout')
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 0, held: 2 })

    // going back to the cart is leaving
    await second.page('/checkout/cart')
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 0, held: 1 })
    await second.page('/checkout/shipping')
    // and so is doing nothing for a quarter of an hour
    await world.database.count(endHolds)
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 0, held: 0 })

    const buyer = await cartFor(grId, 1)
    expect(tally([await order(orders, buyer)])).toEqual({ placed: 1 })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 1, held: 0 })
  })

  test('BEYOND-04: whoever comes to the checkout when all pieces are held is told, and stays in the cart until one is free', async () => {
    const { link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    const [first, late] = [await inCheckout(link), await inCheckout(link)]
    await first.page('/checkout/shipping')
    const { page, frame } = await late.page('/checkout/shipping')
    expect([page.name, frame.notice]).toEqual(['cart', expect.stringMatching(/^Somebody else is buying a gift/)])
    await first.page('/checkout/cart')
    expect((await late.page('/checkout/shipping')).page.name).toBe('checkout')
  })

  test('BEYOND-04: of 12 givers who place the order for the last wanted piece at the same moment exactly one gets it, the others are told', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    const givers = await Promise.all(Array.from({ length: 12 }, () => cartFor(grId, 1)))
    const outcomes = await Promise.all(givers.map((shopperId) => order(orders, shopperId)))
    expect(tally(outcomes)).toEqual({ placed: 1, registryGiftTaken: 11 })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 1, bought: 1, held: 0 })
  })

  test('BEYOND-04: pieces on two lines count together, and more than is wanted is refused whole', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 3 }])
    const token = await cardToken(world)
    const line = { sku: sku.mug, quantity: 2 }
    const { shopperId } = await insertCart(world.database, { lines: [line, line], tokens: [token] })
    await world.database.count(forGift, [shopperId, grId, sku.mug])
    expect(tally([await order(orders, shopperId)])).toEqual({ registryGiftTaken: 1 })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 3, bought: 0, held: 0 })
  })

  test('BEYOND-04: a declined card gives the piece back, and another giver buys it', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    expect(tally([await order(orders, await cartFor(grId, 1, '0002'))])).toEqual({ cardRefused: 1 })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 1, bought: 0, held: 0 })
    expect(tally([await order(orders, await cartFor(grId, 1))])).toEqual({ placed: 1 })
  })

  test('BEYOND-04 ORDER-21: while the processor is silent the piece is held, and it is bought when the order is settled', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    await drill(world, { fault: 'cut' })
    const buyer = await cartFor(grId, 1)
    const quick = { ...orders, gateway: world.shop.orders.gateway }
    expect(tally([await order(quick, buyer)])).toEqual({ pending: 1 })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 1, bought: 0, held: 1 })
    expect(tally([await order(orders, await cartFor(grId, 1))])).toEqual({ registryGiftTaken: 1 })
    await world.database.count(endLeases)
    await recover(orders)
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 1, bought: 1, held: 0 })
  }, 60_000)

  test('BEYOND-04 REG-31: an order that its giver cancels gives its pieces back: the counts are right, and nobody is thanked for it', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 2 }])
    const giver = world.shopper()
    const tokens = [await cardToken(world)]
    const shopperId = await insertCartOf(world, giver, { lines: [{ sku: sku.mug, quantity: 2 }], tokens })
    await world.database.count(forGift, [shopperId, grId, sku.mug])
    const { orderNumber } = await giver.call('order', 'placeOrder', { adata: '' })
    const gifts = async () => {
      const { page } = await owner.page(`/gift-registry/registrant-list/${grId}`)
      return page.name === 'registrantList' ? page.gifts.map(({ quantity }) => quantity) : null
    }
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 2, held: 0 })
    expect(await gifts()).toEqual([2])
    expect(await cancel({ shopper: giver, orderNumber })).toMatchObject({ isSuccess: true })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 0, held: 0 })
    expect(await gifts()).toEqual([])
    // and another giver buys what is free again
    expect(tally([await order(orders, await cartFor(grId, 2))])).toEqual({ placed: 1 })
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 2, bought: 2, held: 0 })
  })

  test('REG-31: the owner sees who gave what with the message, and notes whom she has thanked; nobody else can', async () => {
    const { owner, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 2 }])
    await order(orders, await cartFor(grId, 2))
    const gifts = async () => {
      const { page } = await owner.page(`/gift-registry/registrant-list/${grId}`)
      return page.name === 'registrantList' ? page.gifts : []
    }
    const [gift] = await gifts()
    expect(gift).toMatchObject({ giverNames: 'Ada Byron', quantity: 2, isThanked: false })
    expect(JSON.stringify(gift)).not.toContain('Analytical Way')
    const { orderId = '', lineNo = 0 } = gift ?? {}
    const form = { grId: `${grId}`, orderId, lineNo: `${lineNo}`, isThanked: 'true' }
    const { owner: other } = await newRegistryOf(world, [])
    await other.submit('/gift-registry/thank', form)
    expect((await gifts()).map(({ isThanked }) => isThanked)).toEqual([false])
    await owner.submit('/gift-registry/thank', form)
    expect((await gifts()).map(({ isThanked }) => isThanked)).toEqual([true])
  })

  test('OPEN-101: after the event the owner puts what nobody gave into her cart', async () => {
    const { owner, grId } = await newRegistryOf(world, [
      { sku: sku.mug, quantity: 3 },
      { sku: sku.towel, quantity: 1 },
    ])
    await order(orders, await cartFor(grId, 2))
    await owner.get(`/gift-registry/registrant-list/${grId}`)
    expect((await owner.submit('/gift-registry/complete', { grId: `${grId}` })).headers.location).toBe('/checkout/cart')
    const { lineItems } = await owner.call('cart', 'getCartJsx', {})
    expect(lineItems.map((line) => [line.sku, line.quantity, line.grId])).toEqual([
      [sku.mug, 1, grId],
      [sku.towel, 1, grId],
    ])
  })

  test('ROUTE-25: a guest on the way to a registrant gives an address of her own where she pays', async () => {
    const { link } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    const shopper = await inCheckout(link)
    await shopper.call('checkout', 'saveBillingAddress', { ...address(), isSameAsShipping: false })
    const reply = await shopper.call('checkout', 'refreshCheckout', {})
    expect([reply.isBillingSame, reply.billingAddress?.address1]).toEqual([false, '100 Main Street'])
  })
})
