import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import type { Log } from '#server/http/context.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { jobsOf } from '#test/order/jobs-of.ts'
import { createWorld, type World } from '#test/world.ts'
import { retentionTable } from './retention-table.ts'
import { type SweepOptions, sweepRound } from './sweep.ts'

const bytes = (nth: string) => `sha256(convert_to(${nth}::text, 'UTF8'))`
const guest = `md5(n::text)::uuid`

/** How a row of each table is made, by its number and its moment. */
const made: { readonly [table: string]: { readonly columns: string; readonly row: string } } = {
  request_key: {
    columns: 'shopper_id, key, method_path, request_sha256, created_at, lease_until',
    row: `${guest}, 'key-' || n, 'POST /', '', at, now() + interval '1 hour'`,
  },
  session: {
    columns: 'token_sha256, shopper_id, brand, country, csrf_secret, created_at, ends_at',
    row: `${bytes('n')}, ${guest}, 'CB', 'US', '', at, at + interval '1 day'`,
  },
  sign_in_token: { columns: 'token_sha256, shopper_id, created_at', row: `${bytes('n')}, owner, at` },
  sign_in_failure: { columns: 'counter_mac, at', row: `${bytes('n')}, at` },
  registry_hold: {
    columns: 'shopper_id, cart_id, gr_id, sku, quantity, until',
    row: `${guest}, ${guest}, gr_id, ${sku.mug}, 1, at`,
  },
  reset_request: { columns: 'token_sha256, created_at', row: `${bytes('n')}, at` },
  password_reset: { columns: 'token_sha256, shopper_id, created_at', row: `${bytes('n')}, owner, at` },
  registration: {
    columns:
      'registration_id, email, email_key, first_name, last_name, password_hash, shopper_id, return_url, created_at',
    row: `${guest}, '', n, '', '', '', ${guest}, '', at`,
  },
  identity_flow: {
    columns: 'state_sha256, session_sha256, provider, nonce, verifier, return_url, redirect_uri, created_at',
    row: `${bytes('n')}, ${bytes('n')}, '', '', '', '', '', at`,
  },
  identity_offer: {
    columns: 'session_sha256, issuer, subject, shopper_id, created_at',
    row: `${bytes('n')}, '', '', ${guest}, at`,
  },
  throttle: { columns: 'bucket, key_mac, tokens, refilled_at', row: `'test', ${bytes('n')}, 1, at` },
  card_try: { columns: 'try_id, address_mac, started_at', row: `${guest}, ${bytes('n')}, at` },
  token_owner: {
    columns: 'token_sha256, shopper_id, brand, country, owned_at',
    row: `${bytes('n')}, ${guest}, 'CB', 'US', at`,
  },
  saved_design: {
    columns: `shopper_id, design_id, brand, country, sku, quantity, order_type, profile_guid, personalization_type,
      template_name, location_name, lines, created_at`,
    row: `${guest}, ${guest}, 'CB', 'US', ${sku.towel}, 1, '', '', 700, '', '', '[]', at`,
  },
  design: { columns: 'hash, design, created_at', row: `md5(n::text), '{}', at` },
  client_log: { columns: 'level, message, at', row: `'info', '', at` },
  hand_over_use: { columns: 'shopper_id, hand_over_id, taken_by, taken_at', row: `${guest}, ${guest}, ${guest}, at` },
  product_view: {
    columns: 'shopper_id, brand, country, product_id, day, at',
    row: `${guest}, 'CB', 'US', 'sofa', at, at`,
  },
  alarm_delivery: {
    columns: 'alarm_id, channel, nth, message, made_at',
    row: `(select alarm_id from shop.alarm), 'mail', n, '{}', at`,
  },
  removed_address: {
    columns: 'shopper_id, address_id, address, created_at, is_default, removed_at',
    row: `owner, ${guest}, '{}', at, false, at`,
  },
  removed_card: {
    columns: `shopper_id, card_id, provider, token, brand, type, last_four, exp_month, exp_year, cbhcc_design_type,
      created_at, is_default, removed_at`,
    row: `owner, ${guest}, '', '', '', '', '1111', 1, 2030, 0, at, false, at`,
  },
}

