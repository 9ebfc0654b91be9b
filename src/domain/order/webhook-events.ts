/** What became of a payment after it was authorized. */
export type LedgerKind =
  | 'cancelled'
  | 'refunded'
  | 'refundFailed'
  | 'refundReversed'
  | 'chargeback'
  | 'chargebackReversed'

export type WebhookMeaning =
  | { readonly kind: 'authorisation' | 'capture' | 'captureFailed' }
  /** An entry of the order's ledger; where `success` is false `failed` says what it is instead, null: nothing. */
  | { readonly kind: 'ledger'; readonly entry: LedgerKind; readonly failed: LedgerKind | null }
  /** Changes no book, but a person must know, as of a dispute that may become a chargeback. */
  | { readonly kind: 'news' }
  /** Nothing to do with an order's money. */
  | { readonly kind: 'ignored' }

const ledger = (entry: LedgerKind, failed: LedgerKind | null = null): WebhookMeaning => ({
  kind: 'ledger',
  entry,
  failed,
})
const news: WebhookMeaning = { kind: 'news' }
const ignored: WebhookMeaning = { kind: 'ignored' }

/** Event codes of Adyen's standard webhooks, which the built-in gateway speaks too. */
const meanings: { readonly [code: string]: WebhookMeaning } = {
  AUTHORISATION: { kind: 'authorisation' },
  CAPTURE: { kind: 'capture' },
  CAPTURE_FAILED: { kind: 'captureFailed' },
  CANCELLATION: ledger('cancelled'),
  TECHNICAL_CANCEL: ledger('cancelled'),
  EXPIRE: ledger('cancelled'),
  REFUND: ledger('refunded', 'refundFailed'),
  CANCEL_OR_REFUND: ledger('refunded', 'refundFailed'),
  REFUND_FAILED: ledger('refundFailed', 'refundFailed'),
  REFUNDED_REVERSED: ledger('refundReversed'),
  CHARGEBACK: ledger('chargeback'),
  SECOND_CHARGEBACK: ledger('chargeback'),
  PREARBITRATION_LOST: ledger('chargeback'),
  CHARGEBACK_REVERSED: ledger('chargebackReversed'),
  PREARBITRATION_WON: ledger('chargebackReversed'),
  NOTIFICATION_OF_CHARGEBACK: news,
  REQUEST_FOR_INFORMATION: news,
  NOTIFICATION_OF_FRAUD: news,
  REPORT_AVAILABLE: ignored,
  RECURRING_CONTRACT: ignored,
  AUTHORISATION_ADJUSTMENT: news,
  OFFER_CLOSED: ignored,
}

/** What a webhook event of this code means; null for one that nobody here knows. */
export function meaningOfEvent(code: string): WebhookMeaning | null {
  return Object.hasOwn(meanings, code) ? (meanings[code] ?? null) : null
}

type Money = { readonly amountCents: number; readonly currency: string }

/**
 * Why an entry cannot be of this payment; null when it can. A cancellation may name no amount, and a chargeback more than the
 * payment: banks add their fees to it.
 */
export function faultOfEntry(kind: LedgerKind, entry: Money, payment: Money): string | null {
  const { amountCents, currency } = entry
  const isAbove = amountCents > payment.amountCents && kind !== 'chargeback' && kind !== 'chargebackReversed'
  const isNothing = amountCents < 0 || (amountCents === 0 && kind !== 'cancelled')
  if (currency === payment.currency && !isAbove && !isNothing) return null
  return `${amountCents} ${currency} of a payment of ${payment.amountCents} ${payment.currency}`
}
