import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { createStockedDatabase, roleUrl, type TestDatabase } from '#test/database.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { jobsOf } from '#test/order/jobs-of.ts'
import { expectBalancedBooks, orderCounts } from '#test/order/ordering.ts'
import { order } from '#test/order/place.ts'
import { makeRoles } from '#test/superuser.ts'
import { createWorld, type World } from '#test/world.ts'

const who = statement<{ who: string }>('test.who', 'select current_user::text as who')

describe.each(['web', 'worker'])('OPS-19: a shop whose database knows it as cartwright_%s', (role) => {
  let made: TestDatabase
  let world: World
  beforeAll(async () => {
    made = await createStockedDatabase()
    await makeRoles(made.url)
    world = await createWorld({ on: { ...made, shopUrl: roleUrl(made.url, role) } })
  })
  afterAll(async () => {
    await world.close()
    await made.drop()
  })

  test('places orders and works off what is left of them', async () => {
    const { orders } = world.shop
    expect(await orders.database.row(who)).toEqual({ who: `cartwright_${role}` })
    const token = await cardToken(world)
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token] })
    expect(await order(orders, shopperId)).toMatchObject({ kind: 'placed' })
    expect(await orderCounts(world)).toEqual({ placed: 1 })
    await jobsOf(world).jobs.expire?.(null)
    await expectBalancedBooks(world)
  })

  test('serves a visitor who fills a cart', async () => {
    const shopper = world.shopper('cb')
    const added = await shopper.call('cart', 'addItems', { items: [{ Sku: sku.mug, Quantity: 2 }] })
    expect(added).toMatchObject({ isSuccess: true, cartQuantity: 2 })
    expect(await shopper.call('cart', 'getCartJsx', {})).toMatchObject({ lineItems: [{ sku: sku.mug, quantity: 2 }] })
  })
})
