import { hasShippingSurcharge } from '#domain/address/states.ts'
import { type ErrorType, errorType } from '#domain/cart/error-types.ts'
import { checkQuantity } from '#domain/cart/limits.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import type { MessageKey } from '#domain/messages.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import { defaultPfasStates, isRestricted } from '#domain/shipping/restricted-states.ts'
import type { CartQuote, QuotedLine } from '#server/pricing/pricing-service.ts'

/** The first reason why a cart cannot go on (UNAVAIL-23 to UNAVAIL-29) and the lines it is about. */
export type QuoteVerdict = {
  readonly errorType: ErrorType
  /** Key of the text for `context.text`; '' for type 0. */
  readonly errorMessageKey: MessageKey | ''
  readonly items: readonly QuotedLine[]
}

/** A verdict that says why not. */
export type BadVerdict = QuoteVerdict & { readonly errorMessageKey: MessageKey }

type Check = readonly [ErrorType, MessageKey, (line: QuotedLine) => boolean]

/**
 * Judges a priced cart, the first of these that holds: empty (8); not sound (1); a custom item whose chosen make the
 * catalogue no longer knows (2); all (7) or some (3) lines not to be had; in-house personalization that can no longer be
 * made (6); PFAS items to a restricted state (9, OPEN-49); installation (4) or personalization (5) not offered there.
 */
export function validateQuote(
  priced: CartQuote,
  restrictedStates: readonly string[] = defaultPfasStates,
): QuoteVerdict {
  const { lines } = priced
  if (lines.length === 0) return { errorType: errorType.emptyBasket, errorMessageKey: 'emptyBasketMessage', items: [] }
  if (!isSound(priced)) return { errorType: errorType.invalidBasket, errorMessageKey: 'basket.invalid', items: [] }
  if (lines.some(isLost)) {
    return { errorType: errorType.browseCustomApiException, errorMessageKey: 'basket.customLookup', items: [] }
  }
  const gone = lines.filter(isUnavailable)
  if (gone.length > 0) return unavailableVerdict(lines, gone)
  for (const [type, key, isMeant] of checks(restrictedStates)) {
    const items = lines.filter(isMeant)
    if (items.length > 0) return { errorType: type, errorMessageKey: key, items }
  }
  return { errorType: errorType.none, errorMessageKey: '', items: [] }
}

/** UNAVAIL-24: some lines of a cart are not to be had (3), or none is (7). */
export function unavailableVerdict(lines: readonly QuotedLine[], gone: readonly QuotedLine[]): BadVerdict {
  // every line can have some
  const isShort = gone.every(({ promise }) => promise.left !== undefined)
  const shortKey = isShort ? 'basket.fewerLeft' : null
  return gone.length === lines.length
    ? { errorType: errorType.allNlaItems, errorMessageKey: shortKey ?? 'basket.allUnavailable', items: gone }
    : { errorType: errorType.nlaItems, errorMessageKey: shortKey ?? 'basket.someUnavailable', items: gone }
}

function checks(restrictedStates: readonly string[]): readonly Check[] {
  return [
    [errorType.inHousePersonalizationNlaItems, 'basket.inHousePersonalization', isUnmakeableInHouse],
    [errorType.pfasItems, 'basket.restricted', (line) => isRestrictedLine(line, restrictedStates)],
    [errorType.installationServiceUnavailable, 'basket.installation', lacksInstallation],
    [errorType.personalizationServiceUnavailable, 'basket.personalization', lacksPersonalization],
  ]
}

/** What stands in the way of one line where it goes (BEYOND-10): the line's part of types 9, 4 and 5; null for nothing. */
export function lineProblem(
  line: QuotedLine,
  restrictedStates: readonly string[] = defaultPfasStates,
): 'restricted' | 'installation' | 'personalization' | null {
  if (isRestrictedLine(line, restrictedStates)) return 'restricted'
  if (lacksInstallation(line)) return 'installation'
  return lacksPersonalization(line) ? 'personalization' : null
}

/** Has an id, is of the brand and currency of its country, and holds 1 to 99 pieces a line (UNAVAIL-28). */
function isSound({ cart }: CartQuote): boolean {
  const isOfCountry = cart.currency === (cart.country === 'CA' ? 'CAD' : 'USD')
  return cart.cartId !== '' && isOfCountry && cart.lines.every((line) => checkQuantity(line.quantity).ok)
}

/** The cart as it is judged when it goes abroad: what a ZIP of before says of its lines does not count (OPEN-42). */
export function judgedAbroad(priced: CartQuote): CartQuote {
  return { ...priced, lines: priced.lines.map((line) => (line.line.isPickup ? line : { ...line, destination: null })) }
}

function isLost({ line, facts }: QuotedLine): boolean {
  return facts.customOrder !== null && facts.status === 'active' && line.optionChoice !== facts.optionChoice
}

/** UNAVAIL-24: no longer to be had, or not as many as are wanted. */
export function isUnavailable({ promise }: QuotedLine): boolean {
  return promise.status === availabilityStatus.noLongerAvailable
}

/** UNAVAIL-25: the embroidery or etching of the line is no longer offered for its sku. */
export function isUnmakeableInHouse({ line, facts }: QuotedLine): boolean {
  const type = line.personalization?.type
  return type !== undefined && isInHouse(type) && facts.personalization?.type !== type
}

/** UNAVAIL-26: marked, and its destination or pickup store lies in a restricted state. */
export function isRestrictedLine({ facts, destination }: QuotedLine, restrictedStates: readonly string[]): boolean {
  return destination !== null && isRestricted(facts, destination.state, restrictedStates)
}

/** UNAVAIL-27: no installers in Alaska, Hawaii and the territories, none for pickup, and none for what is no longer installed. */
function lacksInstallation({ line, facts, destination }: QuotedLine): boolean {
  if (line.installationType === '') return false
  if (line.isPickup || !facts.services.some((service) => service.type === line.installationType)) return true
  return destination !== null && hasShippingSurcharge(destination)
}

/** UNAVAIL-27: pieces personalized elsewhere are not sent to Alaska, Hawaii and the territories, and must still be offered. */
function lacksPersonalization({ line, facts, destination }: QuotedLine): boolean {
  if (line.personalization === null || isInHouse(line.personalization.type)) return false
  if (facts.personalization?.type !== line.personalization.type) return true
  return destination !== null && hasShippingSurcharge(destination)
}
