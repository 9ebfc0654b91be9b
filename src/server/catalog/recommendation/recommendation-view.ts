import type { ReplyOf } from '#contracts/call.ts'
import type { recommendationCalls } from '#contracts/catalog/recommendation-calls.ts'
import { otherFile, widthInName } from '#domain/catalog/picture.ts'
import { pictureAddress, productAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { formatCents } from '#domain/price-format.ts'
import type { Variant } from '#domain/variant.ts'
import { analyticsSource } from '#server/catalog/analytics-source.ts'

type Item = ReplyOf<typeof recommendationCalls.index>['items'][number]

/** Widths of a card's picture on a plain screen and on one of high density (RECO-12). */
const cardWidths = { plain: 480, fine: 960 }

/** An item as its card shows it (RECO-05). `today` is 'YYYY-MM-DD'. */
export function recommendationItem(facts: SkuFacts, variant: Variant, today: string): Item {
  const { sku, title: name, currentCents, regularCents, picture } = facts
  const price = (cents: number) => formatCents(cents, variant.currency)
  const address = pictureAddress(picture)
  const wide = (max: number) =>
    otherFile(address, picture?.widths?.findLast((width) => width <= max) ?? widthInName(address), 'webp')
  return {
    id: String(sku),
    sku,
    name,
    formattedPrice: price(currentCents),
    formattedRegularPrice: regularCents > currentCents ? price(regularCents) : '',
    imagePath: wide(cardWidths.plain),
    imagePathHiRes: wide(cardWidths.fine),
    imageColor: picture?.color ?? '',
    navigateUrl: productAddress(sku),
    optionChoiceParameter: facts.optionChoice,
    customOrderConfirmation: { hasCustomOrderConfirmation: facts.customOrder !== null },
    tracked: analyticsSource(facts, variant, today),
  }
}
