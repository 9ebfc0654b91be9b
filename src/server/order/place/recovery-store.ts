import { type Sql, statement } from '#server/db/database.ts'
import { isUndelivered } from '#server/order/mail/outbox-store.ts'

const isDeadKey = `state = 'running' and lease_until < now() and order_id is null`

/** Of which of its four duties recovery has anything to do. */
export type Left = {
  readonly orders: boolean
  readonly webhookEvents: boolean
  readonly deliveries: boolean
  readonly keys: boolean
}

const isLeft = {
  orders: `exists (select from shop.orders where state = 'pending' and lease_until < now())`,
  webhookEvents: `exists (select from shop.webhook_event where state = 'new')`,
  deliveries: `exists (select from shop.outbox where ${isUndelivered})`,
  keys: `exists (select from shop.request_key where ${isDeadKey})`,
}

/** Whether a look would find anything, after the longer of the two graces; for a look that is taken anyway. */
export const isAnythingLeft: string = Object.values(isLeft).join(' or ').replace('$1', '60')

const left = statement<Left>(
  'order.left-to-recovery',
  `select ${isLeft.orders} as orders, ${isLeft.webhookEvents} as "webhookEvents", ${isLeft.deliveries} as deliveries,
     ${isLeft.keys} as keys`,
)

/** One look at all that others may have left, so that an idle round is one statement; `graceSeconds` as in `reviveOutbox`. */
export async function findLeft(sql: Sql, graceSeconds: number): Promise<Left> {
  const nothing = { orders: false, webhookEvents: false, deliveries: false, keys: false }
  return (await sql.row(left, [graceSeconds])) ?? nothing
}

const dropKeys = statement('order.drop-dead-keys', `delete from shop.request_key where ${isDeadKey}`)

/** Keys whose requests died with their process before anything was done (R4); one that knows its order leads to it. */
export function dropDeadKeys(sql: Sql): Promise<number> {
  return sql.count(dropKeys)
}

const endAllWaits = statement(
  'order.end-waits',
  `update shop.orders set lease_until = now() where state = 'pending' and lease_owner is null and lease_until > now()`,
)

/** Pending orders that were put off are due at once: whoever starts anew finds a world that may be well again. */
export async function endWaits(sql: Sql): Promise<void> {
  await sql.count(endAllWaits)
}
