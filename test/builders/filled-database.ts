import type { Client } from 'pg'

/** What a column holds in the nth row, as SQL over n. */
type Row = { readonly [column: string]: string }

/** Few of many: every hundredth row is as the first says, all others as the last. */
const rarely = (few: string, most: string) => `case when n % 100 = 0 then ${few} else ${most} end`
const final =
  "case when n % 100 = 0 then 'pending' when n % 20 = 0 then 'refused' when n % 20 = 1 then 'cancelled' else 'placed' end"

const ended = rarely('null', "timestamptz '2026-01-01' - n * interval '1 minute'")
const seldom = rarely("timestamptz '2026-01-01' - n * interval '1 minute'", 'null')

/** Of tables in partitions: some rows in each, the first and the default one among them. */
const month = `(date_trunc('month', now()) + (n % 6 - 1) * interval '1 month')::date`
const day = `date_trunc('day', now()) + (n % 17 - 1) * interval '1 day'`

/** Where the shape of the rows decides by which index they are found; all other columns are filled by their types. */
const shapes: { readonly [table: string]: Row } = {
  sku: { sku: 'n' },
  cart: { state: rarely("'open'", "'ordered'") },
  orders: {
    state: final,
    settled_at: ended,
    cancelled_at: seldom,
    money_moved_at: seldom,
    resumed_at: seldom,
    lease_until: seldom,
    lease_owner: 'null',
  },
  payment: { state: rarely("'unknown'", "'authorized'"), challenge_until: 'null', next_try_at: seldom, slot: '1' },
  payment_entry: { kind: "'refunded'" },
  cart_event: { cart_month: month },
  provider_call: { op: "'auth'", order_month: month },
  client_log: { at: day },
  product_view: { day: `(${day})::date` },
  stock_hold: { state: rarely("'held'", "'sold'") },
  stock: { sku: 'n', held: rarely('1', '0') },
  gift_card_entry: { kind: "'spend'" },
  promo: { code: "'CODE' || n", is_demo: 'false' },
  promo_use: { state: "'used'", code: "'CODE' || n % 200", is_of_mailbox: 'true' },
  certificate: { state: rarely("'free'", "'used'"), kind: "'reward'", is_demo: 'false' },
  gift_card: { is_demo: 'false' },
  account: { is_demo: 'false' },
  trip: { capacity: '50', held: '0', booked: rarely('50', '20') },
  trip_hold: { state: "'booked'", trip_id: 'n % 2000' },
  outbox: { done_at: ended, parked_at: 'null', lease_until: 'null', topic: "'mail.order-placed'" },
  request_key: { state: rarely("'running'", "'done'"), order_id: rarely("md5('order_id' || n)::uuid", 'null') },
  webhook_event: { state: rarely("'new'", "'done'") },
  registry: { closed_at: seldom, is_public: 'n % 2 = 0' },
  registry_gift: { told_on: rarely('null', "date '2026-01-01'") },
  registration: { ended_at: ended },
  order_archive: {
    year: 'extract(year from now())::int + n % 2',
    state: final.replace('pending', 'placed'),
    sent_at: ended,
    designs: "array['design' || n]",
    provider_refs: "array['built-in ' || n]",
  },
  session: { guest_before: rarely("md5('shopper' || n)::uuid", 'null'), revoked_at: seldom },
  design: { kept_at: rarely('null', 'now()') },
  account_address: { is_default: 'n % 2 = 0' },
  account_card: { is_default: 'n % 2 = 0' },
  saved_design: { gr_id: rarely('n', 'null') },
}

const names: Row = {
  shopper_id: "md5('shopper' || n / 2)::uuid",
  brand: "'CB'",
  country: "'US'",
  currency: "'USD'",
  provider: "'built-in'",
  method: "'card'",
  auth: "'member'",
  email_key: "'person' || n || '@example.com'",
  sku: '1 + n % 10000',
  location_id: '1',
  slug: "'slug-' || n",
  category_slug: "'slug-' || n % 50",
  parent_slug: 'null',
  product_id: "'product' || n % 5000",
}

const types: { readonly [type: string]: (column: string) => string } = {
  uuid: (column) => `md5('${/shopper|_by$|guest/.test(column) ? 'shopper' : column}' || n)::uuid`,
  bytea: (column) => `decode(md5('${column}' || n), 'hex')`,
  text: (column) => `'${column}' || n`,
  bpchar: () => "'x'",
  int2: () => 'n % 9',
  int4: () => 'n',
  int8: () => 'n',
  float4: () => '1',
  bool: () => 'n % 2 = 0',
  date: () => "date '2026-01-01' - n % 700",
  timestamptz: () => "timestamptz '2026-01-01' - n * interval '1 minute'",
  jsonb: () => "'{}'",
  tsvector: () => "''",
}

type Column = { readonly table: string; readonly column: string; readonly type: string }

/**
 * Fills every table of the shop with so many rows that the plans are those of a big one. They need not make sense: what is
 * checked and referred to is let go, nobody sells by this database.
 */
export async function fillDatabase(client: Client, rowsOf: (table: string) => number): Promise<void> {
  const checks = await client.query<{ drop: string }>(
    // those of a partition may go with its table's
    `select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype in ('c', 'f') and conparentid = 0 and connamespace::regnamespace::text in ('shop', 'shop_part')
     order by connamespace::regnamespace::text`,
  )
  for (const { drop } of checks.rows) await client.query(drop)
  const deferred = await client.query<{ table: string }>(
    'select relname as table from pg_constraint join pg_class c on c.oid = conrelid where condeferrable',
  )
  // no conflict is passed over there
  const deferrable = new Set(deferred.rows.map(({ table }) => table))
  const { rows: columns } = await client.query<Column>(
    `select table_name as table, column_name as column, udt_name as type from information_schema.columns
     where table_schema = 'shop' and is_generated = 'NEVER' order by table_name, ordinal_position`,
  )
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    await client.query(`alter table shop.${table} disable trigger user`)
    const values = own.map((each) => sqlOfColumn(each))
    await client.query(
      `insert into shop.${table} (${own.map(({ column }) => column).join(', ')}) overriding system value
       select ${values.join(', ')} from generate_series(1, ${rowsOf(table)}) n
       ${deferrable.has(table) ? '' : 'on conflict do nothing'}`,
    )
  }
  await client.query('analyze')
}

function sqlOfColumn({ table, column, type }: Column): string {
  const isArray = type.startsWith('_')
  return shapes[table]?.[column] ?? (isArray ? "'{}'" : (names[column] ?? types[type]?.(column) ?? 'null'))
}
