import type { z } from 'zod'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
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

/** Row and job in one statement, so in one transaction with what they tell of. */
const add = statement(
  'order.add-to-outbox',
  `with added as (
     insert into shop.outbox (shopper_id, topic, key, payload) values ($1, $2, $3, $4)
     on conflict (shopper_id, topic, key) do nothing returning shopper_id, outbox_id
   )
   select graphile_worker.add_job('${deliveryJob}',
     json_build_object('shopperId', shopper_id, 'outboxId', outbox_id),
     job_key := outbox_id::text, max_attempts := ${maxDeliveries}) from added`,
)

/** Leaves something to be delivered after this transaction; once per topic and key. */
export async function addToOutbox(
  tx: Tx,
  shopperId: string,
  topic: OutboxTopic,
  key: string,
  payload: object,
): Promise<void> {
  await tx.count(add, [shopperId, topic, key, JSON.stringify(payload)])
}

/** What a row tells its sender; a `StoredJsonFault` when it cannot be read. */
export function payloadOf<Payload>({ payload, topic, outboxId }: OutboxRow, schema: z.ZodType<Payload>): Payload {
  return parseStored(schema, payload, `shop.outbox.payload of ${topic} ${outboxId}`)
}

const take = statement<OutboxRow>(
  'order.take-from-outbox',
  `update shop.outbox set tries = tries + 1,
     lease_until = now() + case topic when 'payment.void' then interval '5 seconds' else interval '30 seconds' end
   where shopper_id = $1 and outbox_id = $2 and done_at is null and parked_at is null
     and (lease_until is null or lease_until < now())
   returning shopper_id as "shopperId", outbox_id as "outboxId", topic, key, payload, tries`,
)

/**
 * Takes a row; undefined when it is done, parked, or at work elsewhere. A void done twice is done once, so its lease is short:
 * money held for nobody must not wait for a dead worker. A mail sent twice is seen twice, so its is long.
 */
export function takeFromOutbox(sql: Sql, shopperId: string, outboxId: string): Promise<OutboxRow | undefined> {
  return sql.row(take, [shopperId, outboxId])
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

const revive = statement<{ outboxId: string }>(
  'order.revive-outbox',
  `with dead as (
     update shop.outbox set lease_until = null, run_at = now()
     where (shopper_id, outbox_id) in (
       select shopper_id, outbox_id from shop.outbox
       where done_at is null and parked_at is null and run_at < now()
         and (lease_until < now() or (lease_until is null and run_at < now() - $1 * interval '1 second'))
       for update skip locked limit 100)
     returning shopper_id, outbox_id
   )
   select outbox_id as "outboxId", (graphile_worker.add_job('${deliveryJob}',
     json_build_object('shopperId', shopper_id, 'outboxId', outbox_id),
     job_key := outbox_id::text, max_attempts := ${maxDeliveries})).id from dead`,
)

/**
 * A worker that died leaves its job locked for hours: a row whose lease is over, or that nobody took within some seconds of
 * being due, gets a new job (R2). Answers how many.
 */
export async function reviveOutbox(sql: Sql, graceSeconds: number): Promise<number> {
  return (await sql.rows(revive, [graceSeconds])).length
}

/** The key of an order's mail: one per order. */
export function mailKey(order: OrderKey): string {
  return order.orderId
}
