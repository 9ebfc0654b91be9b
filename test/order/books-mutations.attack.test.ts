import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sql, type Statement, statement, type Tx } from '#server/db/database.ts'
import { checkAtOnce, checkSlice } from '#server/order/books/books-pass.ts'
import type { PageSizes } from '#server/order/books/counters-store.ts'
import type { PassPlace } from '#server/order/books/guard-mark-store.ts'
import { type Breach, checkInvariants } from '#server/order/books/invariants-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { newRegistryOf } from '#test/builders/registry.ts'
import { cancel, placedBy } from '#test/order/cancelling.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken, drill } from '#test/order/gateway.ts'
import { insertCart, seedCertificate, seedGiftCard, seedPromo } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

/** Thrown to undo what was planted. */
class Undo extends Error {}

const orderStates = ['pending', 'placed', 'refused', 'cancelled'] as const
type OrderState = (typeof orderStates)[number]
const of = (state: OrderState) => `(select order_id from shop.orders where state = '${state}')`
const nobodys = 'gen_random_uuid()'

/** Counters and balances follow what was planted: what is wrong must be seen in the ledger itself. */
const balanced = [
  `update shop.stock s set held = coalesce((select sum(quantity) from shop.stock_hold h
     where h.sku = s.sku and h.location_id = s.location_id and h.state = 'held'), 0)`,
  `update shop.promo p set uses = (select count(*) from shop.promo_use u where u.code = p.code and u.state in ('held', 'used'))`,
  `update shop.trip t set held = (select count(*) from shop.trip_hold h where h.trip_id = t.trip_id and h.state = 'held'),
     booked = (select count(*) from shop.trip_hold h where h.trip_id = t.trip_id and h.state = 'booked')`,
  `update shop.gift_card g set
     balance_cents = (select coalesce(sum(case kind when 'issue' then amount_cents when 'refund' then amount_cents
       when 'spend' then -amount_cents when 'writeOff' then -amount_cents else 0 end), 0)
       from shop.gift_card_entry e where e.card_id = g.card_id),
     held_cents = (select coalesce(sum(case kind when 'hold' then amount_cents when 'release' then -amount_cents
       when 'spend' then -amount_cents else 0 end), 0) from shop.gift_card_entry e where e.card_id = g.card_id)`,
]

/** The states each ledger may be in beside the order's; every other is planted. */
const right: { readonly [ledger: string]: { readonly [Order in OrderState]: readonly string[] } } = {
  payment: {
    pending: ['started', 'sent', 'unknown', 'challenged', 'authorized', 'captured', 'refused'],
    placed: ['authorized', 'captured'],
    refused: ['started', 'refused', 'voiding', 'voided'],
    cancelled: ['voiding', 'voided'],
  },
  stock_hold: { pending: ['held'], placed: ['sold'], refused: ['released'], cancelled: ['released'] },
  promo_use: { pending: ['held'], placed: ['used'], refused: ['released'], cancelled: ['released'] },
  trip_hold: { pending: ['held'], placed: ['booked'], refused: ['released'], cancelled: ['released'] },
}
const all: { readonly [ledger: string]: readonly string[] } = {
  payment: ['started', 'sent', 'unknown', 'challenged', 'authorized', 'captured', 'refused', 'voiding', 'voided'],
  stock_hold: ['held', 'sold', 'released'],
  promo_use: ['held', 'used', 'released'],
  trip_hold: ['held', 'booked', 'released'],
}
const kinds: { readonly [Order in OrderState]: readonly string[] } = {
  pending: ['hold'],
  placed: ['hold', 'spend'],
  refused: ['hold', 'release'],
  cancelled: ['hold', 'spend', 'refund'],
}
const allKinds = ['hold', 'release', 'spend', 'refund', 'writeOff']
const mineOf = (state: OrderState) =>
  `(select (facts->'tenders'->0->>'tenderId')::uuid from shop.orders where state = '${state}')`
