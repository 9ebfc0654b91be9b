import { afterAll, beforeAll, expect, test } from 'vitest'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { startWorker, type Worker } from '#server/jobs/worker.ts'
import type { DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { type Opened, openAndNote } from '#test/builders/socket-writes.ts'
import { deliveryDeps } from '#test/order/deliveries.ts'
import { watchesOf } from '#test/order/guard.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let writes: Opened['writes']
let wire: Opened['wire']
let parts: DeliveryDeps & { readonly mail: { close(): void } }
let worker: Worker
beforeAll(async () => {
  world = await createWorld()
  ;({ wire, writes } = await openAndNote(world))
  parts = deliveryDeps(world, world.config.mail.port)
  const { jobs } = shopJobs(parts, world.clock.now, world.database, watchesOf(parts), world.config.retention)
  worker = startWorker({ url: world.databaseUrl, log: world.shop.orders.log, jobs, clock: [], pollMs: 10_000 })
})
afterAll(async () => {
  writes.end()
  await worker.stop()
  parts.mail.close()
  await world.close()
})

async function guest(): Promise<TestShopper> {
  const shopper = testShopper(wire, variants.cb)
  await add(shopper, item(sku.mug, 2))
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('cart', 'checkout', {})
  expect(await shopper.call('checkout', 'validateAndSaveAddress', address())).toMatchObject({ isSuccess: true })
  const cardOneData = await newCard(world, shopper)
  expect(await shopper.call('payment', 'savePayment', { cardOneData })).toMatchObject({ isSuccess: true })
  return shopper
}

/** What leaves for the database between the press and the end of the job that mails the order: each write of it. */
async function writesOfOrder(nth: number): Promise<readonly string[]> {
  const shopper = await guest()
  writes.clear()
  const answer = await shopper.rawCall('order', 'placeOrder', { adata: '' }, { key: `press-number-${nth}` })
  expect(answer.json()).toMatchObject({ isSuccess: true })
  const complete = 'complete_job/graphile_worker'
  await expect.poll(() => writes.database, { timeout: 25_000 }).toContain(complete)
  // a hand that looks for the next job does so before it hears that its last one is done
  await expect.poll(() => world.database.rows(jobsLeft)).toEqual([])
  // a mail's own writes hold no statement; a connection that is opened meanwhile and told its settings is there without any order
  const ofOthers = new Set(['', 'begin', 'rollback', jobsLeft.name])
  return writes.database.filter((each) => !ofOthers.has(each) && !each.startsWith('select set_config('))
}

const jobsLeft = statement('test.jobs-left', 'select from graphile_worker.jobs')

test('an order of a guest by card, with its mail: each statement once, 25 in 9 writes with the look for a next job, what need not wait for another in one', async () => {
  // the first prepares statements, and reads what is kept from then on
  await writesOfOrder(1)
  expect(await writesOfOrder(2)).toEqual([
    'begin, session.find+request-key.insert, session.proven+cart.lock, cart.load',
    'cart.change-state, order.must-insert, order.must-hold-stock, card-try.lock, card-try.must-insert, commit',
    'begin, order.lock, order.record-last-outcome, order.what-waits',
    'cart.change-state, order.place, order.sell-stock, card-try.delete, request-key.finish, commit',
    'get_job/graphile_worker',
    'order.take-from-outbox',
    'order.finish-outbox',
    // in vain
    'get_job/graphile_worker',
    'complete_job/graphile_worker',
  ])
})

const waiting = statement(
  'test.waiting',
  `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)
const ordersOf = statement<{ orders: number; tries: number }>(
  'test.left-of-orders',
  `select (select count(*)::int from shop.orders) as orders, (select count(*)::int from shop.card_try) as tries`,
)

test('where a piece is gone by the time it is to be held, nothing of the order is kept and the answer is that of a piece that is gone', async () => {
  const [first, second] = [await guest(), await guest()]
  const before = await world.database.row(ordersOf)
  const press = (shopper: TestShopper, key: string) =>
    shopper.rawCall('order', 'placeOrder', { adata: '' }, { key: `the-last-piece-${key}` })
  writes.clear()
  const pressed = await world.database.transaction(async (tx) => {
    await tx.count(takeAll, [sku.mug])
    const answer = press(first, 'first')
    await expect.poll(() => world.database.rows(waiting)).toHaveLength(1)
    return { answer }
  })
  const { body } = await pressed.answer
  expect(writes.database.join()).toContain('order.must-hold-stock')
  const { basketId: _first, ...gone } = JSON.parse(body)
  const { basketId: _second, ...told } = (await press(second, 'second')).json()
  expect(gone).toMatchObject({ isSuccess: false })
  expect(gone).toEqual(told)
  expect(await world.database.row(ordersOf)).toEqual(before)
  await world.database.count(putBack, [sku.mug])
})

const takeAll = statement('test.take-all', 'update shop.stock set on_hand = 0 where sku = $1')
const putBack = statement('test.put-back', 'update shop.stock set on_hand = 500 where sku = $1')
