import type { z } from 'zod'
import type { unavailableItem } from '#contracts/cart/shapes.ts'
import type { change } from '#contracts/platform/shapes.ts'
import type { orderSummary } from '#contracts/pricing/shapes.ts'
import type { CartChange } from '#domain/cart/change.ts'
import { pictureAddress, productAddress } from '#domain/catalog/sku.ts'
import type { Text } from '#server/http/context.ts'
import type { BasketLine, PricedBasket } from '#server/pricing/pricing-service.ts'

export function summaryView(priced: PricedBasket, text: Text): z.output<typeof orderSummary> {
  const { rewardsExceedOrderTotalMessage: key, ...amounts } = priced.summary
  return {
    ...amounts,
    rewardsExceedOrderTotalMessage: key === '' ? '' : text(key),
    isTaxKnown: priced.isTaxKnown,
    taxParts: [...priced.taxParts],
  }
}

export function unavailableView({ line, facts, unitCents, promise }: BasketLine): z.output<typeof unavailableItem> {
  return {
    sku: line.sku,
    title: facts.title,
    imagePath: pictureAddress(facts.picture),
    navigateUrl: productAddress(line.sku),
    currentPrice: unitCents,
    quantity: line.quantity,
    availabilityMessage: promise.availabilityMessage,
    edd: { message: promise.message },
    isCustomNla: facts.customOrder !== null,
  }
}

export function changeView({ kind, lineId, before, after }: CartChange, text: Text): z.output<typeof change> {
  return { kind, lineItemId: lineId, message: text('problem.cartChanged'), before, after }
}
