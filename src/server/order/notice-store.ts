import { type Sql, statement, type Tx } from '#server/db/database.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import type { Notice } from '#server/providers/card-gateway/notices.ts'

const keep = statement(
  'order.keep-notice',
  `insert into shop.webhook_event (provider, event_id, reference, body_sha256, body, state) values ($1, $2, $3, $4, $5, $6)
   on conflict (provider, event_id) do nothing`,
)

/** Keeps a notice once; false when it was there. */
export async function keepNotice(sql: Sql, provider: string, notice: Notice, sha256: Buffer): Promise<boolean> {
  const values = [provider, notice.eventId, notice.reference, sha256, JSON.stringify(notice), 'new']
  return (await sql.count(keep, values)) === 1
}

/** Keeps that something unsigned or altered came, without its content. */
export async function keepRejected(sql: Sql, provider: string, why: string, sha256: Buffer): Promise<void> {
  await sql.count(keep, [
    provider,
    `rejected.${sha256.toString('hex')}`,
    null,
    sha256,
    JSON.stringify({ why }),
    'rejected',
  ])
}

const take = statement<{ provider: string; eventId: string; notice: Notice }>(
  'order.take-notice',
  `select provider, event_id as "eventId", body as notice from shop.webhook_event where state = 'new'
   order by received_at limit 1 for update skip locked`,
)

/** A notice that was not worked off, locked; undefined when there is none. */
export function takeNotice(tx: Tx): Promise<{ provider: string; eventId: string; notice: Notice } | undefined> {
  return tx.row(take)
}

const end = statement(
  'order.end-notice',
  `update shop.webhook_event set state = $3 where provider = $1 and event_id = $2`,
)

export async function endNotice(
  tx: Tx,
  provider: string,
  eventId: string,
  state: 'done' | 'ignored' | 'alarm',
): Promise<void> {
  await tx.count(end, [provider, eventId, state])
}

const hurry = statement(
  'order.hurry',
  `update shop.orders set lease_until = now() where shopper_id = $1 and order_id = $2 and state = 'pending'
     and not exists (select from shop.payment p where p.shopper_id = $1 and p.order_id = $2 and p.state = 'sent')`,
)

/** An order that waited for this notice is looked at again now, unless a process is in the middle of a call for it. */
export async function hurryOrder(tx: Tx, order: OrderKey): Promise<void> {
  await tx.count(hurry, [order.shopperId, order.orderId])
}

const captures = statement<{ eventId: string; amountCents: number }>(
  'order.captures-told',
  `select event_id as "eventId", (body->>'amountCents')::int as "amountCents" from shop.webhook_event e
   where provider = $1 and reference = $2 and body->>'event' = 'CAPTURE' and (body->>'isSuccess')::boolean
     and not exists (select from shop.webhook_event f where f.provider = $1 and f.reference = $2
       and f.body->>'event' = 'CAPTURE_FAILED' and split_part(f.event_id, '.', 2) = split_part(e.event_id, '.', 2))
   order by received_at, event_id`,
)

/** What notices say was taken of a payment, capture by capture, without those that failed afterwards. Cents. */
export function readCapturesTold(
  sql: Sql,
  provider: string,
  reference: string,
): Promise<{ readonly eventId: string; readonly amountCents: number }[]> {
  return sql.rows(captures, [provider, reference])
}
