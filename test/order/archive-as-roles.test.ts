import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { readRecordByNumber } from '#server/order/order-record-store.ts'
import { receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { sku } from '#test/builders/catalog.ts'
import { createStockedDatabase, roleUrl, type TestDatabase } from '#test/database.ts'
import { archiveByJob, letYearsPass, placesOf } from '#test/order/archived.ts'
import { placedBy } from '#test/order/cancelling.ts'
import { cardToken, gatewayBooks } from '#test/order/gateway.ts'
import { allWorkedOff, signedWebhook } from '#test/order/webhook.ts'
import { makeRoles } from '#test/superuser.ts'
import { createWorld, type World } from '#test/world.ts'

describe.each(['web', 'worker'])('SCALE-05: the archive of a shop that is cartwright_%s', (role) => {
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

  test('SCALE-05: takes orders by the job alone, is read, and gives one back when there is news of its money', async () => {
    const seed = { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [await cardToken(world)] }
    const { orderNumber } = await placedBy(world, seed)
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
    const { database } = world.shop.orders
    expect(await readRecordByNumber(database, orderNumber, variants.cb)).toMatchObject({ orderNumber, state: 'placed' })
    const [booked] = await gatewayBooks(world)
    const event = signedWebhook(world, 'CAPTURE', booked!, { psp: 'PSPCAPTURE001', original: booked!.psp })
    await receiveWebhook(world.shop.orders, event)
    await allWorkedOff(world)
    expect(await placesOf(world.database)).toEqual({ orders: 1, archived: 0, both: 0 })
    expect(await readRecordByNumber(database, orderNumber, variants.cb)).toMatchObject({ isPaymentTaken: true })
  })

  test('SCALE-05: nobody is let at it otherwise, and no young order is moved', async () => {
    const { database } = world.shop.orders
    const denied = {
      'delete-archived': 'delete from shop.order_archive',
      'insert-archived': `insert into shop.order_archive (order_id, shopper_id, year) select gen_random_uuid(), gen_random_uuid(), 2026`,
      'update-archived': `update shop.order_archive set state = 'placed'`,
      'delete-part': 'delete from shop_part.order_archive_2026',
      'put-back': `select shop_meta.put_back('orders', '[]')`,
    }
    for (const [name, text] of Object.entries(denied)) {
      await expect(database.rows(statement(`test.${name}`, text)), name).rejects.toMatchObject({ code: '42501' })
    }
    const young = statement('test.archive-young', "select shop_meta.archive_orders(1, '12 months')")
    await expect(database.rows(young)).rejects.toMatchObject({ code: '22023' })
  })
})