const otherCard = `(select card_id from shop.gift_card where last4 = '9999')`
const newEntry = (card: string, order: string, kind: string) =>
  `insert into shop.gift_card_entry (card_id, order_id, kind, amount_cents) values (${card}, ${order}, '${kind}', 10)`
const openLedger = 'alter table shop.gift_card_entry disable trigger gift_card_entry_append'

type Case = readonly [what: string, ...plant: string[]]

function wrongOf(state: OrderState): Case[] {
  const mine = `order_id = ${of(state)}`
  const moved = Object.keys(all).flatMap((ledger) => {
    const wrong = (all[ledger] ?? []).filter((one) => !right[ledger]?.[state].includes(one))
    const named = ledger === 'payment' ? ", provider_ref = coalesce(provider_ref, 'named')" : ''
    return wrong.map(
      (to): Case => [`${ledger} ${to}`, `update shop.${ledger} set state = '${to}'${named} where ${mine}`],
    )
  })
  const gone = ['stock_hold', 'promo_use', 'trip_hold']
    .filter(() => state === 'pending' || state === 'placed' || state === 'cancelled')
    .filter((ledger) => ledger === 'stock_hold' || state !== 'cancelled')
    .map((ledger): Case => [`${ledger} gone`, `delete from shop.${ledger} where ${mine}`])
  const taken = state === 'pending' ? ['used'] : state === 'placed' ? ['held'] : ['held', 'used']
  const certificates = ['tender', 'reward'].flatMap((kind): Case[] => [
    ...taken.map(
      (to): Case => [
        `certificate ${kind} ${to}`,
        `update shop.certificate c set state = '${to}', order_id = o.order_id from shop.orders o, jsonb_array_elements(o.facts->'tenders') t
       where o.state = '${state}' and c.kind = '${kind}' and (t->>'tenderId')::uuid = c.certificate_id`,
      ],
    ),
    ...(state === 'pending' || state === 'placed'
      ? [
          [
            `certificate ${kind} free`,
            `update shop.certificate set state = 'free', order_id = null where kind = '${kind}' and ${mine}`,
          ] as const,
        ]
      : []),
  ])
  const entries = allKinds.flatMap((kind): Case[] => [
    kinds[state].includes(kind)
      ? [`gift card ${kind} gone`, openLedger, `delete from shop.gift_card_entry where kind = '${kind}' and ${mine}`]
      : [`gift card ${kind} too much`, newEntry(mineOf(state), of(state), kind)],
    [`gift card ${kind} of another card`, newEntry(otherCard, of(state), kind)],
  ])
  return [
    ...moved,
    ...gone,
    ...certificates,
    ...entries,
    ['gift card spent in silence', newEntry(otherCard, of(state), 'hold'), newEntry(otherCard, of(state), 'spend')],
    ['gift card issued for it', newEntry(otherCard, of(state), 'issue')],
    [
      'gift card entry of another amount',
      openLedger,
      `update shop.gift_card_entry set amount_cents = amount_cents + 1 where ${mine}`,
    ],
    ['stock_hold of more pieces', `update shop.stock_hold set quantity = quantity + 1 where ${mine}`],
    [
      'stock_hold of another piece',
      `insert into shop.stock_hold (sku, location_id, order_id, shopper_id, quantity, state)
       select s.sku, s.location_id, h.order_id, h.shopper_id, 1, h.state from shop.stock_hold h, shop.stock s
       where h.${mine} and s.sku <> h.sku limit 1`,
    ],
    ['promo_use of another code', `update shop.promo_use set code = 'OTHER' where ${mine}`],
    ['trip_hold of another trip', `update shop.trip_hold set trip_id = 2 where ${mine}`],
    [
      'certificate of somebody else',
      `update shop.certificate set state = 'used', order_id = ${of(state)} where last4 = '8888'`,
    ],
    ['registry piece gone', `delete from shop.registry_gift where ${mine}`],
    ['registry piece more', `update shop.registry_gift set quantity = quantity + 1 where ${mine}`],
    ['registry piece of another sku', `update shop.registry_gift set sku = ${sku.sofaOat} where ${mine}`],
    ['registry piece of another line', `update shop.registry_gift set line_no = 7 where ${mine}`],
  ]
}

