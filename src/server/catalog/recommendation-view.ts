import type { ReplyOf } from '#contracts/call.ts'
import type { recommendationCalls } from '#contracts/catalog/recommendation-calls.ts'
import { otherFile, widthInName } from '#domain/catalog/picture.ts'
import { pictureAddress, productAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { formatCents } from '#domain/price-format.ts'
import type { Variant } from '#domain/variant.ts'
import { analyticsSource } from '#server/catalog/analytics-source.ts'

type Item = ReplyOf<typeof recommendationCalls.index>['items'][number]

/** Widest picture of a card on a screen of high density (RECO-12). */
const hiResWidth = 960

/** An item as its card shows it (RECO-05). `today` is 'YYYY-MM-DD'. */
export function recommendationItem(facts: SkuFacts, variant: Variant, today: string): Item {
  const { sku, title: name, currentCents, regularCents, picture } = facts
  const price = (cents: number) => formatCents(cents, variant.currency)
  const imagePath = pictureAddress(picture)
  const widest = picture?.widths?.findLast((width) => width <= hiResWidth) ?? widthInName(imagePath)
  return {
    id: String(sku),
    sku,
    name,
    formattedPrice: price(currentCents),
    formattedRegularPrice: regularCents > currentCents ? price(regularCents) : '',
    imagePath,
    imagePathHiRes: otherFile(imagePath, widest, 'webp'),
    imageColor: picture?.color ?? '',
    navigateUrl: productAddress(sku),
    optionChoiceParameter: facts.optionChoice,
    customOrderConfirmation: { hasCustomOrderConfirmation: facts.customOrder !== null },
    tracked: analyticsSource(facts, variant, today),
  }
}
