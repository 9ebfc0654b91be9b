import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { createWorld, type World } from '#test/world.ts'
import { removeWhatIsOver } from './retention.ts'
import { type RetentionLine, retentionTable } from './retention-table.ts'
import type { SweepOptions } from './sweep.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const retention = () => world.config.retention
const sweep = (kept = retention(), options: Partial<SweepOptions> = {}) =>
  removeWhatIsOver({ ...world.shop.orders, retention: kept }, options)

async function rows<Row = { readonly n: number }>(text: string): Promise<Row[]> {
  const name = `test.${createHash('sha256').update(text).digest('hex').slice(0, 40)}`
  return world.database.rows(statement<Row>(name, text))
}

const person = "md5('person' || n)::uuid"
const hash = "sha256(convert_to(n::text, 'UTF8'))"
const cart = (state: string, columns: string, values: string) =>
  `insert into shop.cart (shopper_id, cart_id, brand, country, currency, state, ${columns})
   select ${person}, ${person}, 'CB', 'US', 'USD', '${state}', ${values} from rows`

/** A line whose rows go one by one, if only those of before there were partitions (partitions/partitions.test.ts has the others). */
type RowLine = Exclude<RetentionLine, 'provider_call'>
const rowLines = (Object.keys(retentionTable) as RetentionLine[]).filter((name) => name !== 'provider_call')

/** How a row of each line is made at its moment, and what of it is still to be removed afterwards. */
const lines: { readonly [Name in RowLine]: { readonly make: string; readonly left: string } } = {
  session: {
    make: `insert into shop.session (token_sha256, shopper_id, brand, country, csrf_secret, created_at, ends_at)
      select ${hash}, ${person}, 'CB', 'US', '', at - interval '1 day', at from rows`,
    left: 'shop.session',
  },
  request_key: {
    make: `insert into shop.request_key (shopper_id, key, method_path, request_sha256, created_at, lease_until)
      select ${person}, 'key', 'POST /', '', at, now() from rows`,
    left: 'shop.request_key',
  },
  throttle: {
    make: `insert into shop.throttle (bucket, key_mac, tokens, refilled_at) select 'test', ${hash}, 1, at from rows`,
    left: 'shop.throttle',
  },
  wallet_sheet: {
    make: `with own as (${cart('open', 'updated_at', 'now()')} returning shopper_id),
      payload as (insert into shop.wallet_payload (shopper_id, cart_id, payload, stored_at) select ${person}, ${person}, '{}', at from rows)
      insert into shop.wallet_sheet (shopper_id, cart_id, method, sheet_id, amount_cents, currency, cart_version, opened_at)
      select ${person}, ${person}, 'paypal', ${person}, 1, 'USD', 1, at from rows`,
    left: '(select from shop.wallet_sheet s join shop.wallet_payload p using (shopper_id, cart_id)) x',
  },
  hand_over_use: {
    make: `insert into shop.hand_over_use (shopper_id, hand_over_id, taken_by, taken_at) select ${person}, ${person}, ${person}, at from rows`,
    left: 'shop.hand_over_use',
  },
  guest_cart: { make: cart('abandoned', 'updated_at', 'at'), left: "shop.cart where state = 'abandoned'" },
  member_cart: { make: cart('open', 'updated_at', 'at'), left: "shop.cart where state = 'open'" },
  cart_event: {
    make: `with own as (${cart('ordered', 'created_at', 'at')} returning shopper_id)
      insert into shop.cart_event (shopper_id, cart_id, version, kind, event) select ${person}, ${person}, 1, 'abandoned', '{}' from rows`,
    left: 'shop.cart_event',
  },
  client_log: {
    make: `insert into shop.client_log (level, message, at) select 'info', '', at from rows`,
    left: 'shop.client_log',
  },
  product_view: {
    make: `insert into shop.product_view (shopper_id, brand, country, product_id, day, at)
      select ${person}, 'CB', 'US', 'sofa', at, at from rows`,
    left: 'shop.product_view',
  },
  outbox: {
    make: `insert into shop.outbox (shopper_id, topic, key, payload, done_at)
      select ${person}, topic, 'key', '{"a":1}', at from rows, unnest(array['mail.card-saved', 'mail.order-placed', 'mail.order-request']) topic`,
    left: `shop.outbox where topic <> 'mail.card-saved' and payload <> '{}' and topic <> 'mail.order-request'`,
  },
  webhook_body: {
    make: `insert into shop.webhook_event (provider, event_id, received_at, body_sha256, body, raw, state)
      select 'test', kind || n, at, '', jsonb_build_object('event', kind), 'raw', 'done' from rows, unnest(array['CAPTURE', 'REFUND']) kind`,
    left: `shop.webhook_event where raw is not null and body is not null and event_id like 'R%'`,
  },
  webhook_event: {
    make: `insert into shop.webhook_event (provider, event_id, received_at, body_sha256, state)
      select 'test', n::text, at, '', 'dead' from rows`,
    left: 'shop.webhook_event',
  },
  orders: {
    make: `with own as (${cart('ordered', 'created_at', 'at')} returning shopper_id)
      insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state, cart_version, currency,
        total_cents, stored_value_cents, card_due_cents, facts, summary, recipients, created_at, settled_at)
      select ${person}, ${person}, ${person}, 1, 'old' || n, 'CB', 'US', 'placed', 1, 'USD', 0, 0, 0, '{}', '{}', '[]', at, at from rows`,
    left: 'shop.orders',
  },
  job: {
    make: `insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, updated_at)
      select t.id, 3, 3, at from rows, (insert_task.id) t`,
    left: 'graphile_worker._private_jobs where attempts >= max_attempts',
  },
}
const makeTask = `insert into graphile_worker._private_tasks (identifier) values ('test') on conflict (identifier) do update set identifier = 'test' returning id`

