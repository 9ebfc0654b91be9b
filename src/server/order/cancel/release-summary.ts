import { isStoredValue, tenderName } from '#domain/payment/tender-name.ts'
import { formatCents } from '#domain/price-format.ts'
import type { OrderRecord } from '#server/order/order-record-store.ts'

/**
 * What an order that was not placed had taken or was about to take, each with where it is now: a sentence for every tender
 * (BEYOND-03). None where there was a single card, of which nothing was ever held.
 */
export function releaseSentences({ payments, currency }: Pick<OrderRecord, 'payments' | 'currency'>): string[] {
  const [first] = payments
  if (payments.length === 1 && first?.method === 'card' && !first.refundedCents) return []
  return payments.map((payment) => {
    const { method } = payment
    const amount = formatCents(payment.amountCents, currency)
    const name = tenderName(payment)
    if (payment.refundedCents) return refunded(name, amount, formatCents(payment.refundedCents, currency))
    if (method === 'giftCard') return `${name}: ${amount} is back on the card.`
    return isStoredValue(method) ? `${name}: ${amount} can be used again.` : `${name}: ${amount} was not charged.`
  })
}

/** Of a cancelled order, what each tender paid and where that is now: a sentence for every one of them (BEYOND-03). */
export function returnedSentences({ payments, currency }: Pick<OrderRecord, 'payments' | 'currency'>): string[] {
  return payments.map((payment) => {
    const { method } = payment
    const amount = formatCents(payment.amountCents, currency)
    const name = tenderName(payment)
    if (method === 'giftCard') return `${name}: ${amount} is back on the card.`
    if (payment.refundedCents) return refunded(name, amount, formatCents(payment.refundedCents, currency))
    if (isStoredValue(method)) return `${name}: ${amount} can be used again.`
    return `${name}: ${amount} will not be charged. Any hold on it is released, which may take a few days to show.`
  })
}

/** The processor had taken it, or a part of it, before it was told that nothing was to be taken. */
function refunded(name: string, amount: string, taken: string): string {
  const later = 'which may take a few days to show.'
  if (taken === amount) return `${name}: ${amount} was charged and is refunded, ${later}`
  return `${name}: ${taken} of ${amount} was charged and is refunded, ${later} The rest is not charged.`
}
