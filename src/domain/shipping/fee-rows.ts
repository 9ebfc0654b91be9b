import type { FeeTable } from './fees.ts'

/** One row of the table a shopper reads: merchandise above `fromCents`, up to and with `toCents` (null: no bound). */
export type FeeRow = {
  readonly fromCents: number
  readonly toCents: number | null
  readonly standard: FeeCell
  readonly premium: FeeCell
  readonly express: FeeCell
}

/** An amount in cents, or above the last band a share of the merchandise in millionths, a fixed part, and a cap. */
export type FeeCell =
  | { readonly cents: number }
  | { readonly millionths: number; readonly extraCents: number; readonly capCents: number }

/** The fee table as rows of the popup: the same numbers that the order is charged by (OPEN-79, SHIPPOP-13). */
export function feeRows(table: FeeTable): readonly FeeRow[] {
  const { bands, premiumExtraCents, expressExtraCents } = table
  const cell = (feeCents: number): FeeCell => ({ cents: feeCents })
  const above = (extraCents: number): FeeCell => ({
    millionths: table.aboveMillionths,
    extraCents,
    capCents: table.capCents + extraCents,
  })
  return [
    ...bands.map(({ toCents, feeCents }, index) => ({
      fromCents: bands[index - 1]?.toCents ?? 0,
      toCents,
      standard: cell(feeCents),
      premium: cell(feeCents + premiumExtraCents),
      express: cell(feeCents + expressExtraCents),
    })),
    {
      fromCents: bands.at(-1)?.toCents ?? 0,
      toCents: null,
      standard: above(0),
      premium: above(premiumExtraCents),
      express: above(expressExtraCents),
    },
  ]
}
