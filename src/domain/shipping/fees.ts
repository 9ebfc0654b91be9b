import { hasShippingSurcharge } from '#domain/address/states.ts'
import { atRate } from '#domain/money.ts'
import type { Country } from '#domain/variant.ts'
import { type ShipMethod, shipMethod } from './methods.ts'

/** One row of the standard table: merchandise of at most `toCents` costs `feeCents`. */
export type FeeBand = { readonly toCents: number; readonly feeCents: number }

/** What shipping costs in one store front, whole cents of its currency; the popup and the order use the same (OPEN-79). */
export type FeeTable = {
  readonly bands: readonly FeeBand[]
  /** Above the last band: this rate in millionths of the merchandise, at most `capCents`. */
  readonly aboveMillionths: number
  readonly capCents: number
  /** What 2-day and express add to standard. */
  readonly premiumExtraCents: number
  readonly expressExtraCents: number
  readonly flatCents: { readonly [Method in 6 | 7 | 8 | 9]: number }
  /** Alaska, Hawaii and territories, standard shipping only (CONST-05). */
  readonly surchargeCents: number
}

/** The row of the standard table that applies, and the fee it gives, all in whole cents. */
export type StandardRow =
  | { readonly kind: 'band'; readonly aboveCents: number; readonly toCents: number; readonly feeCents: number }
  | {
      readonly kind: 'rate'
      readonly aboveCents: number
      readonly millionths: number
      readonly capCents: number
      readonly feeCents: number
    }

/** The row of the standard table for merchandise worth `merchandiseCents` (OPEN-79). */
export function standardRow(merchandiseCents: number, table: FeeTable): StandardRow {
  let aboveCents = 0
  for (const { toCents, feeCents } of table.bands) {
    if (merchandiseCents <= toCents) return { kind: 'band', aboveCents, toCents, feeCents }
    aboveCents = toCents
  }
  const { aboveMillionths: millionths, capCents } = table
  const feeCents = Math.min(atRate(merchandiseCents, millionths), capCents)
  return { kind: 'rate', aboveCents, millionths, capCents, feeCents }
}

/** The standard fee in cents of a shipment whose merchandise is worth `merchandiseCents` (OPEN-79). */
export function standardFee(merchandiseCents: number, table: FeeTable): number {
  return standardRow(merchandiseCents, table).feeCents
}

/** The charge of one shipment in two parts, cents: the standard part (which a promo can make free) and the rest. */
export function shipmentFee(
  method: ShipMethod,
  merchandiseCents: number,
  table: FeeTable,
): { readonly standardCents: number; readonly extraCents: number } {
  switch (method) {
    case shipMethod.standard:
      return { standardCents: standardFee(merchandiseCents, table), extraCents: 0 }
    case shipMethod.premium:
      return { standardCents: standardFee(merchandiseCents, table), extraCents: table.premiumExtraCents }
    case shipMethod.express:
      return { standardCents: standardFee(merchandiseCents, table), extraCents: table.expressExtraCents }
    default:
      return { standardCents: 0, extraCents: table.flatCents[method] }
  }
}

/** The surcharge in cents of one shipment: only standard, only to Alaska, Hawaii and the territories (CONST-05, SHIPPOP-15). */
export function shipmentSurcharge(
  method: ShipMethod,
  destination: { readonly state: string; readonly country: Country } | null,
  table: FeeTable,
): number {
  if (method !== shipMethod.standard || destination === null) return 0
  return hasShippingSurcharge(destination) ? table.surchargeCents : 0
}
