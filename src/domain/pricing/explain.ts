import type { giftWrapFees } from '#domain/gift/gift-options.ts'
import type { PromoTerms } from '#domain/promo/promo.ts'
import { type FeeTable, shipmentFee, standardRow } from '#domain/shipping/fees.ts'
import { type ShipMethod, serviceLevel } from '#domain/shipping/methods.ts'
import type { CartFacts, ExplainRow, LineFacts, PricedCart } from './cart-facts.ts'

/** One row per recipient who has a box or wrap, and a line to put into it: a donation is nothing to wrap. */
export function giftOptionRows(facts: CartFacts, fees: typeof giftWrapFees): ExplainRow[] {
  const withLines = new Set(facts.lines.flatMap((line) => (line.shipKind === 'donation' ? [] : [line.recipientId])))
  return facts.recipients
    .filter((recipient) => recipient.giftWrap !== 'none' && withLines.has(recipient.recipientId))
    .map(({ recipientId, giftWrap: wrap }) => {
      const basis = { kind: 'giftWrap', wrap } as const
      return { amount: 'giftOptions', of: recipientId, cents: fees[wrap], rule: 'OPEN-77', basis, rounding: 'none' }
    })
}

/** Worth of a line: quantity times unit price. */
export function lineRow(
  of: string,
  cents: number,
  unitCents: number,
  quantity: number,
  isDonation: boolean,
): ExplainRow {
  const basis = { kind: 'pieces', quantity, unitCents } as const
  return { amount: isDonation ? 'donation' : 'subtotal', of, cents, rule: 'CART-09', basis, rounding: 'none' }
}

/** A line's share of the discount. */
export function discountRow(
  of: string,
  cents: number,
  from: { readonly promo: PromoTerms | null; readonly discountCents: number; readonly merchandiseCents: number },
): ExplainRow[] {
  const { promo, discountCents, merchandiseCents } = from
  if (cents === 0 || promo === null) return []
  const basis = { kind: 'promo', code: promo.code, benefit: promo.benefit, discountCents, merchandiseCents } as const
  return [{ amount: 'discount', of, cents, rule: 'OPEN-72', basis, rounding: 'largest remainder' }]
}

const byTable: readonly ShipMethod[] = [serviceLevel.standard, serviceLevel.premium, serviceLevel.express]

/** Charge and surcharge of a shipment. */
export function shipmentRows(
  shipment: PricedCart['shipments'][number],
  isFree: boolean,
  table: FeeTable,
): ExplainRow[] {
  const { shipMethod: method, merchandiseCents, destination } = shipment
  const of = shipment.lineIds[0] ?? ''
  const standard = byTable.includes(method) ? standardRow(merchandiseCents, table) : null
  const { extraCents } = shipmentFee(method, merchandiseCents, table)
  const basis = { kind: 'shipment', method, destination, merchandiseCents, standard, extraCents, isFree } as const
  const rounding = standard?.kind === 'rate' ? 'half away from zero' : 'none'
  const rows: ExplainRow[] = [
    { amount: 'shipping', of, cents: shipment.shippingCents, rule: 'OPEN-79', basis, rounding },
  ]
  if (shipment.surchargeCents === 0) return rows
  const surcharge = { kind: 'surcharge', destination } as const
  return [
    ...rows,
    { amount: 'surcharge', of, cents: shipment.surchargeCents, rule: 'CONST-05', basis: surcharge, rounding: 'none' },
  ]
}

/** Installation of a line. */
export function installationRow({ lineId, installation, quantity }: LineFacts, cents: number): ExplainRow[] {
  if (installation === null) return []
  const basis = { kind: 'installation', ...installation, quantity } as const
  return [{ amount: 'installation', of: lineId, cents, rule: 'OPEN-82', basis, rounding: 'none' }]
}
