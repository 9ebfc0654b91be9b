import type { cartCalls } from '#contracts/cart/calls.ts'
import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import { isUndelivered } from '#domain/catalog/availability.ts'
import { pictureAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { loadCart } from '#server/cart/cart-service.ts'
import { ownerOf } from '#server/cart/change-command.ts'
import { linePicture } from '#server/cart/line-view.ts'
import { type ProductRow, readProductWithSkus } from '#server/catalog/catalog-store.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { loadPricingFacts } from '#server/pricing/pricing-service.ts'
import { piecesAskedFor } from '#server/registry/public-registry-store.ts'
import { type LineInCart, lineAsPiece } from './line-as-piece-view.ts'

/** What a line of the cart can become: the other pieces of its product, each with price and date, and its words (CALM-12). */
export function itemChoiceHandlers(): Handlers<Pick<typeof cartCalls, 'getItemChoices'>> {
  return {
    getItemChoices: {
      kind: 'read',
      async run(context, { lineItemId }, sql) {
        const cart = await loadCart(sql, ownerOf(context))
        const line = cart?.lines.find((one) => one.lineId === lineItemId)
        const none = { lineItemId, options: [], pieces: [], personalization: null }
        if (cart === undefined || line === undefined || line.donationCents !== null) return none
        const { variant } = context
        const product = await readProductWithSkus(sql, variant, line.sku)
        const skus = product?.skus.map(({ sku }) => sku) ?? []
        const alone = { ...cart, lines: [line], savedLines: [], discountCode: '' }
        const [{ facts, stores }, requested] = await Promise.all([
          loadPricingFacts(sql, alone, context, { skus }),
          piecesAskedFor(sql, line.giftRegistryId, skus, variant),
        ])
        const known = { cart, line, stores, requested }
        return {
          lineItemId,
          options: optionsView(product?.isSold === true ? product : undefined),
          pieces: skus.flatMap((sku) => facts.get(sku) ?? []).map((piece) => pieceView(known, piece, context)),
          personalization: personalizationView(facts.get(line.sku)),
        }
      },
    },
  }
}

function optionsView(product: ProductRow | undefined): ItemChoices['options'] {
  return (product?.options ?? []).map(({ code, name, values }) => {
    return { code, name, values: values.map(({ value, name: word, swatch }) => ({ value, name: word, color: swatch })) }
  })
}

function pieceView(known: LineInCart, facts: SkuFacts, context: CallContext): ItemChoices['pieces'][number] {
  const { promise, quantity, unitCents, losses, problem } = lineAsPiece(known, facts, context)
  const isOwn = facts.sku === known.line.sku
  const message = problem === null ? promise.message : ''
  return {
    sku: facts.sku,
    name: facts.title,
    optionChoice: facts.optionChoice,
    imagePath: isOwn ? linePicture(known.line, facts) : pictureAddress(facts.picture),
    currentPrice: unitCents,
    regularPrice: facts.regularCents + unitCents - facts.currentCents,
    quantity,
    message,
    problem: problem === null ? '' : isUndelivered(promise.status) ? promise.message : problemText(context, problem),
    losses: [...losses],
    hasCustomOrderConfirmation: facts.customOrder !== null && !isOwn,
  }
}

function personalizationView(facts: SkuFacts | undefined): ItemChoices['personalization'] {
  if (facts === undefined || facts.personalization === null) return null
  const { feeCents, lines, ...template } = facts.personalization
  const copied = lines.map((line) => ({ ...line, fontAttributes: { ...line.fontAttributes } }))
  return {
    template: { ...template, fee: feeCents, lines: copied },
    name: facts.title,
    imagePath: pictureAddress(facts.picture),
    price: facts.currentCents,
  }
}
