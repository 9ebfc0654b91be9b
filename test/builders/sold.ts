import { randomUUID } from 'node:crypto'
import type { Variant } from '#domain/variant.ts'
import { type Database, statement } from '#server/db/database.ts'

export type SoldLine = {
  readonly sku: number
  readonly quantity?: number
  /** Picked up at this store; shipped where none. */
  readonly storeNumber?: number
}

export type Sold = {
  readonly state?: 'placed' | 'refused' | 'cancelled'
  readonly daysAgo?: number
  /** Who bought; somebody new unless said. */
  readonly shopperId?: string
}

const insertOrder = statement(
  'test.sold-order',
  `with buyer as (insert into shop.shopper (shopper_id) values ($1) on conflict do nothing),
   basket as (
     insert into shop.cart (shopper_id, cart_id, brand, country, currency, state)
     values ($1, $2, $3, $4::text, case when $4::text = 'US' then 'USD' else 'CAD' end, 'ordered')),
   placed as (
     insert into shop.orders (shopper_id, order_id, cart_id, attempt, order_number, brand, country, state, cart_version,
       currency, total_cents, stored_value_cents, card_due_cents, facts, summary, recipients, settled_at, cancelled_at)
     values ($1, $2, $2, 1, $2::text, $3, $4::text, $5, 1, case when $4::text = 'US' then 'USD' else 'CAD' end, 0, 0, 0,
       '{}', '{}', '[]', now() - make_interval(days => $6),
       case when $5::text = 'cancelled' then now() end))
   insert into shop.order_line (shopper_id, order_id, line_no, sku, location_id, quantity, unit_cents, line_cents, item)
   select $1, $2, l.nth, (l.line->>'sku')::bigint, (l.line->>'storeNumber')::int, coalesce((l.line->>'quantity')::int, 1), 0, 0, '{}'
   from jsonb_array_elements($7::jsonb) with ordinality l(line, nth)`,
)

/** Writes an order straight into the books: for what looks back at many of them. */
export async function seedOrder(
  database: Database,
  { brand, country }: Variant,
  lines: readonly SoldLine[],
  { state = 'placed', daysAgo = 0, shopperId = randomUUID() }: Sold = {},
): Promise<void> {
  const orderId = randomUUID()
  await database.count(insertOrder, [shopperId, orderId, brand, country, state, daysAgo, JSON.stringify(lines)])
}

const insertView = statement(
  'test.viewed',
  `insert into shop.product_view (shopper_id, brand, country, product_id, day, at)
   select $1, $2, $3, k.product_id, current_date - $5::int, now() - make_interval(days => $5)
   from shop.sku k where k.sku = any($4::bigint[]) on conflict do nothing`,
)

/** One session that looked at these skus. */
export async function seedSession(
  database: Database,
  { brand, country }: Variant,
  skus: readonly number[],
  daysAgo = 0,
): Promise<void> {
  await database.count(insertView, [randomUUID(), brand, country, skus, daysAgo])
}