/** Tables that grow as well, and why what is in them stays. */
const stays = {
  heartbeat: 'one a process; who ends takes out those of a day ago',
  demo_shopper: 'the guests of the demo, until it is removed; production has none',
  turn: 'as many as the migration made',
  ...{ shopper: 'an order', account: 'its owner', account_address: 'its owner', account_card: 'its owner' },
  ...{ account_identity: 'its owner', favorite: 'its owner', rewards_account: 'import', rewards_card: 'import' },
  ...{ registry: 'its owner', registry_item: 'its owner', registry_gift: 'an order' },
  ...{ registry_picture: 'its owner', registry_mail_stop: 'whoever wants no mail' },
  ...{
    cart: 'a cart',
    cart_line: 'a cart',
    cart_event: 'a cart',
    left_cart: 'whoever is not told yet',
    cart_payment: 'a cart',
    recipient: 'a cart',
  },
  ...{ cart_tender: 'a cart', wallet_sheet: 'a cart', wallet_payload: 'a cart' },
  ...{
    orders: 'an order',
    order_archive: 'orders of long ago',
    order_line: 'an order',
    order_claim: 'an order',
    payment: 'an order',
    payment_entry: 'an order',
  },
  ...{ provider_call: 'an order', stock_hold: 'an order', trip_hold: 'an order', promo_use: 'an order' },
  ...{ outbox: 'an order', gift_card: 'money', gift_card_entry: 'money', certificate: 'money' },
  ...{ webhook_event: 'signed by the processor', alarm: 'a person', reconcile_round: 'a person' },
} as const
/** Tables of the retailer and of the installation: visitors write no row. */
const ofTheShop = [
  'alarm_told',
  ...['category', 'location', 'product', 'sku', 'price', 'stock', 'listing', 'catalog_import', 'message', 'promo'],
  ...['trip', 'product_search', 'search_word', 'recommendation_list', 'recommendation_run', 'shipping_rate'],
  ...[
    'shipping_band',
    'retention_run',
    'installation',
    'payment_left_alone',
    'payment_report',
    'reported_payment',
    'check_mark',
    'check_cursor',
    'catalog_run',
  ],
  ...[
    'category',
    'changed',
    'due_stock',
    'fault',
    'location',
    'price',
    'product',
    'sku',
    'stock',
    'touched',
    'word',
  ].map((name) => `stage_${name}`),
]

const total = 12_000
const tableNames = statement<{ name: string }>(
  'test.tables',
  `select c.relname as name from pg_class c where c.relnamespace = 'shop'::regnamespace and c.relkind in ('r', 'p')
   order by 1`,
)
const runs = statement<{ name: string; removed: number; oldest: Date | null }>(
  'test.retention-runs',
  'select name, removed, oldest_left as oldest from shop.retention_run order by name',
)
const makeOwner = statement(
  'test.owner',
  `with person as (insert into shop.shopper (shopper_id) values (gen_random_uuid()) returning shopper_id),
   owner as (insert into shop.account (shopper_id, email, email_key, first_name, last_name, password_hash)
     select shopper_id, 'o@example.com', 'o@example.com', '', '', '' from person returning shopper_id)
   insert into shop.registry (shopper_id, brand, country, event_type, event_date, owner_names, list_type, registry_type)
   select shopper_id, 'CB', 'US', 'x', now(), 'x', 1, 'br' from owner`,
)

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.database.count(makeOwner)
  await raiseAlarm(world.database, 'dispute', 'told long ago', {})
})
afterAll(() => world.close())

async function fill(table: string): Promise<void> {
  const { columns, row } = made[table] ?? { columns: '', row: '' }
  const from = `(select r.shopper_id as owner, r.gr_id, n, case when n <= 7 then now() else now() - interval '401 days' end as at
    from generate_series($1::int, $2::int) n, shop.registry r) rows`
  const makeSlice = statement(`test.fill-${table}`, `insert into shop.${table} (${columns}) select ${row} from ${from}`)
  // in slices: on a busy machine one statement for all would run into its limit
  for (let first = 1; first <= total + 7; first += 2_000) {
    await world.database.count(makeSlice, [first, Math.min(first + 1_999, total + 7)])
  }
  expect(await countOf(table)).toBe(total + 7)
}

async function countOf(table: string): Promise<number> {
  const count = statement<{ n: number }>(`test.count-${table}`, `select count(*)::int as n from shop.${table}`)
  return (await world.database.row(count))?.n ?? -1
}

