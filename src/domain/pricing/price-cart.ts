import type { giftWrapFees } from '#domain/gift/gift-options.ts'
import { shareOut } from '#domain/money.ts'
import { promoEffect } from '#domain/promo/promo.ts'
import type { FeeTable } from '#domain/shipping/fees.ts'
import { applyTenders, giftCardPart } from './apply-tenders.ts'
import type { CartFacts, PricedCart } from './cart-facts.ts'
import { type TaxedAmount, taxCart } from './cart-tax.ts'
import { discountRow, giftOptionRows, installationRow, lineRow, shipmentRows } from './explain.ts'
import { recipientTotals } from './recipient-totals.ts'
import { destinationOf, isMerchandise, priceShipments, shipMethodOf } from './shipments.ts'
import type { TaxRates } from './tax.ts'

/** The rates a price is made from: facts from the server. */
export type PriceTables = {
  readonly fees: FeeTable
  readonly tax: TaxRates
  readonly giftWrap: typeof giftWrapFees
}

/**
 * The price of a cart, the same on server and browser, in whole cents (OPEN-119, SCENE-10, SCENE-11). In this order:
 * lines; the promo on merchandise, before tax, never more than the merchandise (OPEN-72); shipments (OPEN-79, OPEN-80);
 * installation (OPEN-82); gift options (OPEN-77); tax on what is left of items, on shipping with surcharge and on
 * installation, not on donations, gift cards and gift options (OPEN-78); tenders in the order applied, each at most
 * what is still due (TENDER-04, TENDER-11) and none for gift cards (SAFE-18). A promo below its least subtotal gives nothing.
 */
export function priceCart(facts: CartFacts, tables: PriceTables): PricedCart {
  const totals = facts.lines.map((line) => line.unitCents * line.quantity)
  const weights = facts.lines.map((line, index) => (isMerchandise(line) ? totals[index]! : 0))
  const promo = facts.promo === null ? null : promoEffect(facts.promo, sum(weights))
  const discount = promo?.discountCents ?? 0
  const discounts = shareOut(discount, weights)
  const discountBasis = { promo: facts.promo, discountCents: discount, merchandiseCents: sum(weights) }
  const installations = facts.lines.map((line) => (line.installation?.feeCents ?? 0) * line.quantity)
  const shipments = priceShipments(facts, promo?.isFreeShipping ?? false, tables.fees)
  const wraps = giftOptionRows(facts, tables.giftWrap)

  const taxed: TaxedAmount[] = [
    ...facts.lines.map((line, index) => {
      const cents = isMerchandise(line) && line.isTaxable ? totals[index]! - discounts[index]! : 0
      return { kind: 'line' as const, index, cents, place: destinationOf(line, facts) }
    }),
    ...facts.lines.map((line, index) => {
      return { kind: 'installation' as const, index, cents: installations[index]!, place: destinationOf(line, facts) }
    }),
    ...shipments.map((shipment, index) => {
      const cents = shipment.shippingCents + shipment.surchargeCents
      return { kind: 'shipping' as const, index, cents, place: shipment.destination }
    }),
  ]
  const tax = taxCart(facts.isTaxExempt ? [] : taxed, tables.tax)
  const taxOf = (kind: TaxedAmount['kind']) =>
    sum(taxed.map((amount, at) => (amount.kind === kind ? (tax.shares[at] ?? 0) : 0)))

  const isDonation = facts.lines.map((line) => line.shipKind === 'donation')
  const before = {
    subtotal: sum(totals.filter((_, index) => !isDonation[index])),
    discount,
    shipping: sum(shipments.map((shipment) => shipment.shippingCents)),
    surcharge: sum(shipments.map((shipment) => shipment.surchargeCents)),
    installation: sum(installations),
    giftOptions: sum(wraps.map((row) => row.cents)),
    donation: sum(totals.filter((_, index) => isDonation[index])),
    tax: tax.totalCents,
  }
  const total =
    before.subtotal -
    before.discount +
    before.shipping +
    before.surcharge +
    before.installation +
    before.giftOptions +
    before.donation +
    before.tax
  const giftCardCents = giftCardPart(facts, shipments, total)
  const paid = applyTenders(facts, total, giftCardCents)

  return {
    lines: facts.lines.map((line, index) => ({
      lineId: line.lineId,
      totalCents: totals[index]!,
      discountCents: discounts[index]!,
      taxCents: tax.shares[index] ?? 0,
      installationCents: installations[index]!,
      shipMethod: shipMethodOf(line, facts),
    })),
    shipments,
    recipients: recipientTotals(facts, {
      ...{ totals, discounts, installations, shipments, wraps, taxed },
      taxShares: tax.shares,
    }),
    orderSummary: { ...before, ...paid.totals, total },
    taxState: tax.state,
    taxParts: tax.parts,
    shippingTaxCents: taxOf('shipping'),
    installationTaxCents: taxOf('installation'),
    giftCardCents,
    tenders: paid.tenders,
    explain: [
      ...facts.lines.map((line, index) =>
        lineRow(line.lineId, totals[index]!, line.unitCents, line.quantity, isDonation[index]!),
      ),
      ...facts.lines.flatMap((line, index) => discountRow(line.lineId, discounts[index]!, discountBasis)),
      ...shipments.flatMap((shipment) => shipmentRows(shipment, promo?.isFreeShipping ?? false, tables.fees)),
      ...facts.lines.flatMap((line, index) => installationRow(line, installations[index]!)),
      ...wraps,
      ...tax.explain,
      ...paid.explain,
    ],
  }
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0)
}
