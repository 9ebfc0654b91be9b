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
export type Happening =
  | Extract<DataLayerEntry, { readonly event: 'payment_error_popup' | 'gift_card_decline' }>
  | { readonly happening: 'cartLoaded' | 'addedToCart' | 'addedToRegistry'; readonly lines: readonly AnalyticsSource[] }
  | { readonly happening: 'summaryUpdated'; readonly totals: AnalyticsTotals }
  | {
      readonly happening: 'orderPlaced'
      readonly orderNumber: string
      readonly lines: readonly AnalyticsSource[]
      readonly totals: AnalyticsTotals
    }
  | { readonly happening: 'pageShown'; readonly state: PageState; readonly showBar: ShowBar }
  | { readonly happening: 'choicesWished' }
  | { readonly happening: 'listShown'; readonly list: ShownList }
  | { readonly happening: 'favored'; readonly sku: number }
  | {
      readonly happening: 'lineChanged'
      readonly article: Article
      readonly currency: Currency
      readonly from: number
      readonly to: number
    }
  | { readonly happening: 'stepLeft'; readonly step: 1 | 2 | 3; readonly checkout: CheckoutReply }

/** What stands in window.dataLayer. An entry without an event forgets the ecommerce object of the one before, as GA4 asks. */
export type Pushed =
  | DataLayerEntry
  | EcommerceEvent
  | (Extract<DataLayerEntry, { event: 'add_to_cart' }> & Extract<EcommerceEvent, { event: 'add_to_cart' }>)
  | { readonly event?: undefined; readonly ecommerce: null }
