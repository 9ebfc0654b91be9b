import type { giftWrapFees } from '#domain/gift/gift-options.ts'
import type { CartFacts, ExplainRow, PricedCart } from './cart-facts.ts'

/** One row per recipient who has a line and a box or wrap. */
export function giftOptionRows(facts: CartFacts, fees: typeof giftWrapFees): ExplainRow[] {
  const withLines = new Set(facts.lines.map((line) => line.recipientId))
  return facts.recipients
    .filter((recipient) => recipient.giftWrap !== 'none' && withLines.has(recipient.recipientId))
    .map(({ recipientId, giftWrap }) => {
      const cents = fees[giftWrap]
      return { amount: 'giftOptions', of: recipientId, cents, rule: 'OPEN-77', rate: giftWrap, rounding: 'none' }
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
  const rate = `${quantity} x ${unitCents}`
  return { amount: isDonation ? 'donation' : 'subtotal', of, cents, rule: 'CART-09', rate, rounding: 'none' }
}

/** A line's share of the discount. */
export function discountRow(of: string, cents: number, rate: string): ExplainRow[] {
  return cents === 0 ? [] : [{ amount: 'discount', of, cents, rule: 'OPEN-72', rate, rounding: 'largest remainder' }]
}

/** Charge and surcharge of a shipment. */
export function shipmentRows(shipment: PricedCart['shipments'][number]): ExplainRow[] {
  const of = shipment.recipientId ?? ''
  const rate = `method ${shipment.shipMethod}, merchandise ${shipment.merchandiseCents}`
  const rows: ExplainRow[] = [
    { amount: 'shipping', of, cents: shipment.shippingCents, rule: 'OPEN-79', rate, rounding: 'half away from zero' },
  ]
  if (shipment.surchargeCents === 0) return rows
  const state = shipment.destination?.state ?? ''
  return [
    ...rows,
    { amount: 'surcharge', of, cents: shipment.surchargeCents, rule: 'CONST-05', rate: state, rounding: 'none' },
  ]
}

/** Installation of a line. */
export function installationRow(of: string, cents: number, installation: { type: string } | null): ExplainRow[] {
  if (installation === null) return []
  return [{ amount: 'installation', of, cents, rule: 'OPEN-82', rate: installation.type, rounding: 'none' }]
}
