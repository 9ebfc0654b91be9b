import type { ReactNode } from 'react'
import type { CheckoutReply, PageState } from '#contracts/pages.ts'
import type { AnalyticsSource, AnalyticsTotals, DataLayerEntry } from '#domain/data-layer.ts'
import type { Article, EcommerceEvent, ProductList } from '#domain/ecommerce.ts'
import type { Currency } from '#domain/variant.ts'

/** Products of a list that came after the page itself, with the address each leads to. */
export type ShownList = ProductList & { readonly addresses: readonly string[] }

/** Puts the question for consent onto the page, or takes it away again. */
export type ShowBar = (bar: ReactNode) => void

/** What parts of a page tell analytics; events are made of it only where collecting is allowed. */
export type AnalyticsEvent =
  | Extract<DataLayerEntry, { readonly event: 'payment_error_popup' | 'gift_card_decline' }>
  | { readonly kind: 'cartLoaded' | 'addedToCart' | 'addedToRegistry'; readonly lines: readonly AnalyticsSource[] }
  | { readonly kind: 'summaryUpdated'; readonly totals: AnalyticsTotals }
  | {
      readonly kind: 'orderPlaced'
      readonly orderNumber: string
      readonly lines: readonly AnalyticsSource[]
      readonly totals: AnalyticsTotals
    }
  | { readonly kind: 'pageShown'; readonly state: PageState; readonly showBar: ShowBar }
  | { readonly kind: 'choicesOpened' }
  | { readonly kind: 'listShown'; readonly list: ShownList }
  | { readonly kind: 'favored'; readonly sku: number }
  | {
      readonly kind: 'lineChanged'
      readonly article: Article
      readonly currency: Currency
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'stepLeft'; readonly step: 1 | 2 | 3; readonly checkout: CheckoutReply }

/** What stands in window.dataLayer. An entry without an event forgets the ecommerce object of the one before, as GA4 asks. */
export type Pushed =
  | DataLayerEntry
  | EcommerceEvent
  | (Extract<DataLayerEntry, { event: 'add_to_cart' }> & Extract<EcommerceEvent, { event: 'add_to_cart' }>)
  | { readonly event?: undefined; readonly ecommerce: null }
