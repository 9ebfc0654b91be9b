import type { cartCalls } from '#contracts/cart/calls.ts'
import type { CartLine, LinePersonalization } from '#domain/cart/cart.ts'
import type { Design, ItemRequest, Shelf } from '#domain/cart/lines/add-items.ts'
import { carriedWords, requestOf } from '#domain/cart/lines/carry-over.ts'
import { changeLine, undoLineChange } from '#domain/cart/lines/change-line.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import { groundOf, normalDesign } from '#domain/personalization/normal-design.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import type { Problem } from '#domain/problems.ts'
import { type LockedCart, lockCart } from '#server/cart/cart-service.ts'
import type { CartServices } from '#server/cart/cart-services.ts'
import { readLineChange } from '#server/cart/cart-store.ts'
import { answerMissing, answerRule, lockAhead, ownerOf, refusal } from '#server/cart/change-command.ts'
import type { Tx } from '#server/db/database.ts'
import { WrongFields } from '#server/http/calls/wrong-fields.ts'
import type { CallContext, Handlers } from '#server/http/context.ts'
import { storeDesignPicture } from '#server/personalization/design-picture-store.ts'
import { lockDesigns, noteInCart } from '#server/personalization/design-store.ts'
import { canBeSet } from '#server/personalization/lettering.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { knownLine, loadPricingFacts, type PricingFacts } from '#server/pricing/pricing-service.ts'
import { piecesAskedFor } from '#server/registry/public-registry-store.ts'
import { lineAsPiece } from './line-as-piece-view.ts'

type ChangeCalls = Pick<
  typeof cartCalls,
  'changeItem' | 'changePersonalization' | 'addInstallationService' | 'undoItemChange'
>
type Services = Pick<CartServices, 'newId' | 'designId' | 'profane'>

/** A line as it is to be changed: locked, with the facts of its piece. */
type Found = {
  readonly cart: LockedCart
  readonly line: CartLine
  readonly own: SkuFacts
  readonly known: PricingFacts
}

/** A line of the cart becomes another piece, has other words or an installation; each can be undone (CALM-12). */
export function lineChangeHandlers(services: Services): Handlers<ChangeCalls> {
  const { newId } = services
  return {
    changeItem: {
      kind: 'change',
      ahead: (tx, reader, { sku }) => priceAhead(tx, reader, { skus: [sku] }),
      async run(context, { lineItemId, sku, quantity }, tx) {
        const at = await lockLine(context, tx, lineItemId, [sku])
        if (!isFound(at)) return at
        return becomePiece(context, tx, at, { sku, quantity }, services)
      },
    },
    changePersonalization: {
      kind: 'change',
      async ahead(tx, reader, { personalizationId }) {
        const [read] = await Promise.all([
          priceAhead(tx, reader),
          lockDesigns(tx, ownerOf(reader), [personalizationId]),
        ])
        return read
      },
      async run(context, { lineItemId, personalizationId, personalizationText }, tx) {
        const at = await lockLine(context, tx, lineItemId)
        if (!isFound(at)) return at
        const { cart, line, own, known } = at
        if (line.giftRegistryId !== 0 || line.donationCents !== null) {
          throw new WrongFields(`Line ${lineItemId} has no words of the shopper's own`)
        }
        if (services.profane(personalizationText.split('\n')).length > 0) {
          return refusal(context, wrongWords, cart.version)
        }
        const owner = { shopperId: context.shopper.shopperId, variant: context.variant }
        const designs = await lockDesigns(tx, owner, [personalizationId])
        const words = { isPersonalized: true, personalizationId, personalizationText }
        const request = { ...requestOf(line, own.personalization), ...words }
        const rule = changeLine(lineItemId, request, shelfOf(context, known, designs))
        const answer = await answerRule(context, tx, newId, cart, rule)
        if (answer.isSuccess) noteInCart(tx, owner.shopperId, [...designs.keys()])
        return answer
      },
    },
    addInstallationService: {
      kind: 'change',
      ahead: (tx, reader) => priceAhead(tx, reader),
      async run(context, { lineItemId, installationServiceType }, tx) {
        const at = await lockLine(context, tx, lineItemId)
        if (!isFound(at)) return at
        const { cart, line, own, known } = at
        if (line.isPickup) return refusal(context, { code: 'notInstalledAtStore' }, cart.version)
        const installation = { isInstallationRequested: true, installationType: installationServiceType }
        const request = { ...requestOf(line, own.personalization), ...installation }
        const shelf = shelfOf(context, known, designsOf(line))
        return answerRule(context, tx, newId, cart, changeLine(lineItemId, request, shelf))
      },
    },
    undoItemChange: {
      kind: 'change',
      async ahead(tx, reader, { lineItemId }) {
        const [read] = await Promise.all([lockAhead(tx, reader), readLineChange(tx, ownerOf(reader), lineItemId)])
        return read
      },
      async run(context, { lineItemId }, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) return answerMissing(context, tx, { code: 'cannotUndo' })
        const change = await readLineChange(tx, ownerOf(context), lineItemId)
        if (change === undefined) return refusal(context, { code: 'cannotUndo' }, cart.version)
        return answerRule(context, tx, newId, cart, undoLineChange(change))
      },
    },
  }
}

