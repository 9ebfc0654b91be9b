import type { personalizationCalls } from '#contracts/personalization/calls.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import type { PersonalizationTemplate, SkuFacts } from '#domain/catalog/sku.ts'
import type { DesignRequest, RenderReply } from '#domain/personalization/design.ts'
import { designAddress } from '#domain/personalization/design-address.ts'
import { groundOf, normalDesign } from '#domain/personalization/normal-design.ts'
import { checkRender, type RenderCode, renderSentences } from '#domain/personalization/render-check.ts'
import { formatCents } from '#domain/price-format.ts'
import type { Problem } from '#domain/problems.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { refusalOf } from '#server/http/problem-text.ts'
import type { DesignId } from '#server/personalization/design-id.ts'
import { noteDesign, storeDesignPicture } from '#server/personalization/design-picture-store.ts'
import { storeDesign } from '#server/personalization/design-store.ts'
import { houseOfRenderer } from '#server/personalization/font-catalogue.ts'
import { canBeSet } from '#server/personalization/lettering.ts'
import type { WordCheck } from '#server/personalization/words.ts'

export type PersonalizationParts = {
  /** Gives fresh UUIDs. */
  readonly newId: () => string
  readonly designId: DesignId
  readonly profane: WordCheck
  readonly throttle: Throttle
}

/** Preview of a design (OPEN-104), and saving it before its piece goes into the cart (OPEN-46, PERS-05). */
export function personalizationHandlers(parts: PersonalizationParts): Handlers<typeof personalizationCalls> {
  const { newId, designId, profane, throttle } = parts
  return {
    renderDesign: {
      kind: 'read',
      async run({ variant, shopper, clientAddress, database }, { sku, templateName, lines }, sql) {
        const isAllowed =
          (await throttle.take(database, limits.previewsPerSession, shopper.shopperId)) &&
          (await throttle.take(database, limits.previewsPerAddress, clientAddress))
        if (!isAllowed) return renderRefusal('E2001')
        const facts = (await skuFacts(sql, variant, [sku])).get(sku)
        const template = templateOf(facts, { templateName, locationName: '' })
        const made = checkRender(template, lines, houseOfRenderer)
        if (!made.ok || template === null || facts === undefined) return renderRefusal(made.renderCode ?? 'E1001')
        const profaneTexts = profane(made.value.map(({ text }) => text))
        if (profaneTexts.length > 0) return renderRefusal('E3001', profaneTexts)
        const design = normalDesign(template, groundOf(facts.optionChoice), made.value)
        if (!canBeSet(design)) return renderRefusal('E2001')
        const hash = designId(design)
        await noteDesign(sql, hash, design)
        return { hasError: false, error: noError, imageUrl: designAddress(hash) }
      },
    },
    saveDesign: {
      kind: 'change',
      async run(context, input, tx) {
        const { variant, shopper, clientAddress } = context
        const { quantity } = input
        const { sku, personalization: lines, templateName, locationName } = input.design
        const facts = (await skuFacts(tx, variant, [sku])).get(sku)
        const pieces = checkQuantity(quantity)
        if (!pieces.ok) return refusal(context, pieces.problem)
        const template = templateOf(facts, { templateName, locationName })
        const made = checkRender(template, lines, houseOfRenderer)
        if (facts === undefined || template === null) return refusal(context, unknownTemplate)
        if (!made.ok) return refusal(context, made.problem)
        if (profane(made.value.map(({ text }) => text)).length > 0) return refusal(context, wrongWords)
        const design = normalDesign(template, groundOf(facts.optionChoice), made.value)
        if (!canBeSet(design)) return refusal(context, wrongWords)
        const isFew =
          (await throttle.take(tx, limits.designsPerSession, shopper.shopperId)) &&
          (await throttle.take(tx, limits.designsPerAddress, clientAddress))
        if (!isFew) return refusal(context, { code: 'tooManyTries' })
        const designHash = designId(design)
        await storeDesignPicture(tx, designHash, design)
        const savedId = newId()
        const saved = { designId: savedId, sku, type: template.type, lines: design.lines, designHash }
        await storeDesign(tx, { shopperId: shopper.shopperId, variant }, saved, input)
        const totalCents = (facts.currentCents + template.feeCents) * quantity
        const pricingDto = { formattedTotalPrice: formatCents(totalCents, variant.currency) }
        return { isSuccess: true, errorMessage: '', personalizationUuid: savedId, pricingDto }
      },
    },
  }
}

const unknownTemplate: Problem = { code: 'invalidField', label: 'the personalization' }
const wrongWords: Problem = { code: 'invalidField', label: 'the text' }
const noError = { businessErrorCode: '', businessErrorDescription: '', profaneTexts: [] }

function renderRefusal(code: RenderCode, profaneTexts: readonly string[] = []) {
  const error = { businessErrorCode: code, businessErrorDescription: renderSentences[code] }
  return { hasError: true, error: { ...error, profaneTexts: [...profaneTexts] }, imageUrl: '' } satisfies RenderReply
}

function templateOf(
  facts: SkuFacts | undefined,
  { templateName, locationName }: Pick<DesignRequest['design'], 'templateName' | 'locationName'>,
): PersonalizationTemplate | null {
  if (facts === undefined || !facts.isSold || facts.status === 'nla') return null
  const { personalization } = facts
  if (personalization === null || personalization.templateName !== templateName) return null
  const isPlace = locationName === '' || locationName === personalization.locationName
  return isPlace ? personalization : null
}

function refusal(context: CallContext, problem: Problem) {
  return { ...refusalOf(context, problem), personalizationUuid: '', pricingDto: { formattedTotalPrice: '' } }
}
