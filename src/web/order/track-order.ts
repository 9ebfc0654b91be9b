import type { ConfirmationReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import type { Variant } from '#domain/variant.ts'
import { track } from '#web/analytics/data-layer.ts'

/** Tells analytics of a placed order, which counts each order number once, however often its page is opened (SCENE-19). */
export function trackOrder(order: ConfirmationReply, variant: Variant): void {
  if (order.orderNumber === '' || order.isPending || order.isRefused || order.isCancelled) return
  const lines = visibleItems(order.items).map((item) => sourceOf(item, order, variant))
  const { orderNumber, orderSummary: totals } = order
  track({ kind: 'orderPlaced', orderNumber, lines, totals })
}

function sourceOf(
  item: ConfirmationReply['items'][number],
  order: ConfirmationReply,
  { brand, currency }: Variant,
): AnalyticsSource {
  const store = order.recipientList.find(({ id }) => id === item.recipientId)?.storeNumber ?? ''
  return {
    ...item,
    isPersonalized: item.personalization !== null,
    storePickupNumber: item.isPickup ? store : '',
    name: item.title,
    brand,
    currencyCode: currency,
  }
}
