import { type Sql, statement } from '#server/db/database.ts'
import {
  type OrderRecord,
  type RecordRow,
  readOrderRecord,
  recordColumns,
  recordOf,
} from '#server/order/order-record-store.ts'
import type { OutboxRow } from './outbox-store.ts'

/** A row that was taken, with the order that its job said it is about, as it was then; null for none. */
export type TakenRow = OutboxRow & { readonly order: { readonly orderId: string; readonly row: RecordRow } | null }

type TakenColumns = OutboxRow & RecordRow & { readonly orderId: string | null }

const take = statement<TakenColumns>(
  'order.take-from-outbox',
  `with taken as (
     update shop.outbox set tries = tries + 1,
       lease_until = now() + case topic when 'payment.void' then interval '5 seconds' else interval '30 seconds' end
     where shopper_id = $1 and outbox_id = $2 and done_at is null and parked_at is null
       and (lease_until is null or lease_until < now())
     returning shopper_id, outbox_id, topic, key, payload, tries
   )
   select t.shopper_id as "shopperId", t.outbox_id as "outboxId", t.topic, t.key, t.payload, t.tries,
     o.order_id as "orderId", ${recordColumns}
   from taken t left join shop.orders o on o.shopper_id = t.shopper_id and o.order_id = $3`,
)

/**
 * Takes a row; undefined when it is done, parked, or at work elsewhere. A void done twice is done once, so its lease is short:
 * money held for nobody must not wait for a dead worker. A mail sent twice is seen twice, so its is long. `about`: the order that is
 * read with it; null for none.
 */
export async function takeFromOutbox(
  sql: Sql,
  shopperId: string,
  outboxId: string,
  about: string | null,
): Promise<TakenRow | undefined> {
  const found = await sql.row(take, [shopperId, outboxId, about])
  if (found === undefined) return undefined
  const { topic, key, payload, tries, orderId, ...row } = found
  return { shopperId, outboxId, topic, key, payload, tries, order: orderId === null ? null : { orderId, row } }
}

/** The order of a row that was taken: as it was read with it, else as it is now. */
export async function readOrderOf(
  sql: Sql,
  { shopperId, order }: TakenRow,
  orderId: string,
): Promise<OrderRecord | undefined> {
  return order?.orderId === orderId ? recordOf(order.row) : readOrderRecord(sql, { shopperId, orderId })
}
