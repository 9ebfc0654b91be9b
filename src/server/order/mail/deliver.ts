import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import { StoredJsonFault } from '#server/db/stored-json.ts'
import { scrub } from '#server/http/ops/log.ts'
import { sendGiftMail } from '#server/order/gift-mail/send-gift-mail.ts'
import { voidPayment } from '#server/order/payment/void-payment.ts'
import type { Delivered, DeliveryDeps } from './delivery-deps.ts'
import { failOutbox, finishOutbox, maxDeliveries, postponeOutbox } from './outbox-store.ts'
import { sendCancelledMail } from './send-cancelled-mail.ts'
import { sendClaimLink, sendOrderLink } from './send-order-links.ts'
import { sendOrderMail } from './send-order-mail.ts'
import { sendOrderRequest } from './send-order-request.ts'
import { sendRefusedMail } from './send-refused-mail.ts'
import { type TakenRow, takeFromOutbox } from './take-delivery-store.ts'

/**
 * Delivers one outbox row. Its effect carries the row's own id (a mail's Message-ID) or is idempotent (a void), so that a
 * worker dying between effect and `done_at` does no harm. After 12 tries, or when trying again is no use, the row is parked
 * with an alarm. `about`: the order that its job names.
 * @throws Error when it is to be tried again, so that the job comes back later
 */
export async function deliver(
  deps: DeliveryDeps,
  shopperId: string,
  outboxId: string,
  about: string | null = null,
): Promise<void> {
  const row = await takeFromOutbox(deps.database, shopperId, outboxId, about)
  if (row === undefined) return
  const result = await byTopic(deps, row).catch(failureOf)
  if (result.state === 'done') {
    await finishOutbox(deps.database, row)
    return
  }
  if (result.state === 'postponed') {
    await postponeOutbox(deps.database, row)
    return
  }
  const isParked = !result.canRetry || row.tries >= maxDeliveries
  await failOutbox(deps.database, row, result.why, isParked)
  if (!isParked) throw new Error(`${row.topic} ${row.key}: ${result.why}`)
  await deps.alarm(deps.database, 'delivery-parked', row.outboxId, {
    topic: row.topic,
    key: row.key,
    why: result.why,
  })
}

/** A fault counts as a try, or it would be tried for ever; what is stored does not become readable by being read again. */
function failureOf(error: unknown): Delivered {
  // the row cannot be noted either: it comes back when its lease is over
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) throw error
  if (error instanceof StoredJsonFault) return { state: 'failed', canRetry: false, why: error.message }
  const why = error instanceof Error ? scrub(error.message).slice(0, 500) : 'fault'
  return { state: 'failed', canRetry: true, why }
}

function byTopic(deps: DeliveryDeps, row: TakenRow): Promise<Delivered> {
  switch (row.topic) {
    case 'mail.order-placed':
      return sendOrderMail(deps, row)
    case 'mail.order-refused':
      return sendRefusedMail(deps, row)
    case 'mail.order-cancelled':
      return sendCancelledMail(deps, row)
    case 'mail.order-link':
      return sendOrderLink(deps, row)
    case 'mail.claim-link':
      return sendClaimLink(deps, row)
    case 'mail.reset-password':
      return deps.sendResetMail(deps, row)
    case 'mail.create-account':
      return deps.sendRegistrationMail(deps, row)
    case 'mail.identity-joined':
      return deps.sendIdentityJoinedMail(deps, row)
    case 'mail.password-changed':
      return deps.sendPasswordChangedMail(deps, row)
    case 'mail.card-saved':
      return deps.sendCardSavedMail(deps, row)
    case 'mail.order-request':
      return sendOrderRequest(deps, row)
    case 'mail.registry-gifts':
      return sendGiftMail(deps, row)
    case 'payment.void':
      return voidPayment(deps, row)
  }
}
