import type { CartFacts, ExplainRow, PricedShipment, RecipientTotals } from './cart-facts.ts'
import type { TaxedAmount } from './cart-tax.ts'
import { isMerchandise } from './shipments.ts'

/** What pricing has found out by line, shipment and taxed amount; whole cents, in the order of the facts. */
export type Shares = {
  readonly totals: readonly number[]
  readonly discounts: readonly number[]
  readonly installations: readonly number[]
  readonly shipments: readonly PricedShipment[]
  readonly wraps: readonly ExplainRow[]
  readonly taxed: readonly TaxedAmount[]
  readonly taxShares: readonly number[]
}

const nothing: Omit<RecipientTotals, 'recipientId'> = {
  subtotal: 0,
  discount: 0,
  shipping: 0,
  surcharge: 0,
  installation: 0,
  giftOptions: 0,
  donation: 0,
  tax: 0,
  total: 0,
}
type Amount = keyof typeof nothing

/**
 * What each recipient's part of the order comes to (BEYOND-05), in the order of the lines; whole cents. The discount and
 * each place's tax were shared out to the cent, so the totals of the recipients add up to the total of the cart.
 */
export function recipientTotals(facts: CartFacts, shares: Shares): RecipientTotals[] {
  const byRecipient = new Map<string | null, { [Name in Amount]: number }>()
  const add = (recipientId: string | null, amount: Exclude<Amount, 'total'>, cents: number) => {
    const own = byRecipient.get(recipientId) ?? { ...nothing }
    own[amount] += cents
    own.total += amount === 'discount' ? -cents : cents
    byRecipient.set(recipientId, own)
  }
  const recipientOfLine = (index: number) => facts.lines[index]?.recipientId ?? null
  facts.lines.forEach((line, index) => {
    add(line.recipientId, line.shipKind === 'donation' ? 'donation' : 'subtotal', shares.totals[index] ?? 0)
    if (isMerchandise(line)) add(line.recipientId, 'discount', shares.discounts[index] ?? 0)
    add(line.recipientId, 'installation', shares.installations[index] ?? 0)
  })
  for (const { recipientId, shippingCents, surchargeCents } of shares.shipments) {
    add(recipientId, 'shipping', shippingCents)
    add(recipientId, 'surcharge', surchargeCents)
  }
  for (const { of, cents } of shares.wraps) add(of, 'giftOptions', cents)
  shares.taxed.forEach(({ kind, index }, at) => {
    const recipientId = kind === 'shipping' ? (shares.shipments[index]?.recipientId ?? null) : recipientOfLine(index)
    add(recipientId, 'tax', shares.taxShares[at] ?? 0)
  })
  return [...byRecipient].map(([recipientId, own]) => ({ recipientId, ...own }))
}