/** What belongs to an order that is not there. */
const loose: readonly Case[] = [
  ...['held', 'sold', 'released'].map(
    (state): Case => [
      `stock_hold ${state}`,
      `insert into shop.stock_hold (sku, location_id, order_id, shopper_id, quantity, state)
     select sku, location_id, ${nobodys}, ${nobodys}, 1, '${state}' from shop.stock where on_hand > 1 limit 1`,
    ],
  ),
  ...['held', 'used', 'released'].map(
    (state): Case => [
      `promo_use ${state}`,
      `insert into shop.promo_use (code, order_id, shopper_id, state) values ('OTHER', ${nobodys}, ${nobodys}, '${state}')`,
    ],
  ),
  ...['held', 'booked', 'released'].map(
    (state): Case => [
      `trip_hold ${state}`,
      `insert into shop.trip_hold (trip_id, order_id, shopper_id, state) values (2, ${nobodys}, ${nobodys}, '${state}')`,
    ],
  ),
  ...['held', 'used'].map(
    (state): Case => [
      `certificate ${state}`,
      `update shop.certificate set state = '${state}', order_id = ${nobodys} where last4 = '8888'`,
    ],
  ),
  ...allKinds.flatMap((kind): Case[] => [
    [`gift card ${kind}`, newEntry(otherCard, nobodys, kind)],
    [`gift card ${kind} of no order`, newEntry(otherCard, 'null', kind)],
  ]),
  [
    'registry piece set aside for a basket that is not there',
    `insert into shop.registry_hold (shopper_id, cart_id, gr_id, sku, quantity, until)
     select ${nobodys}, ${nobodys}, gr_id, ${sku.mug}, 1, now() + interval '5 minutes' from shop.registry limit 1`,
  ],
]