describe('SAFE-41: what is over is removed as fast as it comes', () => {
  test('12,000 old rows of every table that is swept go in one round; new ones stay', async () => {
    for (const table of Object.keys(made)) await fill(table)
    const { expire } = jobsOf(world).jobs
    await expire?.(null)
    const left = await Promise.all(Object.keys(made).map(async (table) => [table, await countOf(table)]))
    expect(left).toEqual(Object.keys(made).map((table) => [table, 7]))
  })

  test('every table is swept, kept for a reason, or the shop’s own', async () => {
    const names = (await world.database.rows(tableNames)).map(({ name }) => name)
    expect(names).toEqual([...Object.keys(made), ...Object.keys(stays), ...ofTheShop].sort())
    await jobsOf(world).jobs.expire?.(null)
    const noted = (await world.database.rows(runs)).map(({ name }) => name)
    expect(noted).toEqual(expect.arrayContaining([...Object.keys(made), ...Object.keys(retentionTable)]))
  })

  test('a row that somebody is at work on is waited for by nobody, and goes in the next round', async () => {
    const { expire } = jobsOf(world).jobs
    const lock = statement('test.lock', 'select from request_key where created_at < now() for update')
    const old = statement('test.old', `update request_key set created_at = now() - interval '2 days'`)
    await world.database.count(old)
    await world.database.transaction(async (tx) => {
      await tx.rows(lock)
      await expire?.(null)
    })
    expect(await countOf('request_key')).toBe(7)
    await expire?.(null)
    expect(await countOf('request_key')).toBe(0)
  })
})

describe('a round', () => {
  type Line = { readonly level: string; readonly text: string | undefined }
  function round(options: Pick<SweepOptions, 'sweeps'> & Partial<SweepOptions>) {
    const lines: Line[] = []
    const note = (level: string) => (_facts: object, text?: string) => void lines.push({ level, text })
    const log: Log = { info: note('info'), warn: note('warn'), error: note('error') }
    const pauses: number[] = []
    const pause = async (ms: number) => pauses.push(ms)
    return sweepRound({ log, max: 10, pause, ...options }).then((swept) => ({
      removed: Object.fromEntries(Object.entries(swept).map(([name, { removed }]) => [name, removed])),
      lines,
      pauses,
    }))
  }
  /** Has so many rows to remove, and notes each slice. */
  const holding = (rows: number, slices: number[] = []) => {
    let left = rows
    return async (max: number) => {
      const found = Math.min(max, left)
      left -= found
      slices.push(found)
      return found
    }
  }

  test('goes on slice by slice until one is not full, each in turn, and rests after each', async () => {
    const order: string[] = []
    const noting = (name: string, sweep: (max: number) => Promise<number>) => async (max: number) => {
      order.push(name)
      return sweep(max)
    }
    let at = 0
    const { removed, pauses, lines } = await round({
      sweeps: {
        keys: noting('keys', holding(25)),
        sessions: noting('sessions', holding(5)),
        none: noting('none', holding(0)),
      },
      now: () => {
        at += 3
        return at
      },
    })
    expect(order).toEqual(['keys', 'sessions', 'none', 'keys', 'keys'])
    expect(removed).toEqual({ keys: 25, sessions: 5, none: 0 })
    // after each after which there may be more
    expect(pauses).toEqual([3, 3])
    expect(lines).toEqual([])
  })

  test('one that fails is told of and holds up no other', async () => {
    const { removed, lines } = await round({
      sweeps: {
        broken: () => {
          throw new Error('away')
        },
        rejecting: async () => Promise.reject(new Error('away')),
        sessions: holding(25),
      },
    })
    expect(removed).toEqual({ broken: 0, rejecting: 0, sessions: 25 })
    expect(lines.map(({ level }) => level)).toEqual(['error', 'error'])
  })

  test('ends when its time is up and says what is left', async () => {
    let at = 0
    const slices: number[] = []
    const { removed, lines } = await round({
      sweeps: { keys: holding(1_000_000, slices), sessions: holding(5) },
      maxMs: 100,
      now: () => {
        at += 10
        return at
      },
    })
    expect(slices.length).toBeGreaterThan(1)
    expect(slices.length).toBeLessThan(10)
    expect(removed.sessions).toBe(5)
    expect(lines).toEqual([{ level: 'warn', text: 'not all that is over could be removed in time' }])
  })
})
