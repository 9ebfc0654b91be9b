import { atRate, shareOut } from '#domain/money.ts'
import type { Destination } from '#domain/shipping/methods.ts'
import type { ExplainRow } from './cart-facts.ts'
import type { TaxPart, TaxRates, TaxState } from './tax.ts'

/** An amount that is taxed where it goes: the rest of a line, its installation, or a shipment's charge. */
export type TaxedAmount = {
  readonly kind: 'line' | 'installation' | 'shipping'
  readonly index: number
  readonly cents: number
  readonly place: Destination | null
}

export type CartTax = {
  readonly totalCents: number
  /** 'unanswered' when nobody could say what is taxed at a place that something goes to; nothing is taxed there then. */
  readonly state: TaxState
  readonly parts: readonly { readonly name: string; readonly cents: number }[]
  /** Tax of each taxed amount, in the order given. */
  readonly shares: readonly number[]
  readonly explain: readonly ExplainRow[]
}

/**
 * Tax of a cart (OPEN-78). Each part of a place's tax is computed once on everything taxed there, rounded once to whole
 * cents, and shared out over the amounts, so that the shares always add up to the tax.
 */
export function taxCart(amounts: readonly TaxedAmount[], rateAt: TaxRates): CartTax {
  const shares = amounts.map(() => 0)
  const parts = new Map<string, number>()
  const explain: ExplainRow[] = []
  const { groups, state } = byPlace(amounts, rateAt)
  for (const [place, { indexes, parts: rates }] of groups) {
    const taxed = indexes.map((index) => amounts[index]!)
    const weights = indexes.map((index) => amounts[index]!.cents)
    const base = weights.reduce((total, cents) => total + cents, 0)
    for (const part of rates) {
      const cents = atRate(base, part.millionths)
      parts.set(part.name, (parts.get(part.name) ?? 0) + cents)
      shareOut(cents, weights).forEach((share, at) => {
        shares[indexes[at]!]! += share
      })
      explain.push({
        amount: 'tax',
        of: `${place} ${part.name}`,
        cents,
        rule: 'OPEN-78',
        basis: { kind: 'tax', part: part.name, millionths: part.millionths, place, base: baseOf(taxed) },
        rounding: 'half away from zero',
      })
    }
  }
  return {
    totalCents: [...parts.values()].reduce((total, cents) => total + cents, 0),
    state,
    parts: [...parts].map(([name, cents]) => ({ name, cents })),
    shares,
    explain,
  }
}

function baseOf(taxed: readonly TaxedAmount[]) {
  const base = { line: 0, installation: 0, shipping: 0 }
  for (const { kind, cents } of taxed) base[kind] += cents
  return base
}

type Group = { readonly parts: readonly TaxPart[]; readonly indexes: number[] }

function byPlace(amounts: readonly TaxedAmount[], rateAt: TaxRates) {
  const groups = new Map<string, Group>()
  let state: TaxState = 'known'
  amounts.forEach(({ place, cents }, index) => {
    if (cents === 0) return
    const row = place === null ? null : rateAt(place)
    if (row === null) {
      if (state !== 'placeMissing') state = place === null ? 'placeMissing' : 'unanswered'
      return
    }
    const group = groups.get(row.place)
    if (group === undefined) groups.set(row.place, { parts: row.parts, indexes: [index] })
    else group.indexes.push(index)
  })
  return { groups, state }
}
