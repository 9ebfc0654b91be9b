import { voidPayment } from '#server/order/payment/void-payment.ts'
import type { Delivered, DeliveryWorld } from './delivery-world.ts'
import { failOutbox, finishOutbox, maxDeliveries, type OutboxRow, takeFromOutbox } from './outbox-store.ts'
import { sendCancelledMail } from './send-cancelled-mail.ts'
import { sendClaimLink, sendOrderLink } from './send-order-links.ts'
import { sendOrderMail } from './send-order-mail.ts'
import { sendRefusedMail } from './send-refused-mail.ts'

/**
 * Delivers one outbox row. Its effect carries the row's own id (a mail's Message-ID) or is idempotent (a void), so that a
 * worker dying between effect and `done_at` does no harm. After 12 tries, or when trying again is no use, the row is parked
 * with an alarm.
 * @throws Error when it is to be tried again, so that the job comes back later
 */
export async function deliver(world: DeliveryWorld, shopperId: string, outboxId: string): Promise<void> {
  const row = await takeFromOutbox(world.database, shopperId, outboxId)
  if (row === undefined) return
  const result = await byTopic(world, row)
  if (result.state === 'done') {
    await finishOutbox(world.database, row)
    return
  }
  const isParked = !result.canRetry || row.tries >= maxDeliveries
  await failOutbox(world.database, row, result.why, isParked)
  if (!isParked) throw new Error(`${row.topic} ${row.key}: ${result.why}`)
  await world.alarm(world.database, 'delivery-parked', row.outboxId, {
    topic: row.topic,
    key: row.key,
    why: result.why,
  })
}

function byTopic(world: DeliveryWorld, row: OutboxRow): Promise<Delivered> {
  switch (row.topic) {
    case 'mail.order-placed':
      return sendOrderMail(world, row)
    case 'mail.order-refused':
      return sendRefusedMail(world, row)
    case 'mail.order-cancelled':
      return sendCancelledMail(world, row)
    case 'mail.order-link':
      return sendOrderLink(world, row)
    case 'mail.claim-link':
      return sendClaimLink(world, row)
    case 'mail.reset-password':
      return world.sendResetMail(world, row)
    case 'mail.create-account':
      return world.sendRegistrationMail(world, row)
    case 'mail.identity-joined':
      return world.sendIdentityJoinedMail(world, row)
    case 'payment.void':
      return voidPayment(world, row)
  }
}
