import type { AnalyticsSource, AnalyticsTotals } from './data-layer.ts'
import type { Brand, Currency } from './variant.ts'

/** An article as analytics may know it; prices in cents. What a list does not know of it is left out. */
export type Article = Pick<AnalyticsSource, 'sku' | 'quantity' | 'currentPrice' | 'regularPrice' | 'name' | 'brand'> &
  Partial<Pick<AnalyticsSource, 'department' | 'category' | 'class' | 'subclass' | 'storePickupNumber'>> & {
    /** The chosen options in words, as in 'Oak, 86 in'. */
    readonly variant?: string
  }

/** An item of a Google Analytics 4 ecommerce event: its own names, money in whole units of the currency (19.99). */
export type EcommerceItem = {
  readonly item_id: string
  readonly item_name: string
  readonly item_brand: Brand
  readonly item_category?: string
  readonly item_category2?: string
  readonly item_category3?: string
  readonly item_category4?: string
  readonly item_variant?: string
  readonly item_list_id?: string
  readonly item_list_name?: string
  /** Place in its list, from 0. */
  readonly index?: number
  /** The store where it is picked up. */
  readonly location_id?: string
  readonly price: number
  /** What a unit costs less than its regular price. */
  readonly discount?: number
  readonly quantity: number
}

/** A list of products, as they were shown. */
export type ProductList = {
  readonly id: string
  readonly name: string
  readonly currency: Currency
  readonly articles: readonly Article[]
}

type Sum = { readonly currency: Currency; readonly value: number; readonly items: readonly EcommerceItem[] }
type Listed = {
  readonly currency: Currency
  readonly item_list_id: string
  readonly item_list_name: string
  readonly items: readonly EcommerceItem[]
}
type Coupon = { readonly coupon?: string }

/** Something shown on the home page that leads into the store. */
export type Promotion = {
  readonly promotion_id: string
  readonly promotion_name: string
  readonly creative_slot: string
}

/** The ecommerce events of Google Analytics 4, by their own names and fields; none holds anything of a person. */
export type EcommerceEvent =
  | { readonly event: 'view_item_list' | 'select_item'; readonly ecommerce: Listed }
  | {
      readonly event: 'view_item' | 'add_to_wishlist' | 'add_to_cart' | 'remove_from_cart' | 'view_cart'
      readonly ecommerce: Sum
    }
  | { readonly event: 'begin_checkout'; readonly ecommerce: Sum & Coupon }
  | { readonly event: 'add_shipping_info'; readonly ecommerce: Sum & Coupon & { readonly shipping_tier: string } }
  | { readonly event: 'add_payment_info'; readonly ecommerce: Sum & Coupon & { readonly payment_type: string } }
  | {
      readonly event: 'purchase'
      readonly ecommerce: Sum & { readonly transaction_id: string; readonly tax: number; readonly shipping: number }
    }
  | { readonly event: 'view_promotion' | 'select_promotion'; readonly ecommerce: Promotion }
  | { readonly event: 'search'; readonly search_term: string }
  | { readonly event: 'login' | 'sign_up'; readonly method: string }

/** Cents in whole units of the currency, as GA4 counts money. */
export function units(cents: number): number {
  return cents / 100
}

/** One item; fields that are not known are not there. */
export function ecommerceItem(
  article: Article,
  list?: { readonly id: string; readonly name: string; readonly index: number },
): EcommerceItem {
  const { department, category, class: kind, subclass, variant, storePickupNumber } = article
  const less = article.regularPrice - article.currentPrice
  return {
    item_id: String(article.sku),
    item_name: article.name,
    item_brand: article.brand,
    ...(department ? { item_category: department } : {}),
    ...(category ? { item_category2: category } : {}),
    ...(kind ? { item_category3: kind } : {}),
    ...(subclass ? { item_category4: subclass } : {}),
    ...(variant ? { item_variant: variant } : {}),
    ...(list ? { item_list_id: list.id, item_list_name: list.name, index: list.index } : {}),
    ...(storePickupNumber ? { location_id: storePickupNumber } : {}),
    price: units(article.currentPrice),
    ...(less > 0 ? { discount: units(less) } : {}),
    quantity: article.quantity,
  }
}

/** Items with what they come to together: price times quantity, without shipping and tax. */
export function ecommerceSum(currency: Currency, articles: readonly Article[]): Sum {
  const cents = articles.reduce((sum, { currentPrice, quantity }) => sum + currentPrice * quantity, 0)
  return { currency, value: units(cents), items: articles.map((article) => ecommerceItem(article)) }
}

/** A list as it is shown. */
export function listShown(list: ProductList): EcommerceEvent {
  return { event: 'view_item_list', ecommerce: listedItems(list, list.articles.keys()) }
}

/** The article at a place of a list, from 0, was chosen. */
export function listChosen(list: ProductList, index: number, chosen?: Partial<Article>): EcommerceEvent {
  const articles = list.articles.map((article, at) => (at === index ? { ...article, ...chosen } : article))
  return { event: 'select_item', ecommerce: listedItems({ ...list, articles }, [index]) }
}

function listedItems({ id, name, currency, articles }: ProductList, indexes: Iterable<number>): Listed {
  const items = [...indexes].flatMap((index) => {
    const article = articles[index]
    return article === undefined ? [] : [ecommerceItem(article, { id, name, index })]
  })
  return { currency, item_list_id: id, item_list_name: name, items }
}

/**
 * A line of the cart went from one quantity to another: the pieces that came or went; null when none did. Zero is a
 * removed line.
 */
export function quantityChanged(
  currency: Currency,
  article: Article,
  from: number,
  to: number,
): (EcommerceEvent & { readonly event: 'add_to_cart' | 'remove_from_cart' }) | null {
  if (from === to) return null
  const ecommerce = ecommerceSum(currency, [{ ...article, quantity: Math.abs(to - from) }])
  return { event: to > from ? 'add_to_cart' : 'remove_from_cart', ecommerce }
}

/** A placed order. Its value is what the items came to after a promotion, without shipping and tax. */
export function purchase(
  orderNumber: string,
  currency: Currency,
  articles: readonly Article[],
  totals: AnalyticsTotals,
): EcommerceEvent {
  const sum = ecommerceSum(currency, articles)
  const value = units(totals.subtotal - totals.discount)
  const { tax, shipping } = totals
  return {
    event: 'purchase',
    ecommerce: { transaction_id: orderNumber, ...sum, value, tax: units(tax), shipping: units(shipping) },
  }
}

/** What was searched for, unless it may be somebody's email address or number. */
export function searched(term: string): EcommerceEvent | null {
  const text = term.trim().slice(0, 100)
  if (text === '' || text.includes('@') || /(\d[\s().-]*){7}/.test(text)) return null
  return { event: 'search', search_term: text }
}
