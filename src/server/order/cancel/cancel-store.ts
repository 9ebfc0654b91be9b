import type { CancelFacts } from '#domain/order/cancellation.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { type OrderHolds, storedHolds } from '#server/order/stored-order.ts'

/** Of the order $1 of the shopper $2: what an order has taken is given back by no statement that does not ask this. */
export const isCancelled = `exists (select from shop.orders c where c.shopper_id = $2 and c.order_id = $1
       and c.state = 'cancelled')`

const byNumber = statement<LinkedKey>(
  'order.key-by-number',
  `select shopper_id as "shopperId", order_id as "orderId", link_version as "linkVersion" from shop.orders
   where order_number = $1 and brand = $2 and country = $3
   union all select shopper_id, order_id, (document->'order'->>'link_version')::int from shop.order_archive
   where order_number = $1 and brand = $2 and country = $3`,
)

type LinkedKey = OrderKey & { readonly linkVersion: number }

/** Which order of a storefront has this number: the caller must ask who wants it. */
export function findOrderKey(
  sql: Sql,
  orderNumber: string,
  { brand, country }: { readonly brand: Brand; readonly country: Country },
): Promise<LinkedKey | undefined> {
  return sql.row(byNumber, [orderNumber, brand, country])
}

/** An order as far as cancelling it goes. */
export type CancellableOrder = OrderKey &
  Omit<CancelFacts, 'isPaymentTaken'> & {
    readonly holds: OrderHolds
    /** Of the address it was placed from; null of an order of before it was kept. */
    readonly addressMac: Buffer | null
  }

const lock = statement<Omit<CancellableOrder, 'holds'> & { readonly holds: unknown }>(
  'order.lock-for-cancel',
  `select shopper_id as "shopperId", order_id as "orderId", state, facts->'holds' as holds,
     decode(facts->>'addressMac', 'hex') as "addressMac", coalesce(extract(epoch from now() - settled_at), 0)::float8 as "placedSecondsAgo"
   from shop.orders where shopper_id = $1 and order_id = $2 for update`,
)

export async function lockForCancel(tx: Tx, key: OrderKey): Promise<CancellableOrder | undefined> {
  const row = await tx.row(lock, [key.shopperId, key.orderId])
  return row && { ...row, holds: storedHolds(row.holds, row.orderId) }
}

const archived = statement<CancelFacts>(
  'order.archived-for-cancel',
  `select state, extract(epoch from now() - settled_at)::float8 as "placedSecondsAgo",
     document->'payments' @> '[{"state":"captured"}]' as "isPaymentTaken"
   from shop.order_archive where shopper_id = $1 and order_id = $2`,
)

/** What decides about cancelling an order that is in the archive: it is too late. */
export function findArchived(sql: Sql, key: OrderKey): Promise<CancelFacts | undefined> {
  return sql.row(archived, [key.shopperId, key.orderId])
}

// who asked while the order was being placed began before it was
const cancel = statement(
  'order.cancel',
  `update shop.orders set state = 'cancelled', cancelled_at = greatest(now(), settled_at)
   where shopper_id = $1 and order_id = $2 and state = 'placed'`,
)

/** Moves a placed order to cancelled; false when it is not placed. */
export async function markCancelled(tx: Tx, key: OrderKey): Promise<boolean> {
  return (await tx.count(cancel, [key.shopperId, key.orderId])) === 1
}
