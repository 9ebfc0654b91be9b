import type { ConfirmationReply } from '#contracts/pages.ts'
import { type AnalyticsSource, orderPlaced } from '#domain/data-layer.ts'
import type { Variant } from '#domain/variant.ts'
import { track } from '#web/analytics/data-layer.ts'

const prefix = 'orderTracked:'

/** One purchase event per order number, however often and in however many tabs its page is opened (SCENE-19). */
export function trackOrderOnce(order: ConfirmationReply, variant: Variant): void {
  if (order.orderNumber === '' || order.isPending || order.isRefused) return
  if (!isFirst(`${prefix}${order.orderNumber}`)) return
  const sources = order.items.map((item) => sourceOf(item, order, variant))
  track(orderPlaced(order.orderNumber, sources, order.orderSummary))
}

/** All tabs share this storage; without it the page itself is the only memory. */
function isFirst(key: string): boolean {
  try {
    if (localStorage.getItem(key) !== null) return false
    localStorage.setItem(key, '1')
    return true
  } catch {
    if (tracked.has(key)) return false
    tracked.add(key)
    return true
  }
}

const tracked = new Set<string>()

/** A confirmed line knows nothing of its department any more; nothing is made up in its place. */
function sourceOf(
  item: ConfirmationReply['items'][number],
  order: ConfirmationReply,
  { brand, currency }: Variant,
): AnalyticsSource {
  const store = order.recipientList.find(({ id }) => id === item.recipientId)?.storeNumber ?? ''
  return {
    sku: item.sku,
    quantity: item.quantity,
    currentPrice: item.currentPrice,
    regularPrice: item.currentPrice,
    priceTypeCode: '',
    markdownTypeCode: '',
    availability: item.availability,
    category: '',
    department: '',
    class: '',
    subclass: '',
    isPersonalized: item.personalization !== null,
    storePickupNumber: item.isPickup ? store : '',
    name: item.title,
    brand,
    currencyCode: currency,
    propertyCodes: [],
  }
}
