import type { meaningOfEvent } from '#domain/order/webhook-events.ts'
import type { Tx } from '#server/db/database.ts'
import {
  captureReportedPayment,
  endReportedPayment,
  noteReportedPayment,
  reopenReportedPayment,
} from '#server/order/books/reported-payment-store.ts'
import type { WebhookEvent } from '#server/providers/card-gateway/webhooks.ts'

type Meaning = Exclude<ReturnType<typeof meaningOfEvent>, null>

/**
 * Notes what a processor without a list tells of money that no payment of ours stands for, though its reference is of this installation:
 * the next round of reconciling finds it as it finds a listed one (OPS-30).
 */
export async function noteUnknownPayment(
  tx: Tx,
  provider: string,
  { providerRef, reference, amountCents, currency, isSuccess }: WebhookEvent,
  meaning: Meaning,
): Promise<void> {
  const name = [provider, providerRef] as const
  const isMoney = (currency === 'USD' || currency === 'CAD') && amountCents > 0
  if (meaning.kind === 'authorisation' && isSuccess && isMoney) {
    const state = 'authorized'
    await noteReportedPayment(tx, { provider, providerRef, reference, amountCents, currency, state, source: 'event' })
  }
  if (meaning.kind === 'capture' && isSuccess && isMoney) await captureReportedPayment(tx, name, amountCents)
  if (meaning.kind !== 'ledger') return
  const isEnd = meaning.entry === 'cancelled' || meaning.entry === 'refunded'
  if (isEnd && isSuccess) await endReportedPayment(tx, name, meaning.entry === 'cancelled' ? 'voided' : 'refunded')
  if (isEnd && !isSuccess) await reopenReportedPayment(tx, name)
}