async function make(name: RowLine): Promise<void> {
  const keep = retention()[name]
  const from = `rows as (select n, now() - interval '${keep}' + n * interval '1 minute' as at from (values (-1), (1)) v(n))`
  const { make: text } = lines[name]
  if (name === 'job') {
    const [task] = await rows<{ id: number }>(makeTask)
    await rows(`with ${from} ${text.replace('(insert_task.id) t', `(values (${task?.id})) t(id)`)}`)
  } else await rows(text.startsWith('with ') ? `with ${from}, ${text.slice(5)}` : `with ${from} ${text}`)
}

const countOf = async (name: RowLine) =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${lines[name].left}`))[0]?.n

async function empty(): Promise<void> {
  await rows('delete from graphile_worker._private_jobs')
  await rows(`truncate shop.session, shop.request_key, shop.throttle, shop.wallet_sheet, shop.wallet_payload, shop.hand_over_use,
    shop.cart_event, shop.cart, shop.client_log, shop.product_view, shop.outbox, shop.webhook_event, shop.left_cart, shop.retention_run, shop.order_archive cascade`)
}

describe('SCALE-01: what is kept how long', () => {
  test.each(rowLines)(
    '%s: past its limit it is gone, what is one minute younger stays; with 0 nothing goes',
    async (name) => {
      await empty()
      await make(name)
      expect(await countOf(name)).toBe(2)
      await sweep({ ...retention(), [name]: null })
      expect(await countOf(name)).toBe(2)
      await sweep()
      expect(await countOf(name)).toBe(1)
      const noted = await rows<{ removed: number; ageMinutes: number }>(
        `select removed, round(extract(epoch from now() - interval '${retention()[name]}' - oldest_left) / 60)::int as "ageMinutes"
         from shop.retention_run where name = '${name}'`,
      )
      expect(noted).toEqual([
        { removed: name === 'outbox' ? 3 : name === 'webhook_body' || name === 'wallet_sheet' ? 2 : 1, ageMinutes: -1 },
      ])
      expect((await rows(`select name from shop.retention_run`)).length).toBeGreaterThan(
        Object.keys(retentionTable).length,
      )
    },
  )

  test('of what was delivered the lines of an order stay, without their text; of a captured payment what was said', async () => {
    await empty()
    await make('outbox')
    await make('webhook_body')
    await sweep()
    const texts = await rows<{ topic: string; payload: object }>(
      'select topic, payload from shop.outbox order by topic, payload',
    )
    const full = { a: 1 }
    expect(texts).toEqual([
      { topic: 'mail.card-saved', payload: full },
      { topic: 'mail.order-placed', payload: {} },
      { topic: 'mail.order-placed', payload: full },
      { topic: 'mail.order-request', payload: full },
    ])
    const events = await rows(
      `select event_id as id, body ->> 'event' as event, raw from shop.webhook_event order by event_id`,
    )
    expect(events).toEqual([
      { id: 'CAPTURE-1', event: 'CAPTURE', raw: null },
      { id: 'CAPTURE1', event: 'CAPTURE', raw: 'raw' },
      { id: 'REFUND-1', event: null, raw: null },
      { id: 'REFUND1', event: 'REFUND', raw: 'raw' },
    ])
  })
})

describe('SCALE-02: sweeps keep up', () => {
  test('200,000 ended sessions and 200,000 keys are gone within four rounds, in batches of 5,000 at most; live ones stay', async () => {
    await empty()
    const many = (from: string, at: string) =>
      `insert into shop.session (token_sha256, shopper_id, brand, country, csrf_secret, created_at, ends_at)
       select ${hash}, ${person}, 'CB', 'US', '', ${at} - interval '1 day', ${at} from generate_series(${from}) n`
    const keys = (from: string, at: string) =>
      `insert into shop.request_key (shopper_id, key, method_path, request_sha256, created_at, lease_until)
       select ${person}, 'key', 'POST /', '', ${at}, now() from generate_series(${from}) n`
    for (let first = 0; first < 200_000; first += 20_000) {
      const range = `${first}, ${first + 19_999}`
      await rows(many(range, "now() - interval '30 days'"))
      await rows(keys(range, "now() - interval '30 days'"))
    }
    await rows(many('200000, 200099', "now() + interval '1 day'"))
    await rows(keys('200000, 200099', 'now()'))
    let rounds = 0
    const removed = { session: 0, request_key: 0 }
    for (; rounds < 4 && removed.session + removed.request_key < 400_000; rounds += 1) {
      const swept = await sweep()
      for (const name of ['session', 'request_key'] as const) {
        const one = swept[name]
        if (one === undefined) continue
        removed[name] += one.removed
        expect(one.batches).toBeGreaterThanOrEqual(one.removed / 5_000)
      }
    }
    expect(removed).toEqual({ session: 200_000, request_key: 200_000 })
    const left =
      await rows(`select (select count(*)::int from shop.session) as s, (select count(*)::int from shop.request_key) as k,
      (select count(*)::int from shop.session where ends_at < now()) as ended`)
    expect(left).toEqual([{ s: 100, k: 100, ended: 0 }])
  }, 300_000)

  test('a batch that would take longer than 200 ms is cut off, removes nothing, and the next one is smaller', async () => {
    const slow = statement('test.slow', 'select pg_sleep($1::int / 1000.0)')
    const sizes: number[] = []
    await empty()
    await make('session')
    const database = {
      ...world.database,
      transaction: <Result>(work: Parameters<typeof world.database.transaction<Result>>[0]) =>
        world.database.transaction<Result>(async (tx) =>
          work({
            ...tx,
            async rows(of, values) {
              if (of.name === 'session.delete-ended') {
                const size = Number(values?.[0])
                sizes.push(size)
                await tx.rows(slow, [size])
              }
              return tx.rows(of, values)
            },
          }),
        ),
    }
    const swept = await removeWhatIsOver({ ...world.shop.orders, database, retention: retention() })
    expect(sizes.slice(0, 3)).toEqual([1_000, 500, 250])
    expect(swept.session).toMatchObject({ removed: 1, batches: 1 })
  })
})

const open = (n: number, updated = 'now()') =>
  rows(`insert into shop.cart (shopper_id, cart_id, brand, country, currency, state, updated_at)
    select ${person}, ${person}, 'CB', 'US', 'USD', 'open', ${updated} from (values (${n})) v(n)`)
const line = (n: number, list: string) =>
  rows(`insert into shop.cart_line (shopper_id, cart_id, line_id, list, position, sku, merge_key, quantity)
    select ${person}, ${person}, gen_random_uuid(), '${list}', 0, ${sku.mug}, 'key', 1 from (values (${n})) v(n)`)
const session = (n: number, ends: string, before = 'null') =>
  rows(`insert into shop.session (token_sha256, shopper_id, brand, country, csrf_secret, created_at, ends_at, guest_before)
    select sha256(gen_random_uuid()::text::bytea), ${person}, 'CB', 'US', '', ${ends} - interval '1 day', ${ends}, ${before} from (values (${n})) v(n)`)
const account = (n: number) =>
  rows(`with person as (insert into shop.shopper (shopper_id) select ${person} from (values (${n})) v(n) on conflict do nothing)
    insert into shop.account (shopper_id, email, email_key, first_name, last_name, password_hash)
    select ${person}, 'p' || n, 'p' || n, '', '', '' from (values (${n})) v(n)`)
const order = (n: number) =>
  rows(`insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state, cart_version, currency,
      total_cents, stored_value_cents, card_due_cents, facts, summary, recipients, settled_at)
    select ${person}, ${person}, ${person}, 1, 'n' || n, 'CB', 'US', 'refused', 1, 'USD', 0, 0, 0, '{}', '{}', '[]', now() from (values (${n})) v(n)`)
const stateOf = async (n: number) =>
  (
    await rows<{ state: string }>(
      `select state from shop.cart where shopper_id = md5('person' || '${n}')::uuid order by created_at`,
    )
  ).map(({ state }) => state)
const past = "now() - interval '30 days'"

describe('SCALE-03: carts that nobody can reach or touches', () => {
  test('a guest’s cart is abandoned with her last session; with a live one, one that waits for an account, or an order it stays', async () => {
    await empty()
    for (const n of [10, 11, 12, 13, 14]) await open(n)
    for (const n of [10, 11, 12, 13]) await session(n, past)
    await session(11, "now() + interval '1 day'")
    await account(20)
    await session(20, "now() + interval '1 day'", "md5('person' || '12')::uuid")
    await order(13)
    await account(14)
    await session(14, past)
    await sweep()
    expect(await Promise.all([10, 11, 12, 13, 14].map(stateOf))).toEqual([
      ['abandoned'],
      ['open'],
      ['open'],
      ['open'],
      ['open'],
    ])
    const told = await rows(`select kind, version from shop.cart_event where shopper_id = md5('person' || '10')::uuid`)
    expect(told).toEqual([{ kind: 'abandoned', version: 2 }])
    await rows(`update shop.session set created_at = ${past}, ends_at = ${past} where guest_before is not null`)
    await sweep()
    expect(await stateOf(12)).toEqual(['abandoned'])
    await rows(`update shop.cart set updated_at = now() - interval '61 days' where state = 'abandoned'`)
    await line(10, 'cart')
    await sweep()
    expect(await Promise.all([10, 12].map(stateOf))).toEqual([[], []])
  })

  test('a member’s is after 400 days, gone 30 later; what she saved for later stays, and with an order all of it', async () => {
    await empty()
    await rows("delete from shop.orders where state = 'refused'")
    for (const n of [30, 31, 32, 33]) {
      await account(n)
      await open(n, `now() - interval '400 days' ${n === 33 ? '+' : '-'} interval '1 minute'`)
    }
    await line(30, 'cart')
    await line(31, 'saved')
    await order(32)
    await sweep()
    expect(await Promise.all([30, 31, 32, 33].map(stateOf))).toEqual([
      ['abandoned'],
      ['abandoned', 'open'],
      ['open'],
      ['open'],
    ])
    const saved = await rows(
      `select c.state from shop.cart_line l join shop.cart c using (shopper_id, cart_id) where l.list = 'saved'`,
    )
    expect(saved).toEqual([{ state: 'open' }])
    const notes = await rows(`select shopper_id = md5('person' || '30')::uuid as hers, days from shop.left_cart`)
    expect(notes).toEqual([{ hers: true, days: 400 }])
    await rows(
      `update shop.cart set updated_at = now() - interval '30 days' + interval '1 minute' where state = 'abandoned'`,
    )
    await sweep()
    expect(await stateOf(30)).toEqual(['abandoned'])
    await rows(
      `update shop.cart set updated_at = now() - interval '30 days' - interval '1 minute' where state = 'abandoned'`,
    )
    await sweep()
    expect(await Promise.all([30, 31].map(stateOf))).toEqual([[], ['open']])
  })
})
