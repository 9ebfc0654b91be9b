import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { recover } from '#server/order/place/recovery.ts'
import { sku } from '#test/builders/catalog.ts'
import { countsOf, newRegistryOf, type Registry } from '#test/builders/registry.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { insertCartOf } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill } from '#test/order/gateway.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const forGift = statement(
  'test.for-gift',
  'update shop.cart_line set gift_registry_id = $2 where shopper_id = $1 and sku = $3',
)
const endLeases = statement('test.end-leases', "update shop.orders set lease_until = now() where state = 'pending'")
const payWith = statement('test.pay-with', 'update shop.cart_payment set token = $2 where shopper_id = $1')
const holdBeside = statement(
  'test.hold-beside',
  `insert into shop.registry_hold (shopper_id, cart_id, gr_id, sku, quantity, until)
   select shopper_id, cart_id, $1, $2, 1, now() + interval '5 minutes' from shop.orders`,
)

describe('SAFE-24: each piece of a wish is counted once', () => {
  let world: World
  let registry: Registry
  let giver: TestShopper
  beforeEach(async () => {
    world = await createWorld()
    registry = await newRegistryOf(world, [{ sku: sku.mug, quantity: 3 }])
    giver = world.shopper()
  })
  afterEach(async () => {
    await deliverAll(world)
    await expectBalancedBooks(world)
    await world.close()
  })

  /** A giver of two of the three mugs, at the review step. */
  async function giveTwo(lastFour: string): Promise<string> {
    const tokens = [await cardToken(world, lastFour)]
    const shopperId = await insertCartOf(world, giver, { lines: [{ sku: sku.mug, quantity: 2 }], tokens })
    await world.database.count(forGift, [shopperId, registry.grId, sku.mug])
    return shopperId
  }

  const press = () => giver.call('order', 'placeOrder', { adata: '' })
  const counts = () => countsOf(registry.owner, registry.link, sku.mug)
  const held = { wanted: 3, bought: 0, held: 2 }
  const bought = { wanted: 3, bought: 2, held: 0 }

  /** Back to the review page, in this tab, by a reload, and in another. */
  async function review(times = 3): Promise<void> {
    for (let nth = 0; nth < times; nth += 1) await giver.page('/checkout/review')
    expect(await counts()).toEqual(held)
  }

  async function atTheBank(url: string, answer: 'confirm' | 'refuse'): Promise<void> {
    const sent = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' })
    const back = new URL(sent.headers.get('location') ?? '')
    await giver.get(`${back.pathname}${back.search}`)
  }

  test("SAFE-24: Place Order, Back from the bank's page, review, Place Order, confirm: 3 wished, 2 bought, 1 free at once", async () => {
    await giveTwo('0143')
    await review()
    const { redirectUrl } = await press()
    await review()
    expect(await press()).toMatchObject({ redirectUrl })
    await review()
    await atTheBank(redirectUrl, 'confirm')
    expect(await counts()).toEqual(bought)
    await giver.page('/checkout/confirmation')
    await giver.get('/checkout/review')
    expect(await counts()).toEqual(bought)
  })

  test("SAFE-24: the bank's page refused, a declined card and a new try: held by the cart while she is there, then bought", async () => {
    const shopperId = await giveTwo('0143')
    await review()
    const { redirectUrl } = await press()
    await review()
    await atTheBank(redirectUrl, 'refuse')
    expect(await counts()).toEqual({ wanted: 3, bought: 0, held: 0 })
    await review()
    await world.database.count(payWith, [shopperId, await cardToken(world, '0002')])
    expect(await press()).toMatchObject({ isSuccess: false })
    expect(await counts()).toEqual({ wanted: 3, bought: 0, held: 0 })
    await review()
    await world.database.count(payWith, [shopperId, await cardToken(world)])
    expect(await press()).toMatchObject({ isSuccess: true })
    expect(await counts()).toEqual(bought)
  })

  test('SAFE-24: a lost answer of the processor, and review again: bought at once when recovery finds the money', async () => {
    await giveTwo('1111')
    await review()
    await drill(world, { fault: 'cut' })
    expect(await press()).toMatchObject({ isPending: true })
    await review()
    await world.database.count(endLeases)
    await recover(world.shop.orders)
    expect(await counts()).toEqual(bought)
  })

  test('SAFE-24: a giver who comes to the review page at the very moment her order is placed holds nothing beside it', async () => {
    await giveTwo('1111')
    await review(1)
    await Promise.all([press(), ...Array.from({ length: 4 }, () => giver.get('/checkout/review'))])
    expect(await counts()).toEqual(bought)
  })

  test('SAFE-24: a piece that is held by a cart and by its order is found in the books', async () => {
    await giveTwo('1111')
    await press()
    await world.database.count(holdBeside, [registry.grId, sku.mug])
    expect((await checkInvariants(world.database)).map(({ invariant }) => invariant)).toEqual(['I25'])
    await world.database.count(statement('test.drop-holds', 'delete from shop.registry_hold'))
  })
})
