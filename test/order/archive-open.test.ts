import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { removeWhatIsOver } from '#server/watch/retention.ts'
import { sku } from '#test/builders/catalog.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import { archiveByJob, letYearsPass, placesOf } from '#test/order/archived.ts'
import { cardToken } from '#test/order/gateway.ts'
import { buyGift } from '#test/order/gifts.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

const ofPayment = 'where shopper_id = $1'
const paymentIn = (state: string) => [
  `update shop.payment set state = '${state}' ${ofPayment}`,
  `update shop.payment set state = 'authorized' ${ofPayment}`,
]
const eventIn = (state: string) => [
  `insert into shop.webhook_event (provider, event_id, reference, body_sha256, state)
   select provider, 'open ${state}', reference, '', '${state}' from shop.payment ${ofPayment}`,
  "update shop.webhook_event set state = 'done' where event_id like 'open %' and $1::text <> ''",
]
const undelivered = (key: string) => [
  `insert into shop.outbox (shopper_id, topic, key, payload) select shopper_id, ${key}, '{}' from shop.payment ${ofPayment}`,
  `update shop.outbox set done_at = now() ${ofPayment}`,
]

/** What keeps an order where it is, and how that ends; $1 is its shopper. */
const open: { readonly [what: string]: readonly string[] } = {
  'a payment on the wire': paymentIn('sent'),
  'a payment of which nobody knows': paymentIn('unknown'),
  'a shopper at the page of her bank': [
    `update shop.payment set state = 'challenged', challenge_url = '/', challenge_until = now() ${ofPayment}`,
    `update shop.payment set state = 'authorized' ${ofPayment}`,
  ],
  'money on its way back': paymentIn('voiding'),
  'a webhook event that nobody worked off': eventIn('new'),
  'a webhook event that waits for a person': eventIn('dead'),
  'a dispute that nobody ended': [
    `insert into shop.alarm (kind, key, facts) select 'dispute', reference, '{}' from shop.payment ${ofPayment}`,
    `update shop.alarm set resolved_at = now() where kind = 'dispute' and $1::text <> ''`,
  ],
  'a mail that was not sent': undelivered("'mail.order-cancelled', order_id::text"),
  'a void that was not sent': undelivered("'payment.void', reference || ' PSP'"),
  'a request that waits for it': [
    `insert into shop.request_key (shopper_id, key, method_path, request_sha256, lease_until, order_shopper_id, order_id)
     select shopper_id, 'open', 'POST /', '', now() + interval '1 hour', shopper_id, order_id from shop.payment ${ofPayment}`,
    `delete from shop.request_key ${ofPayment}`,
  ],
  'a round of reconciling that waits for a person': [
    `insert into shop.reconcile_round (provider, since, compared, would, state)
     select provider, now(), 1, jsonb_build_array(jsonb_build_object('reference', reference)), 'held' from shop.payment ${ofPayment}`,
    "update shop.reconcile_round set state = 'dropped', ended_at = now() where state = 'held' and $1::text <> ''",
  ],
}

describe('SCALE-05: what is open is not archived', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  const run = (name: string, text: string, shopperId: string) =>
    world.database.count(statement(`test.${name}`, text), [shopperId])
  const sweep = () => removeWhatIsOver({ ...world.shop.orders, retention: world.config.retention })

  async function placed(): Promise<string> {
    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 1 }], tokens })
    expect((await order(world.shop.orders, shopperId)).kind).toBe('placed')
    await letYearsPass(world)
    return shopperId
  }

  test.each(Object.entries(open))(
    'SCALE-05: an order with %s stays, and goes when that is over',
    async (what, [begin = '', end = '']) => {
      const shopperId = await placed()
      const name = what.replaceAll(' ', '-')
      expect(await run(`begin-${name}`, begin, shopperId)).toBe(1)
      expect((await sweep()).orders?.removed).toBe(0)
      expect(await run(`end-${name}`, end, shopperId)).toBeGreaterThan(0)
      expect((await sweep()).orders?.removed).toBe(1)
      expect(await placesOf(world.database)).toMatchObject({ orders: 0, both: 0 })
    },
  )

  test('SCALE-05: a pending order stays, however old it is', async () => {
    const shopperId = await placed()
    await run(
      'pending-again',
      "update shop.orders set state = 'pending', settled_at = null, lease_until = now() + interval '1 hour' where shopper_id = $1",
      shopperId,
    )
    expect((await sweep()).orders?.removed).toBe(0)
    await run(
      'settled-again',
      "update shop.orders set state = 'placed', settled_at = created_at where shopper_id = $1",
      shopperId,
    )
    expect(await archiveByJob(world)).toBe(1)
  })

  test('SCALE-05: a gift that its registry was not told of stays', async () => {
    const { grId } = await newRegistryOf(world, [{ sku: sku.mug, quantity: 1 }])
    const shopperId = await buyGift(world, grId)
    await letYearsPass(world)
    await run('untold', 'update shop.registry_gift set told_on = null where shopper_id = $1', shopperId)
    expect((await sweep()).orders?.removed).toBe(0)
    await run('told', 'update shop.registry_gift set told_on = current_date where shopper_id = $1', shopperId)
    expect(await archiveByJob(world)).toBe(1)
  })

  test('SCALE-05: a refused order is archived too, its cart stays hers and can be ordered', async () => {
    const { shopperId } = await insertCart(world.database, {
      lines: [{ sku: sku.mug, quantity: 1 }],
      tokens: [await cardToken(world, '0002')],
    })
    expect((await order(world.shop.orders, shopperId)).kind).toBe('refused')
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
    await run(
      'new-card',
      `update shop.cart_payment set token = '${await cardToken(world)}' where shopper_id = $1`,
      shopperId,
    )
    expect((await order(world.shop.orders, shopperId)).kind).toBe('placed')
    await letYearsPass(world)
    expect(await archiveByJob(world)).toBe(1)
    // both come back, the older try before the later
    const back = statement<{ back: boolean }>(
      'test.bring-both-back',
      'select shop_meta.bring_back_order(shopper_id, order_id) as back from shop.order_archive where shopper_id = $1 order by created_at',
    )
    expect(await world.database.rows(back, [shopperId])).toEqual([{ back: true }, { back: true }])
    const tries = statement<{ state: string }>(
      'test.tries',
      'select state from shop.orders where shopper_id = $1 order by attempt',
    )
    expect(await world.database.rows(tries, [shopperId])).toEqual([{ state: 'refused' }, { state: 'placed' }])
  })
})
