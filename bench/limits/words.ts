import type { TaxRow } from '#domain/pricing/tax.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'

/** A cart as the wire has it, as far as the words are taken from it. */
type Answer = { readonly lineItems: readonly { readonly edd: object }[]; readonly [field: string]: unknown }

/** What is different in each cart; all else is said whatever is in it. */
const ofTheCart = ['lineItems', 'savedForLater', 'basketVersion', 'changes', 'cartSummary', 'orderSummary']
const ofTheVisit = ['isGuest', 'isApp', 'isPlacing']

/**
 * What a program that answers a cart by hand knows without asking: taken from one answer of the product, with the fees of the
 * store and the tax of some ZIP codes.
 */
export function wordsOf(answer: Answer, fees: FeeTable, taxes: { readonly [zip: string]: TaxRow | null } = {}) {
  const said = Object.entries(answer).filter(([field]) => ![...ofTheCart, ...ofTheVisit].includes(field))
  return {
    said: JSON.stringify(Object.fromEntries(said)).slice(1, -1),
    words: JSON.stringify({
      arrives: answer.lineItems[0]?.edd,
      fees,
      taxes: Object.fromEntries(Object.entries(taxes).map(([zip, row]) => [zip, row?.parts ?? []])),
    }),
  }
}
