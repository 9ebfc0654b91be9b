import { type Sql, type Statement, statement, type Tx } from '#server/db/database.ts'
import type { StoryColumn } from './demo-orders-file.ts'

const mark = statement(
  'demo.mark-shoppers',
  'insert into shop.demo_shopper (shopper_id) select unnest($1::uuid[]) on conflict do nothing',
)
const count = statement<{ orders: number }>(
  'demo.count-orders',
  `select count(*)::int as orders from shop.demo_shopper d
   cross join lateral (select from shop.orders o where o.shopper_id = d.shopper_id offset 0) o`,
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

const guests = statement<{ shopperId: string }>(
  'demo.shoppers',
  'select shopper_id as "shopperId" from shop.demo_shopper',
)
/** What was told again took no pieces; what was cancelled since has given some back. */
const takeReturned = statement(
  'demo.take-returned-pieces',
  `update shop.stock s set on_hand = greatest(s.on_hand - r.quantity, s.held)
   from (select h.sku, h.location_id, sum(h.quantity) as quantity from shop.stock_hold h
     where h.state = 'released' and h.order_id = any(array(
       select o.order_id from shop.orders o join shop.demo_shopper d on d.shopper_id = o.shopper_id
       where o.shopper_id = any($1) and o.state = 'cancelled' and o.cancelled_at >= d.made_at))
     group by h.sku, h.location_id) r
   where s.sku = r.sku and s.location_id = r.location_id`,
)

const ofGuests = 'shopper_id = any($1)'
const ofOrders = `order_id = any(array(select order_id from shop.orders where ${ofGuests}))`

/**
 * Which rows of each table are those of guests, what refers to others first: all that they left, and whatever somebody made of
 * their orders since.
 */
const removed: readonly (readonly [table: string, where: string])[] = [
  [
    'certificate',
    `${ofOrders} or certificate_id = any(array(select tender_id from shop.cart_tender where kind <> 'giftCard' and ${ofGuests}))`,
  ],
  ['webhook_event', `reference = any(array(select reference from shop.payment where ${ofGuests}))`],
  ['trip_hold', ofOrders],
  ['stock_hold', ofOrders],
  ['promo_use', ofOrders],
  ...`payment_entry provider_call payment registry_gift order_line order_claim orders outbox left_cart hand_over_use wallet_sheet
    wallet_payload cart_event cart_line cart_payment cart_tender recipient cart registry_hold request_key session
    sign_in_token product_view favorite saved_design client_log`
    .split(/\s+/)
    .map((table) => [table, ofGuests] as const),
  ['order_archive', ofGuests],
  ['shopper', ofGuests],
]

const removals = removed.map(([table, where]) =>
  statement(`demo.remove-${table}`, `delete from shop.${table} where ${where}`),
)

/** Removes the demo's orders with their guests and all that was made of them; stock is what it would be without them. */
export async function removeDemoShoppers(tx: Tx): Promise<void> {
  const ids = (await tx.rows(guests)).map(({ shopperId }) => shopperId)
  if (ids.length === 0) return
  for (const removal of [takeReturned, ...removals]) await tx.count(removal, [ids])
}
