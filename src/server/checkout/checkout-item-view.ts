import type { z } from 'zod'
import type { basketItem } from '#contracts/checkout/shapes.ts'
import { boxesView, lineAnalyticsView, lineItem, makingTimeOf } from '#server/cart/line-view.ts'
import type { CartQuote } from '#server/pricing/pricing-service.ts'

export type BasketItemView = z.output<typeof basketItem>

/** The lines as the checkout sees them (DATA-04). */
export function basketItems(priced: CartQuote): BasketItemView[] {
  return priced.lines.map((known, index) => {
    const { line, facts } = known
    const item = lineItem(priced, known, index)
    const recipientId = line.recipientId ?? ''
    return {
      id: item.id,
      sku: item.sku,
      title: item.title,
      imagePath: item.imagePath,
      navigateUrl: item.navigateUrl,
      quantity: item.quantity,
      currentPrice: item.currentPrice,
      totalPrice: item.totalPrice,
      recipientId,
      grId: item.grId,
      ...(item.giftFor !== undefined && { giftFor: item.giftFor }),
      recipients: [{ recipientId, quantity: line.quantity, basketItemId: line.lineId }],
      personalization: item.personalization,
      optionChoices: item.optionChoices,
      isPickup: item.isPickup,
      isRemoved: false,
      isDonation: item.isDonation,
      isInstallationServiceRequired: item.isInstallationServiceRequired,
      installationServiceFee: item.installationServiceFee,
      availability: item.availability,
      edd: { message: item.edd.message },
      makingTime: makingTimeOf(known),
      dimensions: item.dimensions,
      boxes: boxesView(facts),
      priceQuantityTotals: { quantity: line.quantity },
      ...lineAnalyticsView(known),
    }
  })
}
