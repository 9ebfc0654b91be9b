import { atRate, shareOut } from '#domain/money.ts'
import type { Country } from '#domain/variant.ts'
import type { ExplainRow } from './cart-facts.ts'
import { type TaxTable, taxPartsAt, taxPlace } from './tax.ts'

/** An amount that is taxed where it goes: the rest of a line, its installation, or a shipment's charge. */
export type TaxedAmount = {
  readonly kind: 'line' | 'installation' | 'shipping'
  readonly index: number
  readonly cents: number
  readonly place: { readonly country: Country; readonly state: string } | null
}

export type CartTax = {
  readonly totalCents: number
  readonly parts: readonly { readonly name: string; readonly cents: number }[]
  /** Tax of each taxed amount, in the order given. */
  readonly shares: readonly number[]
  readonly explain: readonly ExplainRow[]
}

/**
 * Tax of a cart (OPEN-78). Each part of a place's tax is computed once on everything taxed there, rounded once to whole
 * cents, and shared out over the amounts, so that the shares always add up to the tax.
 */
export function taxCart(amounts: readonly TaxedAmount[], table: TaxTable): CartTax {
  const shares = amounts.map(() => 0)
  const parts = new Map<string, number>()
  const explain: ExplainRow[] = []
  for (const [place, indexes] of byPlace(amounts)) {
    const taxed = indexes.map((index) => amounts[index]!)
    const weights = indexes.map((index) => amounts[index]!.cents)
    const base = weights.reduce((total, cents) => total + cents, 0)
    for (const part of taxPartsAt(amounts[indexes[0]!]!.place, table)) {
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

function byPlace(amounts: readonly TaxedAmount[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  amounts.forEach(({ place, cents }, index) => {
    if (place === null || cents === 0) return
    const key = taxPlace(place.country, place.state)
    const indexes = places.get(key)
    if (indexes === undefined) places.set(key, [index])
    else indexes.push(index)
  })
  return places
}
