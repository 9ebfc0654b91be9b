import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Statement, statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { cancel, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { seedCertificate, seedGiftCard, seedPromo } from '#test/order/insert-cart.ts'
import { createWorld, type World } from '#test/world.ts'

/** Thrown to undo what was planted. */
class Undo extends Error {}

const cancelled = "(select order_id from shop.orders where state = 'cancelled')"
const placed = "(select order_id from shop.orders where state = 'placed')"

/** What could be wrong with a cancelled order, and the invariants that must see it. */
const breaches: readonly (readonly [what: string, plant: readonly string[], seen: readonly string[]])[] = [
  ['a payment is held', [`update shop.payment set state = 'authorized' where order_id = ${cancelled}`], ['I02', 'I03']],
  [
    'a payment was never asked back',
    [`update shop.payment set state = 'refused' where order_id = ${cancelled}`],
    ['I02'],
  ],
  ['its pieces stay sold', [`update shop.stock_hold set state = 'sold' where order_id = ${cancelled}`], ['I05', 'I06']],
  [
    'a gift card was not paid back',
    [
      'alter table shop.gift_card_entry disable trigger gift_card_entry_append',
      `delete from shop.gift_card_entry where order_id = ${cancelled} and kind = 'refund'`,
    ],
    ['I07', 'I09', 'I27'],
  ],
  [
    'a gift card is paid back for an order that stands',
    [
      `insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents)
       select card_id, order_id, 'refund', amount_cents from shop.gift_card_entry where order_id = ${placed} and kind = 'spend'`,
      `update shop.gift_card g set balance_cents = g.balance_cents + e.amount_cents from shop.gift_card_entry e
       where e.card_id = g.card_id and e.kind = 'refund' and e.order_id = ${placed}`,
    ],
    ['I09', 'I27'],
  ],
  [
    'its basket is open again',
    [
      `update shop.cart set state = 'abandoned' where cart_id = (select cart_id from shop.orders where state = 'cancelled')`,
    ],
    ['I10'],
  ],
  ['nobody was told', [`delete from shop.outbox where topic = 'mail.order-cancelled'`], ['I11']],
  [
    'an order that stands was told of as cancelled',
    [
      `update shop.outbox set topic = 'mail.order-cancelled' where topic = 'mail.order-placed' and key = ${placed}::text`,
    ],
    ['I11'],
  ],
  ['its promotion is used', [`update shop.promo_use set state = 'used' where order_id = ${cancelled}`], ['I15', 'I16']],
  [
    'the promotion of an order that stands is free',
    [`update shop.promo_use set state = 'released' where order_id = ${placed}`, 'update shop.promo set uses = 0'],
    ['I16', 'I29'],
  ],
  [
    'its code is used',
    [`update shop.certificate set state = 'used', order_id = ${cancelled} where state = 'free'`],
    ['I16'],
  ],
  [
    'its place on a trip is booked',
    [
      `insert into shop.trip (trip_id, day, region, from_time, to_time, capacity, booked) overriding system value
       values (1, '2026-03-09', 'IL', '08:00', '12:00', 4, 1)`,
      `insert into shop.trip_hold (trip_id, order_id, shopper_id, state)
       select 1, order_id, shopper_id, 'booked' from shop.orders where state = 'cancelled'`,
    ],
    ['I17', 'I30'],
  ],
]

describe('P21: what is wrong with a cancelled order is seen', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    const { database } = world
    const wish = async () => ({
      lines: [{ sku: sku.mug, quantity: 2 }],
      tokens: [await cardToken(world)],
      promoCode: await seedPromo(database, 100, 5),
      tenders: [
        { kind: 'giftCard' as const, tenderId: await seedGiftCard(database, 300) },
        { kind: 'tenderCode' as const, tenderId: await seedCertificate(database, 'tender', 200) },
      ],
    })
    await cancel(await placedBy(world, await wish()))
    await placedBy(world, await wish())
    await deliverAll(world)
  })
  afterAll(() => world.close())

  test('P21: a cancelled order beside one that stands breaks none', async () => {
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test.each(breaches)('P21: %s', async (_what, plant, seen) => {
    let found: string[] = []
    const planting = world.database.transaction(async (tx) => {
      for (const [nth, text] of plant.entries()) await tx.count(unnamed(text, nth))
      found = (await checkInvariants(tx)).map(({ invariant }) => invariant)
      throw new Undo()
    })
    await expect(planting).rejects.toThrow(Undo)
    expect([...new Set(found)].sort()).toEqual(seen)
  })

  test('P21: the table itself refuses a cancelled order without its time, and a time without the cancellation', async () => {
    for (const text of [
      "update shop.orders set state = 'cancelled' where state = 'placed'",
      "update shop.orders set cancelled_at = now() where state = 'placed'",
      "update shop.orders set cancelled_at = settled_at - interval '1 second' where state = 'cancelled'",
    ]) {
      await expect(world.database.count(unnamed(text))).rejects.toThrow('orders_cancelled')
    }
  })
})

let texts = 0
function unnamed(text: string, nth = 0): Statement<never> {
  texts += 1
  return statement(`test.plant-${texts}-${nth}`, text)
}