/** The line, or the answer to who asks for one that is not there. */
async function lockLine(context: CallContext, tx: Tx, lineItemId: string, skus: readonly number[] = []) {
  const cart = await lockCart(tx, ownerOf(context))
  if (cart === undefined) return answerMissing(context, tx, { code: 'unknownLine' })
  const line = cart.lines.find((one) => one.lineId === lineItemId)
  if (line === undefined) return refusal(context, { code: 'unknownLine' }, cart.version)
  const alone = { ...cart, lines: [line], savedLines: [], discountCode: '' }
  const known = await loadPricingFacts(tx, alone, context, { skus })
  return { cart, line, own: knownLine(line, known.facts).facts, known } satisfies Found
}

function isFound(at: Awaited<ReturnType<typeof lockLine>>): at is Found {
  return typeof at === 'object' && 'known' in at
}

const wrongWords: Problem = { code: 'invalidField', label: 'the text' }

/** The line becomes another piece of its product: what goes over to it stays, and so many are wanted as were shown. */
async function becomePiece(
  context: CallContext,
  tx: Tx,
  { cart, line, own, known }: Found,
  { sku, quantity }: { readonly sku: number; readonly quantity: number },
  services: Services,
) {
  const facts = known.facts.get(sku)
  if (facts?.productId !== own.productId || line.donationCents !== null) {
    throw new WrongFields(`Line ${line.lineId} cannot become ${sku}`)
  }
  const requested = await piecesAskedFor(tx, line.giftRegistryId, [sku], context.variant)
  const piece = lineAsPiece({ cart, line, stores: known.stores, requested }, facts, context)
  if (piece.problem !== null) return refusal(context, piece.problem, cart.version)
  if (quantity > piece.quantity && piece.quantity < line.quantity) {
    return refusal(context, { code: 'fewerLeft', left: piece.quantity }, cart.version)
  }
  const isLost = (loss: (typeof piece.losses)[number]) => piece.losses.includes(loss)
  const words = isLost('words') ? null : await wordsOn(tx, line, facts, services)
  if (words === 'impossible') return refusal(context, wrongWords, cart.version)
  const request: ItemRequest = {
    ...requestOf({ ...line, personalization: words }, facts.personalization),
    ...{ sku, quantity },
    isInstallationRequested: line.installationType !== '' && !isLost('installation'),
    giftRegistryId: isLost('registry') ? 0 : line.giftRegistryId,
  }
  const designs = designsOf({ sku, personalization: words })
  const rule = changeLine(line.lineId, request, shelfOf(context, known, designs))
  return answerRule(context, tx, services.newId, cart, rule)
}

/** The words of a line on another piece: of one made in our house they are a design of their own, with its picture. */
async function wordsOn(tx: Tx, { personalization, sku }: CartLine, piece: SkuFacts, { newId, designId }: Services) {
  const { personalization: template } = piece
  if (personalization === null || template === null || sku === piece.sku) return personalization
  const made = carriedWords(personalization, template)
  if (made === null) return null
  if (!isInHouse(template.type)) return { type: template.type, id: '', lines: made } satisfies LinePersonalization
  const design = normalDesign(template, groundOf(piece.optionChoice), made)
  if (!canBeSet(design)) return 'impossible' as const
  const designHash = designId(design)
  await storeDesignPicture(tx, designHash, design)
  return { type: template.type, id: newId(), lines: design.lines, designHash } satisfies LinePersonalization
}

/** The design of a line, under its own name. */
function designsOf({ sku, personalization }: Pick<CartLine, 'sku' | 'personalization'>): ReadonlyMap<string, Design> {
  if (personalization === null || personalization.id === '') return new Map()
  const { id, type, lines, designHash } = personalization
  return new Map([[id, { sku, type, lines, ...(designHash === undefined ? {} : { designHash }) }]])
}

/** What is added is judged by: a gift is one as it was, or has been found to be none. */
function shelfOf({ now }: CallContext, { facts, stores }: PricingFacts, designs: ReadonlyMap<string, Design>): Shelf {
  return {
    facts,
    designs,
    today: storeDay(now),
    freeAtStore: (locationId, sku) => {
      const store = stores.get(locationId)
      return store === undefined ? undefined : (store.free.get(sku) ?? 0)
    },
    isRequested: () => true,
  }
}