describe('SAFE-66: every ledger in every wrong state is found', () => {
  let world: World
  const run = (text: string) => world.database.count(unnamed(text))

  beforeAll(async () => {
    world = await createWorld()
    const { database } = world
    const registry = await newRegistryOf(world, [{ sku: sku.mug, quantity: 20 }])
    const wish = async (lastFour = '1111') => ({
      lines: [{ sku: sku.mug, quantity: 2 }],
      tokens: [await cardToken(world, lastFour)],
      isStoreCard: true,
      promoCode: await seedPromo(database, 100, 5),
      tenders: [
        { kind: 'giftCard' as const, tenderId: await seedGiftCard(database, 300) },
        { kind: 'tenderCode' as const, tenderId: await seedCertificate(database, 'tender', 200) },
        { kind: 'certificate' as const, tenderId: await seedCertificate(database, 'reward', 150) },
      ],
    })
    const cart = async (lastFour?: string) => (await insertCart(database, await wish(lastFour))).shopperId
    // every line is for the registry, unless said
    await run(`alter table shop.cart_line alter column gift_registry_id set default ${registry.grId}`)
    await placedBy(world, await wish())
    await cancel(await placedBy(world, await wish()))
    expect(await order(world.shop.orders, await cart('0002'))).toMatchObject({ kind: 'refused' })
    await drill(world, { fault: 'cut' })
    expect(await order(world.shop.orders, await cart())).toMatchObject({ kind: 'pending' })
    await deliverAll(world)
    await seedGiftCard(database, 5_000, '9999')
    await seedCertificate(database, 'tender', 500)
    await run(`update shop.certificate set last4 = '8888' where state = 'free' and amount_cents = 500`)
    await run(`insert into shop.promo (code, kind, amount_cents, max_uses) values ('OTHER', 'amount', 1, 50)`)
    await run(`insert into shop.trip (trip_id, day, region, from_time, to_time, capacity) overriding system value
      select n, '2026-03-09', 'IL', '08:00', '12:00', 9 from generate_series(1, 2) n`)
    await run(`insert into shop.trip_hold (trip_id, order_id, shopper_id, state) select 1, order_id, shopper_id,
      case state when 'pending' then 'held' when 'placed' then 'booked' else 'released' end from shop.orders`)
    await run(`update shop.orders set facts = facts || '{"tripIds":[1]}'`)
    await run(balanced[2] ?? '')
  })
  afterAll(() => world.close())

  /**
   * What is found when this is planted and all counters follow; the name of a constraint where the tables refuse it. A full pass
   * in slices of one, which is told of no change and adds up its counters entry by entry, finds the same as a look at everything.
   */
  async function found(plant: readonly string[]): Promise<readonly string[]> {
    let seen: string[] = []
    try {
      await world.database.transaction(async (tx) => {
        let planted = 0
        for (const text of plant) planted += await tx.count(unnamed(text))
        expect(planted, plant.join('; ')).toBeGreaterThan(0)
        for (const text of balanced) await tx.count(unnamed(text))
        const found = await checkInvariants(tx)
        expect(textsOf(await passOf(tx, { few: 0, page: 1 }))).toEqual(textsOf(found))
        seen = found.map(({ invariant }) => invariant)
        throw new Undo()
      })
    } catch (error) {
      if (!(error instanceof Undo)) {
        const { constraint } = error as { readonly constraint?: string }
        if (constraint === undefined) throw error
        return [constraint]
      }
    }
    return seen
  }

  test('SAFE-66: orders of every state with something in every ledger break nothing', async () => {
    const states = statement<{ state: string }>('test.states', 'select state from shop.orders order by state')
    expect((await world.database.rows(states)).map(({ state }) => state)).toEqual([...orderStates].sort())
    for (const ledger of ['payment', 'stock_hold', 'promo_use', 'trip_hold', 'registry_gift', 'gift_card_entry']) {
      const each = statement<{ orders: number }>(
        `test.in-${ledger}`,
        `select count(distinct order_id)::int as orders from shop.${ledger}`,
      )
      expect(await world.database.rows(each), ledger).toEqual([{ orders: 4 }])
    }
    expect(await checkInvariants(world.database)).toEqual([])
    for (const text of balanced) await run(text)
    expect(await checkInvariants(world.database)).toEqual([])
  })

  test.each(orderStates.flatMap((state) => wrongOf(state).map((wrong) => [state, ...wrong] as const)))(
    'SAFE-66: of a %s order: %s',
    async (_state, _what, ...plant) => {
      expect(await found(plant)).not.toEqual([])
    },
  )

  test.each(loose)('SAFE-66: of an order that is not there: %s', async (_what, ...plant) => {
    expect(await found(plant)).not.toEqual([])
  })

  test('SAFE-66: a refused order with a gift card spent for it in full order of the books is found by that alone', async () => {
    const plant = [newEntry(otherCard, of('refused'), 'hold'), newEntry(otherCard, of('refused'), 'spend')]
    expect(await found(plant)).toEqual(['I27'])
  })
})

/** All that one full pass finds, none of whose slices sees a change. */
async function passOf(tx: Tx, pages: PageSizes): Promise<Breach[]> {
  const books = { sql: tx, pages, snapshot: <Result>(work: (sql: Sql) => Promise<Result>) => work(tx) }
  const found = await checkAtOnce(books)
  for (let place: PassPlace | null = null; ; ) {
    const { breaches, next } = await checkSlice(books, place, 1)
    found.push(...breaches)
    if (next === null) return found
    place = next
  }
}

const textsOf = (breaches: readonly Breach[]) => [...new Set(breaches.map((breach) => JSON.stringify(breach)))].sort()

let texts = 0
function unnamed(text: string): Statement<never> {
  texts += 1
  return statement(`test.plant-${texts}`, text)
}
