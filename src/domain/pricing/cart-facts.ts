import type { ShipKind } from '#domain/catalog/sku.ts'
import type { GiftWrap } from '#domain/gift/gift-options.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { PromoTerms } from '#domain/promo/promo.ts'
import type { Destination, ServiceLevel, ShipMethod } from '#domain/shipping/methods.ts'
import type { Country, Currency } from '#domain/variant.ts'
import type { Basis } from './basis.ts'
import type { TaxState } from './tax.ts'

/** One line as pricing sees it; all amounts are whole cents per piece. */
export type LineFacts = {
  readonly lineId: string
  readonly sku: number
  readonly quantity: number
  readonly unitCents: number
  readonly regularCents: number
  readonly shipKind: ShipKind
  readonly isPickup: boolean
  readonly serviceLevel: ServiceLevel
  readonly isTaxable: boolean
  /** The chosen installation and its fee per piece (OPEN-82). */
  readonly installation: { readonly type: string; readonly feeCents: number } | null
  /** Null before the line was given to a recipient. */
  readonly recipientId: string | null
}

export type RecipientFacts = {
  readonly recipientId: string
  readonly giftWrap: GiftWrap
  /** Where its lines go (for pickup: the store's address); the cart's destination when left out. */
  readonly destination?: Destination | null
}

/** Stored value put to the order: reward certificates, gift cards, tender codes. */
export type TenderKind = 'certificate' | 'giftCard' | 'tenderCode'
export type TenderFacts = { readonly id: string; readonly kind: TenderKind; readonly availableCents: number }

/** All that the total depends on. Prices and balances come from the server's tables, never from a shopper. */
export type CartFacts = {
  readonly currency: Currency
  readonly country: Country
  readonly lines: readonly LineFacts[]
  /** Null until a ZIP or an address is known; then tax is 0 and furniture is priced as long distance. */
  readonly destination: Destination | null
  readonly recipients: readonly RecipientFacts[]
  readonly promo: PromoTerms | null
  readonly isTaxExempt: boolean
  /** In the order they were applied (TENDER-11). */
  readonly tenders: readonly TenderFacts[]
}

/**
 * Whole cents, none negative (OPEN-28, OPEN-119): total = subtotal - discount + shipping + surcharge + installation +
 * giftOptions + donation + tax; amountDue = total - rewardsTotal - giftCardsTotal - tenderCodesTotal.
 */
export type OrderSummary = {
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly surcharge: number
  readonly installation: number
  readonly giftOptions: number
  readonly donation: number
  readonly tax: number
  readonly rewardsTotal: number
  readonly giftCardsTotal: number
  readonly tenderCodesTotal: number
  readonly total: number
  readonly amountDue: number
  /** A key here, its text on the wire; '' when the certificates are not worth more than was due. */
  readonly rewardsExceedOrderTotalMessage: MessageKey | ''
}

export type PricedLine = {
  readonly lineId: string
  /** Unit price times quantity, before the discount. */
  readonly totalCents: number
  readonly discountCents: number
  readonly taxCents: number
  readonly installationCents: number
  /** Null for pickup and donations. */
  readonly shipMethod: ShipMethod | null
}

/** Lines of one recipient that travel by one method, and what that costs. */
export type PricedShipment = {
  readonly recipientId: string | null
  readonly shipMethod: ShipMethod
  readonly lineIds: readonly string[]
  readonly merchandiseCents: number
  readonly shippingCents: number
  readonly surchargeCents: number
  readonly destination: Destination | null
}

/** One recipient's part of the order summary, whole cents, none negative; the totals add up to the order's. */
export type RecipientTotals = {
  /** Null for lines that have no recipient yet. */
  readonly recipientId: string | null
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly surcharge: number
  readonly installation: number
  readonly giftOptions: number
  readonly donation: number
  readonly tax: number
  readonly total: number
}

export type Rounding = 'none' | 'half away from zero' | 'largest remainder'

/** Where one amount comes from: the rule, the row of the rate table it was made from, and the rounding (BEYOND-06). */
export type ExplainRow = {
  readonly amount: keyof OrderSummary
  /** The line, recipient, tax part or tender the cents belong to. */
  readonly of: string
  readonly cents: number
  readonly rule: string
  readonly basis: Basis
  readonly rounding: Rounding
}

export type PricedCart = {
  readonly lines: readonly PricedLine[]
  readonly shipments: readonly PricedShipment[]
  readonly recipients: readonly RecipientTotals[]
  readonly orderSummary: OrderSummary
  /** While a destination is not known the page says 'enter ZIP' in place of the tax (UX-06). */
  readonly taxState: TaxState
  readonly taxParts: readonly { readonly name: string; readonly cents: number }[]
  /** The tax on shipping with surcharge, and on installation; with the lines' shares it adds up to the tax. */
  readonly shippingTaxCents: number
  readonly installationTaxCents: number
  /** The part that stored value may not pay, cents: gift cards, and their delivery (SAFE-18). */
  readonly giftCardCents: number
  /** What each tender pays, in the order applied; 0 when nothing was left to pay. */
  readonly tenders: readonly { readonly id: string; readonly kind: TenderKind; readonly appliedCents: number }[]
  readonly explain: readonly ExplainRow[]
}
