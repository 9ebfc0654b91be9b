import { z } from 'zod'
import type { OrderRecord } from '#server/order/order-record-store.ts'
import type { Delivered, DeliveryDeps } from './delivery-deps.ts'
import { payloadOf } from './outbox-store.ts'
import { readOrderOf, type TakenRow } from './take-delivery-store.ts'
import type { WrittenMail } from './written-mail.ts'

/** What a mail about an order needs. */
export type NoteDeps = Pick<DeliveryDeps, 'database' | 'mail' | 'mailFrom' | 'originOf'>

const payload = z.object({ orderId: z.uuid() })

/**
 * Sends a short mail about one order to whom it belongs; undefined when nobody can be told. Its Message-ID is the outbox
 * row's, so that a second try is the same mail (SCENE-23). `name` stands in it, such as 'order-refused'.
 */
export async function sendNote(
  deps: NoteDeps,
  row: TakenRow,
  name: string,
  write: (order: OrderRecord, origin: string) => Promise<WrittenMail>,
): Promise<Delivered | undefined> {
  const { orderId } = payloadOf(row, payload)
  const order = await readOrderOf(deps.database, row, orderId)
  if (order === undefined || order.email === '') return undefined
  const host = deps.mailFrom.split('@')[1] ?? 'localhost'
  const sent = await deps.mail.sendMail({
    messageId: `<${name}.${row.outboxId}@${host}>`,
    from: deps.mailFrom,
    to: order.email,
    ...(await write(order, deps.originOf(order.brand, order.country))),
    headers: {},
  })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}
