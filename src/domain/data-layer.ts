import { isMadeToOrder } from './catalog/property-codes.ts'
import type { Brand, Currency } from './variant.ts'

/** What a cart line or an added item gives to analytics; amounts in cents. */
export type AnalyticsSource = {
  readonly sku: number
  readonly quantity: number
  readonly currentPrice: number
  readonly regularPrice: number
  readonly priceTypeCode: string
  readonly markdownTypeCode: string
  readonly availability: number
  readonly category: string
  readonly department: string
  readonly class: string
  readonly subclass: string
  readonly isPersonalized: boolean
  readonly storePickupNumber: string
  readonly name: string
  readonly brand: Brand
  readonly currencyCode: Currency
  readonly propertyCodes: readonly number[]
}

/** A line of a data layer entry, exact names (DATA-03, OPEN-112). */
export type AnalyticsLine = Omit<AnalyticsSource, 'currentPrice' | 'propertyCodes'> & {
  readonly price: number
  readonly isMadeToOrder: boolean
  readonly position: number
}

/** The totals that analytics may know; amounts in cents. */
export type AnalyticsTotals = {
  readonly subtotal: number
  readonly discount: number
  readonly shipping: number
  readonly tax: number
  readonly total: number
}

/** One entry of window.dataLayer per event (OPEN-112); none holds a name, address, email or phone of a person. */
export type DataLayerEntry =
  | { readonly event: 'cart_loaded'; readonly lines: readonly AnalyticsLine[] }
  | { readonly event: 'order_summary_updated'; readonly totals: AnalyticsTotals }
  | { readonly event: 'payment_error_popup' }
  | { readonly event: 'gift_card_decline' }
  | { readonly event: 'add_to_cart'; readonly lines: readonly AnalyticsLine[] }
  | { readonly event: 'add_to_registry'; readonly lines: readonly AnalyticsLine[] }
  | {
      readonly event: 'order_placed'
      readonly orderNumber: string
      readonly lines: readonly AnalyticsLine[]
      readonly totals: AnalyticsTotals
    }

/** One line for analytics at its place in the list, from 1; exactly the fields of DATA-03, whatever else the source holds. */
export function analyticsLine(source: AnalyticsSource, position: number): AnalyticsLine {
  return {
    sku: source.sku,
    quantity: source.quantity,
    price: source.currentPrice,
    regularPrice: source.regularPrice,
    priceTypeCode: source.priceTypeCode,
    markdownTypeCode: source.markdownTypeCode,
    availability: source.availability,
    category: source.category,
    department: source.department,
    class: source.class,
    subclass: source.subclass,
    isPersonalized: source.isPersonalized,
    storePickupNumber: source.storePickupNumber,
    name: source.name,
    brand: source.brand,
    currencyCode: source.currencyCode,
    isMadeToOrder: isMadeToOrder(source.propertyCodes),
    position,
  }
}

/** The lines of an event, numbered from 1. */
export function analyticsLines(sources: readonly AnalyticsSource[]): AnalyticsLine[] {
  return sources.map((source, at) => analyticsLine(source, at + 1))
}

/** The totals of an event, without anything else of the order summary. */
export function analyticsTotals({ subtotal, discount, shipping, tax, total }: AnalyticsTotals): AnalyticsTotals {
  return { subtotal, discount, shipping, tax, total }
}

/** After each cart load (PLAT-26). */
export function cartLoaded(sources: readonly AnalyticsSource[]): DataLayerEntry {
  return { event: 'cart_loaded', lines: analyticsLines(sources) }
}

/** After a gift card, promo, tender code or reward changed the totals (PLAT-27). */
export function orderSummaryUpdated(summary: AnalyticsTotals): DataLayerEntry {
  return { event: 'order_summary_updated', totals: analyticsTotals(summary) }
}

/** A card authorization failure (PLAT-28). */
export const paymentErrorPopup = { event: 'payment_error_popup' } as const satisfies DataLayerEntry

/** A gift card refused at order time (PLAT-28). */
export const giftCardDecline = { event: 'gift_card_decline' } as const satisfies DataLayerEntry

/** Items put into the cart or into a registry. */
export function itemsAdded(
  event: 'add_to_cart' | 'add_to_registry',
  sources: readonly AnalyticsSource[],
): DataLayerEntry {
  return { event, lines: analyticsLines(sources) }
}

/** A placed order; sent once for its number (SCENE-19). */
export function orderPlaced(
  orderNumber: string,
  sources: readonly AnalyticsSource[],
  summary: AnalyticsTotals,
): DataLayerEntry {
  return { event: 'order_placed', orderNumber, lines: analyticsLines(sources), totals: analyticsTotals(summary) }
}
