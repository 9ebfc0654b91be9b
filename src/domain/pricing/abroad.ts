/** Of a total, what a store asks for shipping and tax in its own country. */
type Charged = {
  readonly shipping: number
  readonly surcharge: number
  readonly tax: number
  readonly total: number
  readonly amountDue: number
}

/** A cart's amounts as far as they are known when it goes abroad: without the shipping and tax of here (OPEN-42). */
export function amountsAbroad<Amounts extends Charged>(amounts: Amounts): Amounts {
  const { shipping, surcharge, tax, total, amountDue } = amounts
  const charged = shipping + surcharge + tax
  const due = Math.max(0, amountDue - charged)
  return { ...amounts, shipping: 0, surcharge: 0, tax: 0, total: total - charged, amountDue: due }
}
