import type { RecommendationItem } from '#domain/catalog/recommendation-item.ts'

/** A recommended item as the server answers it, without what analytics may know. */
export function anItem(sku: number, patch: Partial<RecommendationItem> = {}): RecommendationItem {
  return {
    sku,
    name: `Piece ${sku}`,
    formattedPrice: '$20.00',
    imagePath: `/pictures/${sku}.webp`,
    imagePathHiRes: `/pictures/${sku}-fine.webp`,
    navigateUrl: `/product/${sku}`,
    optionChoiceParameter: 'color:oat',
    customOrderConfirmation: { hasCustomOrderConfirmation: false },
    ...patch,
  }
}
