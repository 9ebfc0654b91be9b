import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { replayCart } from '#server/cart/replay/replay-view.ts'
import { statement } from '#server/db/database.ts'
import { removeWhatIsOver } from '#server/watch/retention.ts'
import type { Retention } from '#server/watch/retention-table.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { placedBy } from '#test/order/cancelling.ts'
import { cardToken } from '#test/order/gateway.ts'
import { jobsOf } from '#test/order/jobs-of.ts'
import { createWorld, type World } from '#test/world.ts'
import { endAlarms } from '../alarm-delivery-store.ts'
import { type PartitionedTable, partitioned, readFallen, readMissing } from './partition-store.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function rows<Row = { readonly [column: string]: unknown }>(text: string): Promise<Row[]> {
  const name = `test.${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
  return world.database.rows(statement<Row>(name, text))
}

const tables = Object.keys(partitioned) as PartitionedTable[]
const now = new Date()
/** The first moment of the month so many months from now, UTC. */
const month = (nth: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + nth, 1))
const partOf = (nth: number) => `shop_part.cart_event_${month(nth).toISOString().slice(0, 7).replace('-', '_')}`
const secondBefore = (moment: Date) => new Date(moment.getTime() - 1_000)
const secondAfter = (moment: Date) => new Date(moment.getTime() + 1_000)

/** Carts are made at that moment from now on, and jobs take it for now. */
async function turnTo(moment: Date): Promise<void> {
  world.clock.set(moment.toISOString())
  await rows(`alter table shop.cart alter column created_at set default timestamptz '${moment.toISOString()}'`)
}
const runJob = () => jobsOf(world).jobs.partitions?.(null)

async function shopping(): Promise<{ readonly shopper: TestShopper; readonly cartId: string }> {
  const shopper = world.shopper()
  await add(shopper, item(sku.mug))
  return { shopper, cartId: (await shopper.call('checkout', 'refreshCheckout', {})).basketId }
}
async function change(shopper: TestShopper, quantity: number): Promise<void> {
  const [line] = (await shopper.call('cart', 'getCartJsx', {})).lineItems
  await shopper.call('cart', 'updateItem', { lineItemId: line?.id ?? '', quantity })
}

type Kept = { cartId: string; parts: string[]; events: number; first: number; last: number }
const kept = async (cartId: string) =>
  (
    await rows<Kept>(`select cart_id as "cartId", array_agg(distinct tableoid::regclass::text) as parts, count(*)::int as events,
      min(version) as first, max(version) as last from shop.cart_event where cart_id = '${cartId}' group by cart_id`)
  )[0]
const replayed = async (cartId: string) =>
  (await replayCart(world.database, { cart: { cartId }, moment: null })).text
    .split('\n')
    .filter((line) => /^ +\d+ {2}20\d\d-/.test(line)).length

describe('SCALE-04: months end', () => {
  test('SCALE-04: over two ends of months, under changes, each cart keeps its changes together, and three months ahead are there', async () => {
    await turnTo(secondBefore(month(1)))
    const carts = [await shopping(), await shopping()]
    let isOver = false
    onTestFinished(() => {
      isOver = true
    })
    let changes = 0
    const changing = (shopper: TestShopper) => async () => {
      for (let nth = 0; !isOver; nth += 1) {
        await change(shopper, 1 + (nth % 9))
        changes += 1
      }
    }
    const atWork = carts.map(({ shopper }) => changing(shopper)())
    for (const moment of [
      secondBefore(month(1)),
      secondAfter(month(1)),
      secondBefore(month(2)),
      secondAfter(month(2)),
    ]) {
      await turnTo(moment)
      await runJob()
      for (const table of tables) {
        expect(
          await readMissing(world.database, table, moment, partitioned[table] === 'month' ? '3 months' : '14 days'),
        ).toEqual([])
      }
      const more = await shopping()
      carts.push(more)
      atWork.push(changing(more.shopper)())
      const until = changes + 15
      while (changes < until) await sleep(5)
    }
    isOver = true
    await Promise.all(atWork)
    const months = [0, 0, 0, 1, 1, 2]
    expect(carts.length).toBe(months.length)
    for (const [nth, { cartId }] of carts.entries()) {
      const of = await kept(cartId)
      expect(of?.parts).toEqual([partOf(months[nth] ?? -1)])
      // none twice, none missing
      expect([of?.first, of?.events]).toEqual([2, (of?.last ?? 0) - 1])
      expect(of?.events).toBeGreaterThan(1)
      expect(await replayed(cartId)).toBe(of?.events)
    }
    for (const table of tables) expect(await readFallen(world.database, table)).toEqual([])
  }, 120_000)

  test.each([
    ['with its month', 'cart_month', 'cart_month'],
    ['as the release before writes it', '', ''],
  ])('SCALE-04: a version is written once, %s', async (_how, column, value) => {
    for (const moment of [secondBefore(month(0)), month(1)]) {
      await turnTo(moment)
      const { cartId, shopper } = await shopping()
      await change(shopper, 3)
      const text = `insert into shop.cart_event (shopper_id, cart_id, version, kind, event${column && `, ${column}`})
        select shopper_id, cart_id, version, kind, event${value && `, ${value}`} from shop.cart_event where cart_id = '${cartId}' and version = 3`
      await expect(rows(text)).rejects.toMatchObject({ code: '23505' })
      expect((await kept(cartId))?.events).toBe(2)
    }
  })

  test('SCALE-04: what the release before writes is kept with the month of its cart, and answered', async () => {
    for (const [moment, part] of [
      [secondBefore(month(0)), 'shop_part.cart_event'],
      [month(1), partOf(1)],
    ] as const) {
      await turnTo(moment)
      const { cartId } = await shopping()
      const written = await rows(`insert into shop.cart_event (shopper_id, cart_id, version, kind, event)
        select shopper_id, cart_id, 3, kind, event from shop.cart_event where cart_id = '${cartId}' returning version`)
      expect(written).toEqual([{ version: 3 }])
      expect(await kept(cartId)).toMatchObject({ parts: [part], events: 2 })
      expect(await replayed(cartId)).toBe(2)
    }
  })
})

describe('SCALE-04: a partition that is missing', () => {
  const alarms = () =>
    rows(`select key, times, facts - 'requestId' as facts, resolved_at is not null as "isOver" from shop.alarm
      where kind = 'partition-missing'`)

  test('SCALE-04: what is written meanwhile is there; the job raises an alarm, makes it and empties the default one; then it is over', async () => {
    for (const nth of [1, 2]) await rows(`drop table ${partOf(nth)}`)
    await turnTo(secondAfter(month(1)))
    const one = await shopping()
    await turnTo(secondAfter(month(2)))
    const other = await shopping()
    await change(one.shopper, 4)
    expect((await kept(one.cartId))?.parts).toEqual(['shop_part.cart_event_default'])
    expect(await replayed(one.cartId)).toBe(2)
    await rows(`insert into shop.client_log (level, message, at) values ('info', 'late', '${month(12).toISOString()}')`)
    await runJob()
    expect(await alarms()).toEqual([
      {
        key: 'cart_event',
        times: 1,
        facts: { table: 'cart_event', rows: 3, since: month(1).toISOString().slice(0, 10) },
        isOver: false,
      },
      { key: 'client_log', times: 1, facts: expect.objectContaining({ rows: 1 }), isOver: false },
    ])
    for (const table of tables) expect(await readFallen(world.database, table)).toEqual([])
    expect(await kept(one.cartId)).toMatchObject({ parts: [partOf(1)], events: 2 })
    expect(await kept(other.cartId)).toMatchObject({ parts: [partOf(2)], events: 1 })
    await change(one.shopper, 5)
    expect(await kept(one.cartId)).toMatchObject({ parts: [partOf(1)], events: 3 })
    expect(await replayed(one.cartId)).toBe(3)
    await rows("update shop.alarm set last_at = last_at - interval '29 minutes' where kind = 'partition-missing'")
    await runJob()
    await endAlarms(world.database)
    expect((await alarms()).map(({ times, isOver }) => [times, isOver])).toEqual([
      [1, false],
      [1, false],
    ])
    await rows("update shop.alarm set last_at = last_at - interval '2 minutes' where kind = 'partition-missing'")
    await endAlarms(world.database)
    expect((await alarms()).map(({ isOver }) => isOver)).toEqual([true, true])
  })

  test('SCALE-04: while somebody has the table in use it waits for the next round', async () => {
    await rows(`drop table ${partOf(3)}`)
    await turnTo(month(0))
    await world.database.transaction(async (tx) => {
      await tx.rows(statement('test.in-use', 'select from shop.cart_event limit 1'))
      await runJob()
      expect(await readMissing(world.database, 'cart_event', now, '3 months')).toEqual([
        month(3).toISOString().slice(0, 10),
      ])
    })
    await runJob()
    expect(await readMissing(world.database, 'cart_event', now, '3 months')).toEqual([])
  })
})

/** What is over by now, with a limit that lies so many seconds behind a moment. */
function sweepAt(table: PartitionedTable, moment: Date, seconds: number) {
  const age = `${(Date.now() - moment.getTime()) / 1_000 - seconds} seconds`
  const none = Object.fromEntries(Object.keys(world.config.retention).map((name) => [name, null])) as Retention
  return removeWhatIsOver({ ...world.shop.orders, retention: { ...none, [table]: age } })
}
const person = "md5('person')::uuid"
const rowsOf: { readonly [Table in PartitionedTable]: (at: string) => string } = {
  cart_event: (
    at,
  ) => `with own as (insert into shop.cart (shopper_id, cart_id, brand, country, currency, state, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'CB', 'US', 'USD', 'ordered', '${at}') returning *)
    insert into shop.cart_event (shopper_id, cart_id, version, kind, event, cart_month)
    select shopper_id, cart_id, 1, 'x', '{}', shop.month_of(created_at) from own`,
  provider_call: (at) => `insert into shop.provider_call (shopper_id, op, reference, sent_at, order_month)
    values (${person}, 'auth', 'x', '${at}', shop.month_of('${at}'))`,
  client_log: (at) => `insert into shop.client_log (level, message, at) values ('info', '', '${at}')`,
  product_view: (at) => `insert into shop.product_view (shopper_id, brand, country, product_id, day, at)
    values (gen_random_uuid(), 'CB', 'US', 'sofa', ('${at}'::timestamptz at time zone 'UTC')::date, '${at}')`,
}

describe('SCALE-04: a partition goes when all of it is over', () => {
  const day = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ago))
  beforeAll(async () => {
    // where the first partition is gone, as it is after its time
    for (const table of tables) await rows(`drop table shop_part.${table}`)
    await turnTo(month(0))
  })

  test.each<[PartitionedTable, start: Date, end: Date]>([
    ['cart_event', month(-15), month(-14)],
    ['provider_call', month(-27), month(-26)],
    ['client_log', day(33), day(32)],
    ['product_view', day(403), day(402)],
  ])(
    'SCALE-04, SCALE-01: %s: a minute past the limit of its last row it is dropped, a minute before it stays',
    async (table, start, end) => {
      const unit = partitioned[table]
      for (const each of [start, end])
        await rows(`select shop_meta.make_partition('${table}', '${each.toISOString().slice(0, 10)}')`)
      await rows(rowsOf[table](start.toISOString()))
      await rows(rowsOf[table](secondBefore(end).toISOString()))
      await rows(rowsOf[table](end.toISOString()))
      const left = async () =>
        (
          await rows<{ n: number }>(`select count(*)::int as n from shop.${table} where tableoid::regclass::text
      like '%${unit === 'month' ? start.toISOString().slice(0, 7).replaceAll('-', '_') : start.toISOString().slice(0, 10).replaceAll('-', '_')}'`)
        )[0]?.n
      const oldest = async () =>
        (
          await rows<{ oldest: Date }>(`select oldest_left as oldest from shop.retention_run where name = '${table}'`)
        )[0]?.oldest
      await sweepAt(table, end, -60)
      expect(await left()).toBe(2)
      expect(await oldest()).toEqual(start)
      const swept = await sweepAt(table, end, 60)
      expect(swept[table]).toMatchObject({ batches: 1 })
      expect(await left()).toBe(0)
      expect(await rows(`select from shop_meta.partitions('${table}') where starts < '${end.toISOString()}'`)).toEqual(
        [],
      )
      // the next one has a row that is a minute over, and younger ones
      expect(await oldest()).toEqual(end)
      expect(
        await rows(
          `select from shop.${table} where tableoid in (select part from shop_meta.partitions('${table}') where starts = '${end.toISOString()}')`,
        ),
      ).toHaveLength(1)
    },
  )

  test('SCALE-04: changes of a cart that is still open stay, and are replayed with those that follow', async () => {
    await rows(`select shop_meta.make_partition('cart_event', '${month(-15).toISOString().slice(0, 10)}')`)
    await turnTo(secondAfter(month(-15)))
    const open = await shopping()
    await change(open.shopper, 2)
    expect((await kept(open.cartId))?.parts).toEqual([partOf(-15)])
    await rows(rowsOf.cart_event(secondAfter(month(-15)).toISOString()))
    await turnTo(new Date())
    await sweepAt('cart_event', month(-14), 60)
    expect(
      await rows(`select from shop_meta.partitions('cart_event') where starts = '${month(-15).toISOString()}'`),
    ).toEqual([])
    expect(await kept(open.cartId)).toMatchObject({ parts: [partOf(0)], first: 2, events: 2 })
    await change(open.shopper, 3)
    expect(await kept(open.cartId)).toMatchObject({ parts: [partOf(0)], first: 2, events: 3 })
    expect(await replayed(open.cartId)).toBe(3)
    expect(await readFallen(world.database, 'cart_event')).toEqual([])
  })

  test('SCALE-04: a call is kept with the month of its order, and stays as long as an order of that month is there', async () => {
    const first = secondAfter(month(-27)).toISOString()
    await rows(`select shop_meta.make_partition('provider_call', '${first.slice(0, 10)}')`)
    await rows(`alter table shop.orders alter column created_at set default timestamptz '${first}'`)
    const { orderNumber } = await placedBy(world, {
      lines: [{ sku: sku.mug, quantity: 1 }],
      tokens: [await cardToken(world)],
    })
    await rows('alter table shop.orders alter column created_at set default now()')
    const ofOrder = `shop.provider_call c where c.payment_id in (select payment_id from shop.payment join shop.orders using (shopper_id, order_id)
      where order_number = '${orderNumber}')`
    const parts = () => rows(`select distinct c.tableoid::regclass::text as part from ${ofOrder}`)
    expect(await parts()).toEqual([{ part: `shop_part.provider_call_${first.slice(0, 7).replace('-', '_')}` }])
    await sweepAt('provider_call', month(-26), 60)
    expect(await parts()).toHaveLength(1)
    // the release before knows no months
    await rows(
      `insert into shop.provider_call (shopper_id, payment_id, op, reference) select shopper_id, payment_id, 'lookup', 'x' from ${ofOrder} limit 1`,
    )
    expect(await parts()).toHaveLength(1)
    await rows(`update shop.orders set created_at = now() where order_number = '${orderNumber}'`)
    await sweepAt('provider_call', month(-26), 60)
    expect(await rows(`select from ${ofOrder}`)).toEqual([])
    expect(
      await rows(`select from shop_meta.partitions('provider_call') where starts = '${month(-27).toISOString()}'`),
    ).toEqual([])
  })

  test.each([
    ["select shop_meta.drop_partition('cart_event', 'cart_event_default')", 'has no partition cart_event_default'],
    [`select shop_meta.drop_partition('cart_event', '${partOf(0).slice(10)}')`, 'is not over'],
    ["select shop_meta.drop_partition('orders', 'orders')", 'orders is not partitioned'],
    ["select shop_meta.make_partition('cart', current_date)", 'cart is not partitioned'],
    ["select shop_meta.make_partition('cart_event', current_date + 500)", 'no partition of cart_event'],
    ["select shop_meta.make_partition('cart_event', null)", 'no partition of cart_event'],
    ["select * from shop_meta.rows_in_default('cart')", 'cart is not partitioned'],
  ])('SCALE-04: %s is refused', async (text, why) => {
    await expect(rows(text)).rejects.toThrow(why)
  })
})
