import type { personalizationCalls } from '#contracts/personalization/calls.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import type { PersonalizationTemplate, SkuFacts } from '#domain/catalog/sku.ts'
import { type Outcome, refused } from '#domain/outcome.ts'
import { checkLines, type MadeLine } from '#domain/personalization/check-lines.ts'
import type { DesignRequest } from '#domain/personalization/design.ts'
import { formatCents } from '#domain/price-format.ts'
import { messageKeyOf, type Problem } from '#domain/problems.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { keepDesign } from '#server/personalization/design-store.ts'

/** Saving a design before its piece goes into the cart (OPEN-46, PERS-05). `newId` gives fresh UUIDs. */
export function personalizationHandlers({
  newId,
}: {
  readonly newId: () => string
}): Handlers<typeof personalizationCalls> {
  return {
    saveDesign: {
      kind: 'change',
      async run(context, input, tx) {
        const { variant, shopper } = context
        const { design, quantity } = input
        const facts = (await skuFacts(tx, variant, [design.sku])).get(design.sku)
        const pieces = checkQuantity(quantity)
        if (!pieces.ok) return refusal(context, pieces.problem)
        const template = templateOf(facts, design)
        if (facts === undefined || template === null) return refusal(context, unknownTemplate)
        const lines: Outcome<MadeLine[]> = isOffered(design.personalization, template)
          ? checkLines(template, design.personalization)
          : refused(unknownTemplate)
        if (!lines.ok) return refusal(context, lines.problem)
        const designId = newId()
        const saved = { designId, sku: design.sku, type: template.type, lines: lines.value }
        await keepDesign(tx, { shopperId: shopper.shopperId, variant }, saved, input)
        const totalCents = (facts.currentCents + template.feeCents) * quantity
        const pricingDto = { formattedTotalPrice: formatCents(totalCents, variant.currency) }
        return { isSuccess: true, errorMessage: '', personalizationUuid: designId, pricingDto }
      },
    },
  }
}

type Design = DesignRequest['design']

const unknownTemplate: Problem = { code: 'invalidField', label: 'the personalization' }

function templateOf(facts: SkuFacts | undefined, design: Design): PersonalizationTemplate | null {
  if (facts === undefined || !facts.isSold || facts.status === 'nla') return null
  const { personalization } = facts
  if (personalization === null || personalization.templateName !== design.templateName) return null
  const isPlace = design.locationName === '' || design.locationName === personalization.locationName
  return isPlace ? personalization : null
}

/** A line has the font and the color that the template gives it; left out they are its own. */
function isOffered(lines: Design['personalization'], template: PersonalizationTemplate): boolean {
  return lines.every(({ elementName, font, textcolor }) => {
    const own = template.lines.find((line) => line.elementName === elementName)
    return (
      own === undefined || ((font === '' || font === own.font) && (textcolor === '' || textcolor === own.textColor))
    )
  })
}

function refusal({ text }: CallContext, { code, ...facts }: Problem) {
  const errorMessage = text(messageKeyOf[code], facts)
  return { isSuccess: false, errorMessage, personalizationUuid: '', pricingDto: { formattedTotalPrice: '' } }
}
