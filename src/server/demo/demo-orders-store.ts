import { type Sql, type Statement, statement, type Tx } from '#server/db/database.ts'
import type { StoryColumn } from './demo-orders-file.ts'

const mark = statement(
  'demo.mark-shoppers',
  'insert into shop.demo_shopper (shopper_id) select unnest($1::uuid[]) on conflict do nothing',
)
const count = statement<{ orders: number }>(
  'demo.count-orders',
  `select count(*)::int as orders from shop.demo_shopper d join shop.orders o on o.shopper_id = d.shopper_id`,
)

/** Marks guests as the demo's: with all that is theirs they go when it does. */
export async function markDemoShoppers(tx: Tx, shopperIds: readonly string[]): Promise<void> {
  await tx.count(mark, [shopperIds])
}

/** How many orders there are that came with the demo. */
export async function countDemoOrders(sql: Sql): Promise<number> {
  return (await sql.row(count))?.orders ?? 0
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Writes rows of a table, each a text or null for each of the columns. */
export async function writeDemoRows(
  tx: Tx,
  table: string,
  columns: readonly StoryColumn[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const insert: Statement<unknown> = statement(
    `demo.write-${table}`,
    `insert into shop.${quoted(table)} (${columns.map(({ name }) => quoted(name)).join(', ')})
     select ${columns.map(({ type }, place) => `(r->>${place})::${type}`).join(', ')} from jsonb_array_elements($1::jsonb) r`,
  )
  await tx.count(insert, [JSON.stringify(rows)])
}

/** What was told again took no pieces; what was cancelled since has given some back. */
const takeReturned = statement(
  'demo.take-returned-pieces',
  `update shop.stock s set on_hand = greatest(s.on_hand - r.quantity, s.held)
   from (select h.sku, h.location_id, sum(h.quantity) as quantity
     from shop.demo_shopper d
     join shop.orders o on o.shopper_id = d.shopper_id and o.state = 'cancelled' and o.cancelled_at >= d.made_at
     join shop.stock_hold h on h.order_id = o.order_id and h.state = 'released' group by h.sku, h.location_id) r
   where s.sku = r.sku and s.location_id = r.location_id`,
)

const ofDemo = 'shopper_id in (select shopper_id from shop.demo_shopper)'
const ordersOfDemo = `order_id in (select order_id from shop.orders where ${ofDemo})`

/**
 * Whose rows of each table are the demo's, what refers to others first: all that its guests left, and whatever somebody made of
 * their orders since.
 */
const removed: readonly (readonly [table: string, where: string])[] = [
  [
    'certificate',
    `${ordersOfDemo} or certificate_id in (select tender_id from shop.cart_tender where kind <> 'giftCard' and ${ofDemo})`,
  ],
  ['webhook_event', `reference in (select reference from shop.payment where ${ofDemo})`],
  ['trip_hold', ofDemo],
  ['stock_hold', ofDemo],
  ['promo_use', ofDemo],
  ...`payment_entry provider_call payment registry_gift order_line order_claim orders outbox left_cart hand_over_use wallet_sheet
    wallet_payload cart_event cart_line cart_payment cart_tender recipient cart registry_hold token_owner request_key session
    sign_in_token product_view favorite saved_design client_log`
    .split(/\s+/)
    .map((table) => [table, ofDemo] as const),
  ['shopper', ofDemo],
]

const removals = removed.map(([table, where]) =>
  statement(`demo.remove-${table}`, `delete from shop.${table} where ${where}`),
)

/** Removes the demo's orders with their guests and all that was made of them; stock is what it would be without them. */
export async function removeDemoShoppers(tx: Tx): Promise<void> {
  await tx.count(takeReturned)
  for (const removal of removals) await tx.count(removal)
}
