import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { recover } from '#server/order/place/recovery.ts'
import { closeRegistry } from '#server/registry/registry-details-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { countsOf, newRegistryOf } from '#test/builders/registry.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { expectBalancedBooks, tally } from '#test/order/ordering.ts'
import { type PatientOrders, patientOrders } from '#test/order/patient.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const forGift = statement('test.for-gift', 'update shop.cart_line set gift_registry_id = $2 where shopper_id = $1')
const ownerOf = statement<{ shopperId: string }>(
  'test.owner',
  'select shopper_id as "shopperId" from shop.registry where gr_id = $1',
)
// as the order's own transaction wrote it then, without a look at closed_at
const giveAsBefore = statement(
  'test.give-as-before',
  `insert into shop.registry_gift (shopper_id, order_id, line_no, gr_id, sku, quantity, giver_names)
   select shopper_id, order_id, 99, gr_id, sku, 1, '' from shop.registry_gift where gr_id = $1`,
)
const forgetGivenAsBefore = statement(
  'test.forget-given-as-before',
  'delete from shop.registry_gift where line_no = 99',
)
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")

describe('CALM-66: the orders of a registry that is closed', () => {
  let world: World
  let parts: PatientOrders
  beforeEach(async () => {
    world = await createWorld()
    parts = patientOrders(world)
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await parts.close()
    await world.close()
  })

  async function cartFor(grId: number): Promise<string> {
    const token = await cardToken(world, '1111')
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens: [token] })
    await world.database.count(forGift, [shopperId, grId])
    return shopperId
  }

  async function close(grId: number, isClosed = true): Promise<void> {
    const owner = await world.database.row(ownerOf, [grId])
    const own = { shopperId: owner?.shopperId ?? '', variant: variants.cb }
    expect(await closeRegistry(world.database, own, grId, isClosed)).toBe(true)
  }

  test('what is placed stays placed; what was not is refused with the reason, and the cart keeps it', async () => {
    const { owner, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 3 }])
    expect(tally([await order(parts.orders, await cartFor(grId))])).toEqual({ placed: 1 })
    const late = await cartFor(grId)
    await close(grId)
    expect(tally([await order(parts.orders, late)])).toEqual({ registryClosedInCart: 1 })
    const { page } = await owner.page(`/gift-registry/registrant-list/${grId}`)
    expect(page).toMatchObject({ registries: [{ isClosed: true, items: [{ bought: 1 }] }], gifts: [{ quantity: 1 }] })
    await close(grId, false)
    expect(tally([await order(parts.orders, late)])).toEqual({ placed: 1 })
  })

  test('nor is one placed by a server from before registries could be closed, while a new version is rolled out', async () => {
    const { grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 3 }])
    expect(tally([await order(parts.orders, await cartFor(grId))])).toEqual({ placed: 1 })
    const asBefore = () => world.database.transaction((tx) => tx.count(giveAsBefore, [grId]))
    await close(grId)
    await expect(asBefore()).rejects.toThrow(/is closed/)
    await close(grId, false)
    expect(await asBefore()).toBe(1)
    await world.database.count(forgetGivenAsBefore)
  })

  test('an order on its way when the registry closes ends as it would', async () => {
    const { owner, link, grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    await drill(world, { fault: 'cut' })
    const quick = { ...parts.orders, gateway: world.shop.orders.gateway }
    expect(tally([await order(quick, await cartFor(grId))])).toEqual({ pending: 1 })
    await close(grId)
    await world.database.count(endLeases)
    await recover(parts.orders)
    await close(grId, false)
    expect(await countsOf(owner, link, sku.mug)).toEqual({ wanted: 1, bought: 1, held: 0 })
  }, 60_000)
})
