import { formatCents } from '#domain/price-format.ts'
import { methodNames, tenderNames } from '#server/order/order-mail.ts'
import type { OrderRecord } from '#server/order/order-record-store.ts'

/**
 * What an order that was not placed had taken or was about to take, each with where it is now: a sentence for every tender
 * (BEYOND-03). None where there was a single card, of which nothing was ever held.
 */
export function releaseSentences({ payments, currency }: Pick<OrderRecord, 'payments' | 'currency'>): string[] {
  if (payments.length === 1 && payments[0]?.method === 'card') return []
  return payments.map(({ method, brand, lastFour, amountCents }) => {
    const amount = formatCents(amountCents, currency)
    const stored = tenderNames[method]
    const name = `${stored ?? methodNames[method] ?? (brand || 'Card')}${lastFour === '' ? '' : ` ending in ${lastFour}`}`
    if (method === 'giftCard') return `${name}: ${amount} is back on the card.`
    return stored === undefined ? `${name}: ${amount} was not charged.` : `${name}: ${amount} can be used again.`
  })
}
