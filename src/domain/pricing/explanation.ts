import { basisWords, type Names, partName } from './basis-words.ts'
import type { CartFacts, ExplainRow, OrderSummary, PricedCart, Rounding } from './cart-facts.ts'
import { salesTax } from './tax.ts'

/** One part of an amount: what it belongs to, its cents, how it was made, and how it was rounded ('' where nothing was). */
export type ExplainedPart = {
  /** Unlike that of every other part of its line. */
  readonly id: string
  readonly name: string
  readonly cents: number
  readonly how: string
  readonly rounding: string
}

/** One line of the order summary; its parts sum to its cents. `sign` is -1 for what is taken off. */
export type ExplainedLine = {
  readonly name: string
  readonly cents: number
  readonly sign: 1 | -1
  /** Why it is as it is where there is no part to say so. */
  readonly note: string
  readonly parts: readonly ExplainedPart[]
}

type Amount = ExplainRow['amount']
const order: readonly { readonly amount: Amount; readonly name: string; readonly sign: 1 | -1 }[] = [
  { amount: 'subtotal', name: 'Subtotal', sign: 1 },
  { amount: 'discount', name: 'Discount', sign: -1 },
  { amount: 'shipping', name: 'Shipping', sign: 1 },
  { amount: 'surcharge', name: 'Shipping surcharge', sign: 1 },
  { amount: 'installation', name: 'Installation', sign: 1 },
  { amount: 'giftOptions', name: 'Gift options', sign: 1 },
  { amount: 'donation', name: 'Donation', sign: 1 },
  { amount: 'tax', name: 'Tax', sign: 1 },
]
const tenders: typeof order = [
  { amount: 'rewardsTotal', name: 'Rewards', sign: -1 },
  { amount: 'giftCardsTotal', name: 'Gift cards', sign: -1 },
  { amount: 'tenderCodesTotal', name: 'Tender codes', sign: -1 },
]
const shownAtZero: readonly Amount[] = ['subtotal', 'shipping', 'tax']

/** What was priced, with the names of its lines, for an explanation. */
export type Explainable = Pick<PricedCart, 'explain' | 'orderSummary' | 'taxState'> & Pick<CartFacts, 'isTaxExempt'>

/**
 * The total explained (BEYOND-06): every amount of the summary with the rows it was priced from, in words. Nothing is
 * computed again: the rows are those of `priceCart`. The lines with their signs sum to the total, those of `paid` to
 * what the total is above the amount due; taxes of different names (GST, PST) are lines of their own.
 */
export function explainTotal(
  priced: Explainable,
  names: Names,
): { readonly lines: readonly ExplainedLine[]; readonly paid: readonly ExplainedLine[] } {
  const linesOf = (kinds: typeof order) =>
    kinds.flatMap((kind) => {
      const rows = priced.explain.filter((row) => row.amount === kind.amount)
      const isNothing = priced.orderSummary[kind.amount as keyof OrderSummary] === 0
      if (isNothing && !shownAtZero.includes(kind.amount)) return []
      if (kind.amount !== 'tax' || rows.length === 0) return [lineOf(named(kind, priced), rows, priced, names)]
      const taxes = [...new Set(rows.map(taxName))]
      return taxes.map((name) =>
        lineOf(
          { ...kind, name },
          rows.filter((row) => taxName(row) === name),
          priced,
          names,
        ),
      )
    })
  return { lines: linesOf(order), paid: linesOf(tenders) }
}

/** What shipping costs where nobody has said where to is an estimate (CALM-01). */
function named(kind: (typeof order)[number], { taxState }: Explainable): (typeof order)[number] {
  const isEstimate = kind.amount === 'shipping' && taxState === 'placeMissing'
  return isEstimate ? { ...kind, name: 'Estimated shipping' } : kind
}

function lineOf(
  { amount, name, sign }: (typeof order)[number],
  rows: readonly ExplainRow[],
  priced: Explainable,
  names: Names,
): ExplainedLine {
  const parts = rows.map((row, nth) => ({
    id: `${row.of} ${nth}`,
    name: partName(row, names),
    cents: row.cents,
    how: basisWords(row, names),
    rounding: roundingWords[row.rounding],
  }))
  const cents = parts.reduce((total, part) => total + part.cents, 0)
  return { name, cents, sign, note: parts.length > 0 ? '' : noteOf(amount, priced, names), parts }
}

/** 'GST', 'HST', 'PST' and 'QST' have lines of their own; the one tax of a state is 'Tax'. */
function taxName({ basis }: ExplainRow): string {
  return basis.kind === 'tax' && basis.part !== salesTax ? basis.part : 'Tax'
}

function noteOf(amount: Amount, { isTaxExempt, taxState }: Explainable, { postalCodeWord }: Names): string {
  if (amount === 'shipping') return 'Nothing here is shipped.'
  if (amount !== 'tax') return 'There is no merchandise.'
  if (isTaxExempt) return 'Your account is exempt from tax.'
  if (taxState === 'unanswered') return 'It is worked out when you order: the tax rates cannot be asked for just now.'
  return taxState === 'known' ? 'Nothing here is taxed where it goes.' : `Enter your ${postalCodeWord} to see it.`
}

const roundingWords: { readonly [Kind in Rounding]: string } = {
  none: '',
  'half away from zero': 'Rounded once to the cent; half a cent goes up.',
  'largest remainder': 'Shared out to the cent, so that the shares add up to the whole.',
}
