import type { Address } from '#domain/address/address.ts'
import { countryOfPostalCode } from '#domain/address/postal-code.ts'
import { stateOfPostalCode } from '#domain/address/postal-prefixes.ts'
import type { Cart, CartLine, Recipient } from '#domain/cart/cart.ts'
import { registrantOfCart } from '#domain/cart/recipients/registrant-address.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { CartFacts, LineFacts, RecipientFacts } from '#domain/pricing/cart-facts.ts'
import type { PromoTerms } from '#domain/promo/promo.ts'
import type { Destination, ServiceLevel } from '#domain/shipping/methods.ts'
import type { PickupStore } from '#server/pricing/pickup-stock-store.ts'

/** A line with what the catalogue says of it; unit price in whole cents. */
export type KnownLine = { readonly line: CartLine; readonly facts: SkuFacts; readonly unitCents: number }

/** The price of one piece: the catalogue's, with the fee of a personalization; the amount of a donation. */
export function unitCentsOf(line: CartLine, facts: SkuFacts): number {
  if (line.donationCents !== null) return line.donationCents
  return facts.currentCents + (line.personalization === null ? 0 : (facts.personalization?.feeCents ?? 0))
}

/** Where the cart goes: the first shipping address, else the registrant's of its gifts, else the ZIP of the cart page; null while none is known. */
export function destinationOfCart(cart: Cart): Destination | null {
  const recipient = cart.recipients.find((one) => !one.isPickup && one.address !== null)
  if (recipient !== undefined) return addressDestination(recipient)
  return destinationOf(registrantOfCart(cart)) ?? zipDestination(cart.taxZip)
}

/** Where a line would be shipped: its recipient's home, else where the cart goes. */
export function shippingDestination(cart: Cart, line: CartLine): Destination | null {
  const home = cart.recipients.find((one) => !one.isPickup && one.recipientId === line.recipientId)
  return (home && addressDestination(home)) ?? destinationOfCart(cart)
}

/** Everywhere that the cart goes to, but for the stores where it is picked up. */
export function destinationsOf(cart: Cart): Destination[] {
  return [...cart.recipients.map(addressDestination), destinationOfCart(cart)].filter((place) => place !== null)
}

/** Whether shipping and tax are those of a registrant's home, whose ZIP the giver is not told (CALM-67). */
export function isAtRegistrant(cart: Cart): boolean {
  const home = cart.recipients.find((one) => !one.isPickup && one.address !== null)
  return home === undefined ? registrantOfCart(cart) !== null : home.address?.giftRegistryId !== undefined
}

function addressDestination({ address }: Recipient): Destination | null {
  return destinationOf(address)
}

function destinationOf(address: Address | null): Destination | null {
  if (address === null) return null
  return { state: address.state, postalCode: address.postalCode, country: address.country }
}

/** A ZIP or postal code in its stored form as a destination; null for '' and for one of no known state. */
export function zipDestination(zip: string): Destination | null {
  const country = countryOfPostalCode(zip)
  const state = zip === '' ? null : stateOfPostalCode(zip, country)
  return state === null ? null : { state, postalCode: zip, country }
}

/** Where a ZIP or postal code in its stored form lies; to one of no known state nothing is delivered (OPEN-37). */
export function placeOfZip(zip: string): Destination | 'unserved' | null {
  return zip === '' ? null : (zipDestination(zip) ?? 'unserved')
}

/** All that the total depends on, as the pure pricing wants it. */
export function cartFacts(
  cart: Cart,
  lines: readonly KnownLine[],
  stores: ReadonlyMap<number, PickupStore>,
  promo: PromoTerms | null,
): CartFacts {
  return {
    currency: cart.currency,
    country: cart.country,
    lines: lines.map(lineFacts),
    destination: destinationOfCart(cart),
    recipients: recipientFacts(cart, lines, stores),
    promo,
    isTaxExempt: cart.isTaxExempt,
    tenders: cart.tenders.map(({ tenderId: id, kind, availableCents }) => ({ id, kind, availableCents })),
  }
}

function lineFacts({ line, facts, unitCents }: KnownLine): LineFacts {
  const service = facts.services.find((one) => one.type === line.installationType)
  return {
    lineId: line.lineId,
    sku: line.sku,
    quantity: line.quantity,
    unitCents,
    regularCents: Math.max(unitCents, facts.regularCents),
    shipKind: facts.shipKind,
    isPickup: line.isPickup,
    serviceLevel: line.shipMethod as ServiceLevel,
    isTaxable: facts.shipKind !== 'donation' && facts.shipKind !== 'giftCard',
    installation: service === undefined ? null : { type: service.type, feeCents: service.feeCents },
    recipientId: line.recipientId ?? storeKey(line),
  }
}

function recipientFacts(
  cart: Cart,
  lines: readonly KnownLine[],
  stores: ReadonlyMap<number, PickupStore>,
): RecipientFacts[] {
  const own = cart.recipients.map((recipient): RecipientFacts => {
    const { recipientId, giftOptions, locationId } = recipient
    const giftWrap = giftOptions.isGift ? giftOptions.giftWrap : 'none'
    const destination = recipient.isPickup ? stores.get(locationId ?? 0)?.destination : addressDestination(recipient)
    return { recipientId, giftWrap, ...(destination ? { destination } : {}) }
  })
  // before the checkout has begun a pickup line has no recipient; its tax is the store's all the same
  const waiting = new Set(lines.filter(({ line }) => line.recipientId === null).map(({ line }) => storeKey(line)))
  const atStores = [...stores.values()].map(({ locationId, destination }): RecipientFacts => {
    return { recipientId: `store ${locationId}`, giftWrap: 'none', destination }
  })
  return [...own, ...atStores.filter((one) => waiting.has(one.recipientId))]
}

function storeKey(line: CartLine): string | null {
  return line.isPickup ? `store ${line.locationId}` : null
}
