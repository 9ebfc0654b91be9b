import type { CheckoutReply, Page, PageState, ProductCard } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import { type EcommerceEvent, ecommerceSum, listShown, type Promotion, searched } from '#domain/ecommerce.ts'
import type { Variant } from '#domain/variant.ts'
import type { ShownList } from '#web/analytics/analytics-event.ts'
import { articleOfCard, articleOfItem, articleOfLine, articleOfProduct, variantOf } from '#web/analytics/articles.ts'

/** What a shopper sees by opening a page, as events; the beginning of a checkout is one of its own. */
export function pageEvents(state: PageState): EcommerceEvent[] {
  const { page } = state
  const variant = variantOf(state)
  const { brand, currency } = variant
  const lists = listsOf(page, variant).map(listShown)
  switch (page.name) {
    case 'home':
      return [...promotionsOf(page).map((ecommerce) => ({ event: 'view_promotion' as const, ecommerce })), ...lists]
    case 'product': {
      const article = articleOfProduct(page.product, brand)
      return article === null ? lists : [{ event: 'view_item', ecommerce: ecommerceSum(currency, [article]) }, ...lists]
    }
    case 'cart':
      return [{ event: 'view_cart', ecommerce: ecommerceSum(currency, page.cart.lineItems.map(articleOfLine)) }]
    default:
      return lists
  }
}

/** The lists of products that a page itself holds; an empty one was not seen. */
export function listsOf(page: Page, variant: Variant): ShownList[] {
  switch (page.name) {
    case 'home':
      return listOf('home_bestsellers', 'Home bestsellers', page.bestsellers.slice(0, 4), variant)
    case 'category':
      return listOf(`category_${page.category.slug}`, page.category.name, page.products, variant)
    case 'search':
      return page.products.length > 0
        ? listOf('search_results', 'Search results', page.products, variant)
        : listOf('search_featured', 'Featured', page.featured, variant)
    case 'favorites':
      return listOf('favorites', 'Favorites', page.products, variant)
    default:
      return []
  }
}

/** A search, once: its further pages, filters and orders are the same one. */
export function searchEvents({ browse }: Extract<Page, { name: 'search' }>): EcommerceEvent[] {
  const isFirst = browse.pageNumber === 1 && browse.chips.length === 0 && browse.sort === browse.sorts[0]?.sort
  const event = isFirst ? searched(browse.query ?? '') : null
  return event === null ? [] : [event]
}

function listOf(id: string, name: string, cards: readonly ProductCard[], variant: Variant): ShownList[] {
  if (cards.length === 0) return []
  const articles = cards.map((card) => articleOfCard(card, variant.brand))
  return [{ id, name, currency: variant.currency, articles, addresses: cards.map(({ navigateUrl }) => navigateUrl) }]
}

/** The rooms of the home page, each of which leads into a department; by the address that it leads to. */
export function promotionsOf(page: Extract<Page, { name: 'home' }>): Promotion[] {
  const [first, , third] = page.departments
  return [first, page.scenes[1] && third].flatMap((department, at) =>
    department
      ? [
          {
            promotion_id: `home_${department.slug}`,
            promotion_name: `Shop ${department.name}`,
            creative_slot: `room_${at + 1}`,
          },
        ]
      : [],
  )
}

/** A step of the checkout was left with its answers saved: delivery chosen, payment given; the first step says neither. */
export function stepEvent(step: 1 | 2 | 3, checkout: CheckoutReply, variant: Variant): EcommerceEvent | null {
  const sum = checkoutSum(checkout, variant)
  if (step === 2) return { event: 'add_shipping_info', ecommerce: { ...sum, shipping_tier: shippingTier(checkout) } }
  if (step === 3) return { event: 'add_payment_info', ecommerce: { ...sum, payment_type: paymentType(checkout) } }
  return null
}

/** The first sight of the checkout. */
export function checkoutBegun(checkout: CheckoutReply, variant: Variant): EcommerceEvent {
  return { event: 'begin_checkout', ecommerce: checkoutSum(checkout, variant) }
}

function checkoutSum(checkout: CheckoutReply, { brand, currency }: Variant) {
  const items = visibleItems(checkout.basketItems)
  const { discountCode } = checkout.promo
  const sum = ecommerceSum(
    currency,
    items.map((item) => articleOfItem(item, brand)),
  )
  return discountCode === '' ? sum : { ...sum, coupon: discountCode }
}

function shippingTier({ recipientList }: CheckoutReply): string {
  const tiers = recipientList.flatMap(({ isPickup, shipments }) =>
    isPickup
      ? ['Pickup']
      : shipments.map(({ availableServiceLevels: levels, selectedServiceLevel }) => {
          return levels.find(({ level }) => level === selectedServiceLevel)?.name ?? ''
        }),
  )
  return [...new Set(tiers.filter((tier) => tier !== ''))].join(', ')
}

/** In general words only: no brand of card, no number, no name. */
function paymentType({ paymentData }: CheckoutReply): string {
  const { creditCardData, payPalData, alternativePaymentsData, tenderCodesData, rewardsData } = paymentData
  const types = [
    creditCardData.cardOneInfo && (creditCardData.cardTwoInfo ? 'Two cards' : 'Card'),
    payPalData.isApplied && 'PayPal',
    alternativePaymentsData.isApplied && walletNames[alternativePaymentsData.type],
    tenderCodesData.giftCards.length > 0 && 'Gift card',
    tenderCodesData.tenderCodes.length > 0 && 'Tender code',
    rewardsData.certificates.length > 0 && 'Rewards',
  ]
  return types.filter(Boolean).join(', ')
}

const walletNames = { '': '', venmo: 'Venmo', applePay: 'Apple Pay' } as const
