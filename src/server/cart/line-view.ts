import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import type { Cart, CartLine } from '#domain/cart/cart.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { makingText } from '#domain/catalog/making.ts'
import { countryMeasure, type SystemOfMeasure, systemOfMeasure } from '#domain/catalog/measures.ts'
import { isMadeToOrder } from '#domain/catalog/property-codes.ts'
import { type Box, pictureAddress, productAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { designAddress } from '#domain/personalization/design-address.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import { formatCents } from '#domain/price-format.ts'
import { pickupStatus, promiseDelivery, promiseMoment } from '#domain/shipping/delivery-promise.ts'
import { promiseTo } from '#domain/shipping/no-delivery.ts'
import { boxMeasuredIn, isOversizedLine } from '#domain/shipping/oversize.ts'
import type { CartQuote, QuotedLine, SavedLine } from '#server/pricing/pricing-service.ts'

type CartReply = ReplyOf<typeof cartCalls.getCartJsx>
type CheckoutReply = ReplyOf<typeof cartCalls.checkout>
export type LineItem = CartReply['lineItems'][number]

/** A line of the cart, or one saved for later, as the wire has it (OPEN-28, DATA-03, OPEN-112). */
export function lineItem(quote: CartQuote, known: QuotedLine | SavedLine, index: number): LineItem {
  const { line, facts, unitCents, promise } = known
  const { brand, currency } = quote.cart
  const service = facts.services.find((one) => one.type === line.installationType)
  const storeNumber = line.locationId === null ? '' : String(line.locationId)
  return {
    id: line.lineId,
    sku: line.sku,
    title: facts.title,
    imagePath: linePicture(line, facts),
    navigateUrl: productAddress(line.sku),
    currentPrice: unitCents,
    regularPrice: regularCents(known),
    quantity: line.quantity,
    totalPrice: unitCents * line.quantity,
    optionChoices: facts.optionChoices as LineItem['optionChoices'],
    ...(facts.isOnlyPiece && { isOnlyPiece: true as const }),
    ...personalizationView(line, facts, quote.cart),
    isPersonalizable: facts.personalization !== null,
    isPickup: line.isPickup,
    storeNumber,
    storeName: (line.locationId === null ? undefined : quote.stores.get(line.locationId)?.name) ?? '',
    shipMethod: line.shipMethod,
    calculatedShipMethod: ('priced' in known ? known.priced.shipMethod : null) ?? line.shipMethod,
    availability: promise.status,
    availabilityMessage: promise.availabilityMessage,
    quantityLeft: promise.left ?? 0,
    edd: { message: promise.message, ...statusesOf(quote, known) },
    isInstallationServiceRequired: line.installationType !== '',
    installationServiceType: line.installationType,
    installationServiceFee: service?.feeCents ?? 0,
    installationServices: facts.services.map(({ type, name, feeCents }) => ({ type, name, fee: feeCents })),
    grId: line.giftRegistryId,
    ...giftFor(quote.cart, line),
    isDonation: line.donationCents !== null,
    dimensions: facts.dimensions,
    boxes: boxesView(facts),
    propertyCodes: facts.propertyCodes as number[],
    price: unitCents,
    priceTypeCode: facts.priceType,
    markdownTypeCode: facts.markdownType,
    category: facts.category,
    department: facts.department,
    class: facts.class,
    subclass: facts.subclass,
    storePickupNumber: storeNumber,
    name: facts.title,
    brand,
    currencyCode: currency,
    isMadeToOrder: isMadeToOrder(facts.propertyCodes),
    position: index + 1,
  }
}

/** Whose registry a gift is for (CALM-67), and that it is closed. */
function giftFor(
  { registryOwners = [] }: Cart,
  { giftRegistryId }: CartLine,
): Pick<LineItem, 'giftFor' | 'isRegistryClosed'> {
  const owner = registryOwners.find(({ grId }) => grId === giftRegistryId)
  if (owner === undefined) return {}
  return { giftFor: owner.ownerNames, ...(owner.isClosed && { isRegistryClosed: true }) }
}

/** Whether a line could be shipped, and picked up, as SHIP-23 says it; no store is asked for what is shipped. */
function statusesOf(quote: CartQuote, { line, facts, promise }: QuotedLine | SavedLine) {
  if (!line.isPickup) return { shipStatus: promise.status, pickupStatus: pickupStatus(facts, null) }
  const { now, destination, restrictedStates } = quote
  const { country } = quote.cart
  const asked = { sku: facts, wanted: line.quantity, method: null, storeFree: null }
  const anywhere = promiseDelivery(asked, promiseMoment(now, country))
  const shipped = promiseTo(destination, anywhere, { sku: facts, country, restrictedStates })
  return { shipStatus: shipped.status, pickupStatus: pickupStatus(facts, promise) }
}

/** What analytics knows of a line besides what a page shows (DATA-03). */
export function lineAnalyticsView(known: Pick<QuotedLine, 'line' | 'facts' | 'unitCents'>) {
  const { priceType, markdownType, category, department, class: kind, subclass, propertyCodes } = known.facts
  return {
    regularPrice: regularCents(known),
    priceTypeCode: priceType,
    markdownTypeCode: markdownType,
    ...{ category, department, class: kind, subclass },
    propertyCodes: [...propertyCodes],
  }
}

/** The price before a markdown; a donation has none. */
export function regularCents({ line, facts, unitCents }: Pick<QuotedLine, 'line' | 'facts' | 'unitCents'>): number {
  if (line.donationCents !== null) return unitCents
  return facts.regularCents + unitCents - facts.currentCents
}

/** The personalization of a line; an in-house one shows its price in place of the plain one (DATA-18, ATC-29). */
export function personalizationView(line: CartLine, facts: SkuFacts, cart: Pick<Cart, 'currency'>) {
  const personalization = line.personalization === null ? null : personalizationShape(line.personalization)
  const unitCents = facts.currentCents + (facts.personalization?.feeCents ?? 0)
  const isOwn = line.personalization !== null && isInHouse(line.personalization.type)
  const formattedTotalPrice = isOwn ? formatCents(unitCents * line.quantity, cart.currency) : ''
  return {
    isPersonalized: personalization !== null,
    personalization,
    inHousePersonalization: isOwn ? { pricingDto: { formattedTotalPrice } } : null,
  }
}

function personalizationShape({ type, id, lines, designHash }: NonNullable<CartLine['personalization']>) {
  const hash = designHash === undefined ? {} : { designHash }
  return { type, id, lines: lines.map((line) => ({ ...line })), ...hash }
}

/** What a line looks like: its own words on it when there is a picture of them (BEYOND-09), else the piece. */
export function linePicture(line: Pick<CartLine, 'personalization'>, facts: Pick<SkuFacts, 'picture'>): string {
  return designAddress(line.personalization?.designHash) || pictureAddress(facts.picture)
}

/** How long a line takes to make; '' where a piece of it lies ready (CALM-04). */
export function makingTimeOf({ facts, promise }: Pick<QuotedLine, 'facts' | 'promise'>): string {
  return promise.status === availabilityStatus.futureAvailability ? makingText(facts) : ''
}

/** The boxes of a piece, in the unit of its own measures: they carry none on the wire (DATA-09). */
export function boxesView({ boxes, dimensions }: Pick<SkuFacts, 'boxes' | 'dimensions'>): LineItem['boxes'] {
  return boxesIn(dimensions?.systemOfMeasure ?? systemOfMeasure.inches, boxes)
}

/** What the unavailable-items popup lists (UNAVAIL-02). */
export function unavailableItem({ line, facts, unitCents, promise }: QuotedLine): CheckoutReply['items'][number] {
  return {
    sku: line.sku,
    title: facts.title,
    imagePath: pictureAddress(facts.picture),
    navigateUrl: productAddress(line.sku),
    currentPrice: unitCents,
    quantity: line.quantity,
    availabilityMessage: promise.availabilityMessage,
    quantityLeft: promise.left ?? 0,
    edd: { message: promise.message },
    isCustomNla: facts.customOrder !== null,
  }
}

/** Pickup lines with a box above the size limit (OVERSIZE-09, OPEN-50), measured as their country measures (OVERSIZE-08). */
export function oversizedItems(quote: CartQuote): CheckoutReply['oversizedItems'] {
  const unit = countryMeasure(quote.cart.country)
  return quote.lines
    .filter(({ line, facts }) => isOversizedLine({ isPickup: line.isPickup, boxes: facts.boxes }))
    .map(({ line, facts }) => ({ sku: line.sku, title: facts.title, boxes: boxesIn(unit, facts.boxes) }))
}

function boxesIn(unit: SystemOfMeasure, boxes: readonly Box[]): LineItem['boxes'] {
  return boxes.map(({ boxNumber, quantity, systemOfMeasure: own, ...box }) => {
    const { width, depth, height } = boxMeasuredIn(box, own, unit)
    return { boxNumber, quantity, width, depth, height }
  })
}
