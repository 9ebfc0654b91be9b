import type { InputOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { type Cart, pieceCount } from '#domain/cart/cart.ts'
import { addDonation } from '#domain/cart/cart-rules.ts'
import type { NewId } from '#domain/cart/change.ts'
import { addItems, type Design, type ItemRequest, type Shelf } from '#domain/cart/lines/add-items.ts'
import { moveToCart } from '#domain/cart/lines/line-rules.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { pictureAddress, productAddress, type SkuFacts, type SkuStamp } from '#domain/catalog/sku.ts'
import { storeDay } from '#domain/days.ts'
import { formatCents } from '#domain/price-format.ts'
import type { Problem } from '#domain/problems.ts'
import { canBeSentBy } from '#domain/shipping/methods.ts'
import { applyRule, type LockedCart, lockCart, lockOrCreateCart, saveChange } from '#server/cart/cart-service.ts'
import { answerMissing, answerRule, ownerOf, refusal } from '#server/cart/change-command.ts'
import { linePicture, personalizationView } from '#server/cart/line-view.ts'
import { receiptOfChange } from '#server/cart/receipt-view.ts'
import { storeNumber } from '#server/cart/store-number.ts'
import { analyticsSource } from '#server/catalog/analytics-source.ts'
import { readAddOnStamps } from '#server/catalog/catalog-store.ts'
import type { Tx } from '#server/db/database.ts'
import { WrongFields } from '#server/http/calls/wrong-fields.ts'
import type { CallContext, Handlers, Reader } from '#server/http/context.ts'
import { lockDesigns, noteInCart, type SavedDesign } from '#server/personalization/design-store.ts'
import { readRegistryDesigns } from '#server/personalization/registry-design-store.ts'
import type { WordCheck } from '#server/personalization/words.ts'
import type { KnownLine } from '#server/pricing/cart-facts.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { knownLine, loadPricingFacts, type PricingFacts, unitPrices } from '#server/pricing/pricing-service.ts'
import { promiseLines } from '#server/pricing/promises.ts'
import { type FoundRegistry, findPublic } from '#server/registry/public-registry-store.ts'
import { readRegistryItems } from '#server/registry/registry-store.ts'

type AddInput = InputOf<typeof cartCalls.addItems>
/** What adding needs from outside a request. */
export type AddServices = {
  readonly newId: NewId
  /** Judges words that are put on a piece as they are sent (PERS-22). */
  readonly profane: WordCheck
}

type AddCalls = Pick<typeof cartCalls, 'addItems' | 'donationAddToCart' | 'moveToCart'>

/** Adding to a cart: from the shelf (OPEN-44), a donation (OPEN-36), from the saved list (OPEN-35). */
export function addItemsHandlers(services: AddServices): Handlers<AddCalls> {
  const { newId } = services
  return {
    addItems: {
      kind: 'change',
      ahead: addAhead,
      run: (context, input, tx) => add(context, input, tx, services),
    },
    donationAddToCart: {
      kind: 'change',
      ahead: (tx, reader, { sku }) => priceAhead(tx, reader, { skus: [sku] }),
      async run(context, { sku, amount }, tx) {
        const { variant, along } = context
        const facts = (await context.rates.skus.facts(tx, variant, [sku], along?.stamps)).get(sku)
        const isDonation = facts?.shipKind === 'donation' && facts.isSold && facts.status === 'active'
        const cart = await lockOrCreateCart(tx, ownerOf(context), newId)
        return answerRule(context, tx, newId, cart, addDonation(sku, amount, isDonation, newId))
      },
    },
    moveToCart: {
      kind: 'change',
      ahead: (tx, reader) => priceAhead(tx, reader),
      async run(context, { lineItemId }, tx) {
        const cart = await lockCart(tx, ownerOf(context))
        if (cart === undefined) return answerMissing(context, tx, { code: 'unknownLine' })
        const line = cart.savedLines.find((one) => one.lineId === lineItemId)
        if (line === undefined) return refusal(context, { code: 'unknownLine' }, cart.version)
        const alone = { ...cart, lines: [], savedLines: [line], discountCode: '' }
        const known = await loadPricingFacts(tx, alone, context)
        const at = { now: context.now, country: context.variant.country }
        const promise = promiseLines([{ ...knownLine(line, known.facts), method: null }], known.stores, at)[0]!
        const isAvailable = promise.status !== availabilityStatus.noLongerAvailable
        return answerRule(context, tx, newId, cart, moveToCart(lineItemId, isAvailable))
      },
    },
  }
}

/** What is added is priced ahead with what goes with the first of it; designs are locked after the cart. */
async function addAhead(tx: Tx, reader: Reader, { items }: AddInput) {
  const requests = items.map(itemRequestOf)
  const [read] = await Promise.all([
    priceAhead(tx, reader, {
      skus: requests.map(({ sku }) => sku),
      locationIds: requests.flatMap(({ locationId }) => locationId ?? []),
    }),
    readAddOnStamps(tx, reader.variant, requests[0]!.sku),
    lockDesigns(tx, ownerOf(reader), requests.map(designIdOf)),
  ])
  return read
}

const designIdOf = ({ personalizationId }: ItemRequest) => personalizationId

/** Prices are noted, because the layer shows the subtotal. */
async function add(
  context: CallContext,
  { items }: AddInput,
  tx: Tx,
  { newId, profane }: AddServices,
  shown?: FoundRegistry,
) {
  const { variant, now } = context
  const requests = items.map(itemRequestOf)
  const [cart, goesWith] = await Promise.all([
    lockOrCreateCart(tx, ownerOf(context), newId),
    readAddOnStamps(tx, variant, requests[0]!.sku),
  ])
  const owner = { shopperId: context.shopper.shopperId, variant }
  const own = await lockDesigns(tx, owner, requests.map(designIdOf))
  const gifts = await readGifts(tx, variant, requests, shown)
  const designs = new Map([...own, ...gifts.designs])
  const known = await loadPricingFacts(tx, { ...cart, savedLines: [], discountCode: '' }, context, {
    skus: [...requests, ...goesWith].map(({ sku }) => sku),
    stamps: goesWith,
    locationIds: requests.flatMap((request) => request.locationId ?? []),
  })
  for (const { Sku, ShipMethod, IsPickupSelected } of items) {
    const kind = known.facts.get(Sku)?.shipKind
    if (kind === undefined || IsPickupSelected || canBeSentBy(kind, ShipMethod)) continue
    throw new WrongFields(`Item ${Sku} cannot be sent by method ${ShipMethod}`)
  }
  const isDecent = requests.every(({ personalizationText }) => profane(personalizationText.split('\n')).length === 0)
  if (!isDecent) return { ...nothingAdded(cart, known), ...refusal(context, wrongWords, cart.version) }
  const outcome = applyRule(
    cart,
    addItems(requests, { ...shelfOf(known, designs, storeDay(now)), isRequested: gifts.isRequested }, newId),
    newId,
  )
  if (!outcome.ok) return { ...nothingAdded(cart, known), ...refusal(context, outcome.problem, cart.version) }
  const lines = outcome.value.cart.lines.map((line) => knownLine(line, known.facts))
  const lineOf = (lineId: string | undefined) => lines.find(({ line }) => line.lineId === lineId)!
  const saved = saveChange(tx, cart, outcome.value, unitPrices(lines))
  noteInCart(tx, owner.shopperId, [...own.keys()])
  const addOns = offered(goesWith, known)
  return {
    isSuccess: true,
    errorMessage: '',
    items: requests.map((request, at) =>
      confirmationItem(request, lineOf(outcome.value.event.changes[at]?.lineId), saved.cart, gifts.typeOf(request)),
    ),
    ...totals(saved.cart, lines),
    addOns: addOns.map((facts) => addOnView(facts, saved.cart)),
    trackedAddOns: addOns.map((facts) => analyticsSource(facts, variant, storeDay(now))),
    ...(await receiptOfChange(tx, context, saved)),
  }
}

/** What the registries of some wishes ask for: public ones, or the one the shopper was shown by its link. */
async function readGifts(
  tx: Tx,
  variant: CallContext['variant'],
  requests: readonly ItemRequest[],
  shown?: FoundRegistry,
) {
  const grIds = [...new Set(requests.map(({ giftRegistryId }) => giftRegistryId))].filter((grId) => grId !== 0)
  const designs = new Map<string, SavedDesign>()
  const pieces = new Set<string>()
  const registries = shown === undefined ? await findPublic(tx, grIds, variant) : [shown]
  for (const { shopperId, grId } of registries) {
    for (const { sku } of await readRegistryItems(tx, shopperId, [grId])) pieces.add(`${grId} ${sku} `)
    for (const design of await readRegistryDesigns(tx, shopperId, [grId])) {
      pieces.add(`${grId} ${design.sku} ${design.designId}`)
      designs.set(design.designId, design)
    }
  }
  const isRequested: NonNullable<Shelf['isRequested']> = ({ giftRegistryId, sku, personalizationId }) =>
    pieces.has(`${giftRegistryId} ${sku} ${personalizationId}`)
  const types = new Map(registries.map(({ grId, registryType }) => [grId, registryType]))
  const typeOf = ({ giftRegistryId }: ItemRequest): string => types.get(giftRegistryId) ?? ''
  return { designs, isRequested, typeOf }
}

/** Adds pieces of a registry that a shopper was shown by its link, which need not be public. */
export function addGiftsHandler(services: AddServices, shown: FoundRegistry): Handlers<AddCalls>['addItems'] {
  return { kind: 'change', run: (context, input, tx) => add(context, input, tx, services, shown) }
}

const wrongWords: Problem = { code: 'invalidField', label: 'the text' }

function itemRequestOf(item: AddInput['items'][number]): ItemRequest {
  return {
    sku: item.Sku,
    quantity: item.Quantity,
    optionChoice: item.OptionChoiceParameter,
    isPickup: item.IsPickupSelected,
    locationId: item.IsPickupSelected ? storeNumber(item.Location) : null,
    shipMethod: item.ShipMethod,
    giftRegistryId: item.GiftRegistryId,
    isInstallationRequested: item.IsInstallationServiceRequired,
    installationType: item.InstallationServiceType,
    isPersonalized: item.IsPersonalized,
    personalizationText: item.PersonalizationText,
    personalizationId: item.PersonalizationId,
  }
}

function shelfOf({ facts, stores }: PricingFacts, designs: ReadonlyMap<string, Design>, today: string): Shelf {
  return {
    facts,
    designs,
    today,
    freeAtStore: (locationId, sku) => {
      const store = stores.get(locationId)
      return store === undefined ? undefined : (store.free.get(sku) ?? 0)
    },
  }
}

function nothingAdded(cart: LockedCart, known: PricingFacts) {
  const lines = cart.lines.map((line) => knownLine(line, known.facts))
  return { items: [], ...totals(cart, lines), addOns: [], trackedAddOns: [] }
}

function totals(cart: Cart, lines: readonly KnownLine[]) {
  const subtotal = lines
    .filter(({ line }) => line.donationCents === null)
    .reduce((sum, { line, unitCents }) => sum + line.quantity * unitCents, 0)
  return { cartQuantity: pieceCount(cart), formattedCartSubtotal: formatCents(subtotal, cart.currency) }
}

/** DATA-18: the item as it was added, with the pieces just added; its line is that of the rule's own change. */
function confirmationItem(
  request: ItemRequest,
  { line, facts, unitCents }: KnownLine,
  cart: Cart,
  registryType: string,
) {
  const service = facts.services.find((one) => one.type === line.installationType)
  const { personalization, inHousePersonalization } = personalizationView(
    { ...line, quantity: request.quantity },
    facts,
    cart,
  )
  return {
    sku: request.sku,
    name: facts.title,
    quantity: request.quantity,
    formattedPrice: formatCents(unitCents, cart.currency),
    imagePath: linePicture(line, facts),
    grId: line.giftRegistryId,
    registryType,
    personalization,
    inHousePersonalization,
    isInstallationServiceRequired: service !== undefined,
    formattedInstallationServiceFee: service === undefined ? '' : formatCents(service.feeCents, cart.currency),
  }
}

/** What goes with an item; what can no longer be had is not offered. */
function offered(addOns: readonly SkuStamp[], { facts }: PricingFacts): SkuFacts[] {
  return addOns.flatMap(({ sku }) => facts.get(sku) ?? []).filter(({ isSold, status }) => isSold && status !== 'nla')
}

/** DATA-19. */
function addOnView(facts: SkuFacts, cart: Cart) {
  const picture = pictureAddress(facts.picture)
  return {
    sku: facts.sku,
    name: facts.title,
    formattedPrice: formatCents(facts.currentCents, cart.currency),
    imagePopup: picture,
    imagePath: picture,
    imageUrl: picture,
    navigateUrl: productAddress(facts.sku),
  }
}
