import type { LedgerKind } from '#domain/order/webhook-events.ts'
import type { Tx } from '#server/db/database.ts'
import type { WebhookEvent } from '#server/providers/card-gateway/webhooks.ts'
import type { AlarmKind } from '#server/watch/alarm-kinds.ts'
import type { EventAlarm, EventPayment } from './event-payment.ts'
import { addEntry, noteMoneyMoved, wasSecondGivenBack } from './payment-ledger-store.ts'

/** What a person is told of money that was moved without the store asking. */
const alarmOf: { readonly [Kind in LedgerKind]: AlarmKind } = {
  cancelled: 'cancelled-at-processor',
  refunded: 'refunded-at-processor',
  refundFailed: 'refund-failed',
  refundReversed: 'refund-reversed',
  chargeback: 'chargeback',
  chargebackReversed: 'chargeback-reversed',
}

/**
 * Writes into the order's ledger what became of a payment at the processor, once, in whatever order it is told (SAFE-22).
 * The store itself gives back only the money of orders that were given up, and of second authorizations; all else was done
 * by somebody else, and a person is told.
 */
export async function enterLedger(
  tx: Tx,
  payment: EventPayment,
  webhookEvent: WebhookEvent,
  { kind, isOfSecond }: { readonly kind: LedgerKind; readonly isOfSecond: boolean },
  alarm: EventAlarm,
): Promise<'done' | 'alarm'> {
  const isGivenBack = kind === 'cancelled' || kind === 'refunded'
  const isOurs = isOfSecond
    ? await wasSecondGivenBack(tx, payment, webhookEvent.providerRef)
    : payment.orderState !== 'placed'
  const isRequested = isGivenBack && isOurs
  const amountCents =
    kind === 'cancelled' && webhookEvent.amountCents === 0 ? payment.amountCents : webhookEvent.amountCents
  const { eventId, currency, providerRef } = webhookEvent
  const isNew = await addEntry(tx, payment, { kind, eventId, amountCents, currency, providerRef, isRequested })
  if (!isNew) return 'done'
  if (amountCents > payment.amountCents) await alarm('notice-amount-differs')
  if (isRequested) return 'done'
  await noteMoneyMoved(tx, payment)
  return alarm(alarmOf[kind])
}
