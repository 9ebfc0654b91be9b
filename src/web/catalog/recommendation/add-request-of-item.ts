import { parseOptionChoice } from '#domain/catalog/option-choice.ts'
import { type RecommendationItem, skuOfItem } from '#domain/catalog/recommendation-item.ts'
import type { Variant } from '#domain/variant.ts'
import type { AddRequest } from '#web/cart/adding/add-request.ts'

/** One piece of a recommended item, with its place in the list (RECO-13, ATC-35). */
export function addRequestOfItem(
  item: RecommendationItem,
  place: { readonly position: number; readonly totalPositions: number },
  { brand, currency }: Variant,
): AddRequest {
  const sku = skuOfItem(item)
  const options = parseOptionChoice(item.optionChoiceParameter)
  return {
    // a text that is none of ours is sent as it came
    choice: { sku, ...(options ? { options } : { optionChoice: item.optionChoiceParameter }), ...place },
    hasCustomConfirmation: item.customOrderConfirmation.hasCustomOrderConfirmation,
    tracked: item.tracked ?? {
      sku,
      quantity: 1,
      currentPrice: 0,
      regularPrice: 0,
      priceTypeCode: '',
      markdownTypeCode: '',
      availability: 7,
      category: '',
      department: '',
      class: '',
      subclass: '',
      isPersonalized: false,
      storePickupNumber: '',
      name: item.name,
      brand,
      currencyCode: currency,
      propertyCodes: [],
    },
  }
}
