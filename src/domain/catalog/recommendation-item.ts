import type { AnalyticsSource } from '#domain/data-layer.ts'

/** A recommended item on its card (RECO-05): it is known by its sku or by its id. */
export type RecommendationItem = {
  readonly id?: string | undefined
  readonly sku?: number | undefined
  readonly name: string
  readonly formattedPrice: string
  /** '' when the price is not reduced. */
  readonly formattedRegularPrice?: string
  readonly imagePath: string
  readonly imagePathHiRes: string
  /** Shown until the picture has come; '' for none. */
  readonly imageColor?: string
  readonly navigateUrl: string
  readonly optionChoiceParameter: string
  readonly customOrderConfirmation: { readonly hasCustomOrderConfirmation: boolean }
  /** What analytics may know of one piece of it. */
  readonly tracked?: AnalyticsSource
}

/** The sku of an item that has only an id as well; 0 when neither is a sku. */
export function skuOfItem({ id, sku }: Pick<RecommendationItem, 'id' | 'sku'>): number {
  const number = sku ?? Number(id)
  return Number.isSafeInteger(number) && number > 0 ? number : 0
}
