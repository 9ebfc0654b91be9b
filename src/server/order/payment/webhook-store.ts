import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maskCardNumbers } from '#domain/payment/card-numbers-in-text.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { refusalReasons } from '#server/providers/card-gateway/port.ts'
import type { WebhookEvent, WebhookReading } from '#server/providers/card-gateway/webhooks.ts'

const store = statement<{ eventId: string; state: 'new' | 'dead' }>(
  'order.age-webhook-events',
  `insert into shop.webhook_event (provider, event_id, reference, body_sha256, body, raw, state, why)
   select $1, e."eventId", e.reference, $2, e.body, e.raw, e.state, e.why
   from jsonb_to_recordset($3) e("eventId" text, reference text, body jsonb, raw text, state text, why text)
   on conflict (provider, event_id) do nothing returning event_id as "eventId", state`,
)

/** Keeps signed events, each once, those that cannot be read as dead letters, card numbers masked (SAFE-30); answers those that were not there before. */
export function storeEvents(
  sql: Sql,
  provider: string,
  { webhookEvents, unreadable }: Extract<WebhookReading, { readonly state: 'valid' }>,
  sha256: Buffer,
): Promise<{ readonly eventId: string; readonly state: 'new' | 'dead' }[]> {
  const readable = webhookEvents.map(({ raw, ...body }) => {
    const { eventId, reference } = body
    return { eventId, reference, body, raw: maskCardNumbers(raw), state: 'new' }
  })
  const dead = unreadable.map(({ raw }) => {
    const eventId = `dead.${createHash('sha256').update(raw).digest('hex')}`
    return { eventId, reference: null, body: null, raw: maskCardNumbers(raw), state: 'dead', why: 'unreadable' }
  })
  return sql.rows(store, [provider, sha256, JSON.stringify([...readable, ...dead])])
}

const bury = statement(
  'order.bury-webhook-event',
  `update shop.webhook_event set state = 'dead', why = $3 where provider = $1 and event_id = $2 and state = 'new'`,
)

/** An event that cannot be processed waits for a person, as it came; false when somebody else was first. */
export async function buryEvent(sql: Sql, provider: string, eventId: string, why: string): Promise<boolean> {
  return (await sql.count(bury, [provider, eventId, why])) === 1
}

/** An event that is kept, as its row has it. */
export type StoredEvent = { readonly provider: string; readonly eventId: string; readonly body: unknown }

const take = statement<StoredEvent>(
  'order.take-webhook-event',
  `select provider, event_id as "eventId", body from shop.webhook_event where state = 'new'
   order by received_at limit 1 for update skip locked`,
)

/** A webhook event that was not processed, locked; undefined when there is none. */
export function takeWebhookEvent(tx: Tx): Promise<StoredEvent | undefined> {
  return tx.row(take)
}

const webhookEvent = z.object({
  eventId: z.string(),
  event: z.string(),
  isSuccess: z.boolean(),
  reference: z.string(),
  providerRef: z.string(),
  ownRef: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  saidAt: z.string(),
  refusal: z.enum(refusalReasons).nullable().default(null),
  reportUrl: z.string().nullable().default(null),
})

/** The webhook event of a row, of before `refusal` and `reportUrl` were kept too; a `StoredJsonFault` when it cannot be read. Before `ownRef` was kept it stood in the event's id alone. */
export function eventOf({ provider, eventId, body }: StoredEvent): WebhookEvent {
  const upgraded = typeof body === 'object' ? { ownRef: eventId.split('.')[1] ?? '', ...body } : body
  return parseStored(webhookEvent, upgraded, `shop.webhook_event.body of ${provider} ${eventId}`)
}

const end = statement(
  'order.end-webhook-event',
  `update shop.webhook_event set state = $3, why = $4 where provider = $1 and event_id = $2`,
)

export async function endWebhookEvent(
  tx: Tx,
  provider: string,
  eventId: string,
  state: 'done' | 'ignored' | 'alarm' | 'dead',
  why: string | null = null,
): Promise<void> {
  await tx.count(end, [provider, eventId, state, why])
}

const expedite = statement(
  'order.expedite',
  `update shop.orders set lease_until = now() where shopper_id = $1 and order_id = $2 and state = 'pending'
     and not exists (select from shop.payment p where p.shopper_id = $1 and p.order_id = $2 and p.state = 'sent')`,
)

/** An order that waited for this webhook event is looked at again now, unless a process is in the middle of a call for it. */
export async function expediteOrder(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(expedite, [order.shopperId, order.orderId])
}

const captures = statement<{ eventId: string; amountCents: number }>(
  'order.captures-told',
  `select event_id as "eventId", (body->>'amountCents')::int as "amountCents" from shop.webhook_event e
   where provider = $1 and reference = $2 and body->>'event' = 'CAPTURE' and (body->>'isSuccess')::boolean
     and body->>'providerRef' = $3 and body->>'currency' = $4 and (body->>'amountCents')::int > 0
     and not exists (select from shop.webhook_event f where f.provider = $1 and f.reference = $2
       and f.body->>'event' = 'CAPTURE_FAILED' and split_part(f.event_id, '.', 2) = split_part(e.event_id, '.', 2))
   order by received_at, event_id`,
)

/** What webhook events say was taken of a payment, capture by capture, without those that failed afterwards. Cents. */
export function readReportedCaptures(
  sql: Sql,
  provider: string,
  {
    reference,
    providerRef,
    currency,
  }: { readonly reference: string; readonly providerRef: string; readonly currency: string },
): Promise<{ readonly eventId: string; readonly amountCents: number }[]> {
  return sql.rows(captures, [provider, reference, providerRef, currency])
}

// what was captured is known from these events alone (`readReportedCaptures`): what they said stays, its text goes
const sweepTexts = statement(
  'order.sweep-webhook-texts',
  `update shop.webhook_event set raw = null, body = case when body ->> 'event' like 'CAPTURE%' then body end
   where ctid = any(array(
     select ctid from shop.webhook_event where state in ('done', 'ignored')
       and (raw is not null or body ->> 'event' not like 'CAPTURE%') and received_at < now() - $2::interval
     order by received_at limit $1 for update skip locked))`,
)

/** Removes the texts of events that were processed and came so long ago; their rows and hashes stay. */
export function sweepWebhookTexts(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweepTexts, [max, age])
}

const sweepEvents = statement(
  'order.sweep-webhook-events',
  `delete from shop.webhook_event where ctid = any(array(
     select ctid from shop.webhook_event where state <> 'new' and received_at < now() - $2::interval
     order by received_at limit $1 for update skip locked))`,
)

/** Removes events that came so long ago, whatever became of them. */
export function sweepWebhookEvents(sql: Sql, max: number, age: string): Promise<number> {
  return sql.count(sweepEvents, [max, age])
}
