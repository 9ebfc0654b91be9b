import type { z } from 'zod'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { causeNow } from '#server/http/ops/request-scope.ts'
import type { OrderKey } from '#server/order/order-store.ts'

export type OutboxTopic =
  | 'mail.order-placed'
  | 'mail.order-refused'
  | 'mail.order-cancelled'
  | 'mail.order-link'
  | 'mail.claim-link'
  | 'mail.reset-password'
  | 'mail.create-account'
  | 'mail.identity-joined'
  | 'mail.password-changed'
  | 'mail.card-saved'
  | 'mail.order-request'
  | 'mail.registry-gifts'
  | 'payment.void'

/** The job that delivers outbox rows, and how often it tries before a row is parked. */
export const deliveryJob = 'deliver'
export const maxDeliveries = 12

export type OutboxRow = {
  readonly shopperId: string
  readonly outboxId: string
  readonly topic: OutboxTopic
  readonly key: string
  readonly payload: unknown
  /** This try's number, from 1. */
  readonly tries: number
}

// with the order it is about, so that the row is taken and the order read in one statement; `cause`: of the request that leaves it
const newJob = (cause: string) => `graphile_worker.add_job('${deliveryJob}',
     (jsonb_build_object('shopperId', shopper_id, 'outboxId', outbox_id, 'orderId', payload->'orderId') || ${cause}::jsonb)::json,
     job_key := outbox_id::text, max_attempts := ${maxDeliveries})`

/** Of a job that no request leaves. */
const noCause = "'{}'"

/**
 * Row and job in one statement, so in one transaction with what they tell of. `rows`: shopper, topic, key and payload of each;
 * `cause`: the parameter with what `causeNow` says of the request that leaves them.
 */
const addingOf = (rows: string, cause: string) => `added as (
     insert into shop.outbox (shopper_id, topic, key, payload) ${rows}
     on conflict (shopper_id, topic, key) do nothing returning shopper_id, outbox_id, payload
   )
   select ${newJob(cause)} from added`

const add = statement('order.add-to-outbox', `with ${addingOf('values ($1, $2, $3, $4)', '$5')}`)

/**
 * The end of a statement that also leaves an order's mail to be delivered: once, where `those`, a part of it before, names the
 * order by shopper_id and order_id.
 */
export function mailOfOrder(those: string, topic: OutboxTopic, cause: string): string {
  return addingOf(
    `select shopper_id, '${topic}', order_id::text, jsonb_build_object('orderId', order_id) from ${those}`,
    cause,
  )
}

/** Leaves something to be delivered after this transaction; once per topic and key. */
export async function addToOutbox(
  tx: Tx,
  shopperId: string,
  topic: OutboxTopic,
  key: string,
  payload: object,
): Promise<void> {
  await tx.count(add, [shopperId, topic, key, JSON.stringify(payload), causeNow()])
}

/** What a row tells its sender; a `StoredJsonFault` when it cannot be read. */
export function payloadOf<Payload>({ payload, topic, outboxId }: OutboxRow, schema: z.ZodType<Payload>): Payload {
  return parseStored(schema, payload, `shop.outbox.payload of ${topic} ${outboxId}`)
}

const finish = statement(
  'order.finish-outbox',
  // who only asked for an order is forgotten once the retailer has the mail
  `update shop.outbox set done_at = now(), lease_until = null, last_error = null,
     payload = case topic when 'mail.order-request' then '{}' else payload end
   where shopper_id = $1 and outbox_id = $2`,
)

export async function finishOutbox(sql: Sql, row: OutboxRow): Promise<void> {
  await sql.count(finish, [row.shopperId, row.outboxId])
}

const fail = statement(
  'order.fail-outbox',
  `update shop.outbox set lease_until = null, last_error = $3, parked_at = case when $4 then now() end,
     run_at = now() + exp(least(tries, 10)) * interval '1 second'
   where shopper_id = $1 and outbox_id = $2`,
)

/** Gives a row back that could not be delivered; `isParked`: nobody tries again. */
export async function failOutbox(sql: Sql, row: OutboxRow, reason: string, isParked: boolean): Promise<void> {
  await sql.count(fail, [row.shopperId, row.outboxId, reason.slice(0, 500), isParked])
}

const postpone = statement(
  'order.postpone-outbox',
  `update shop.outbox set lease_until = null, tries = greatest(0, tries - 1), run_at = now() + interval '5 minutes'
   where shopper_id = $1 and outbox_id = $2`,
)

/** Gives a row back whose time has not come: it was no try, and recovery gives it a new job then. */
export async function postponeOutbox(sql: Sql, row: OutboxRow): Promise<void> {
  await sql.count(postpone, [row.shopperId, row.outboxId])
}

/** Rows whose worker died, or that nobody took within $1 seconds of being due. */
export const isUndelivered = `done_at is null and parked_at is null and run_at < now()
         and (lease_until < now() or (lease_until is null and run_at < now() - $1 * interval '1 second'))`

const revive = statement<{ outboxId: string }>(
  'order.revive-outbox',
  `with dead as (
     update shop.outbox set lease_until = null, run_at = now()
     where (shopper_id, outbox_id) in (
       select shopper_id, outbox_id from shop.outbox
       where ${isUndelivered}
       for update skip locked limit 100)
     returning shopper_id, outbox_id, payload
   )
   select outbox_id as "outboxId", (${newJob(noCause)}).id from dead`,
)

/**
 * A worker that died leaves its job locked for hours: a row whose lease is over, or that nobody took within some seconds of
 * being due, gets a new job (R2). Answers how many.
 */
export async function reviveOutbox(sql: Sql, graceSeconds: number): Promise<number> {
  return (await sql.rows(revive, [graceSeconds])).length
}

// that an order's mail was sent and its money asked back is a part of its books
const sweep = statement<{ count: number }>(
  'order.sweep-outbox',
  `with old as materialized (
     select shopper_id, outbox_id, topic in ('mail.order-placed', 'mail.order-refused', 'mail.order-cancelled', 'payment.void') as stays
     from shop.outbox where done_at is not null and done_at < now() - $2::interval
       and (payload <> '{}' or topic not in ('mail.order-placed', 'mail.order-refused', 'mail.order-cancelled', 'payment.void'))
     order by done_at limit $1 for update skip locked),
   emptied as (
     update shop.outbox o set payload = '{}' from old
     where o.shopper_id = old.shopper_id and o.outbox_id = old.outbox_id and old.stays),
   gone as (
     delete from shop.outbox o using old
     where o.shopper_id = old.shopper_id and o.outbox_id = old.outbox_id and not old.stays)
   select count(*)::int as count from old`,
)

/** Removes what was delivered so long ago, of an order's rows what they say; so many at most, answers how many. */
export async function sweepOutbox(sql: Sql, max: number, age: string): Promise<number> {
  return (await sql.row(sweep, [max, age]))?.count ?? 0
}

/** The key of an order's mail: one per order. */
export function mailKey(order: OrderKey): string {
  return order.orderId
}
