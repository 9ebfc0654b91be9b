import type { ShipKind } from '#domain/catalog/sku.ts'
import type { Country } from '#domain/variant.ts'
import { isInLocalDeliveryArea } from './local-delivery-area.ts'

/** Service levels a shopper can choose, sent as numbers (SHIP-13). */
export const serviceLevel = { standard: 1, premium: 2, express: 3, localInHome: 6, longDistanceInHome: 7 } as const
export type ServiceLevel = (typeof serviceLevel)[keyof typeof serviceLevel]

/** Ship methods an item can end up with: the service levels and two more that follow from the item (OPEN-80, SHIPPOP-07, SHIPPOP-08). */
export const shipMethod = { ...serviceLevel, basicFreight: 8, giftCard: 9 } as const
export type ShipMethod = (typeof shipMethod)[keyof typeof shipMethod]

export type Destination = { readonly state: string; readonly postalCode: string; readonly country: Country }

/** Names of the ship methods for people. */
export const shipMethodNames: { readonly [Method in ShipMethod]: string } = {
  1: 'Standard',
  2: '2-Day',
  3: 'Express',
  6: 'Local In-Home Delivery',
  7: 'Long-Distance In-Home Delivery',
  8: 'Basic Freight',
  9: 'Gift Card Delivery',
}

/**
 * The ship method used (OPEN-80): by item kind, for furniture by the local delivery area of the ZIP (long distance while
 * the ZIP is not known, so that no higher charge appears later), else the chosen level 1, 2 or 3. Null for a donation.
 */
export function calculatedShipMethod(
  kind: ShipKind,
  chosen: ServiceLevel,
  destination: Destination | null,
): ShipMethod | null {
  switch (kind) {
    case 'donation':
      return null
    case 'giftCard':
      return shipMethod.giftCard
    case 'freight':
      return shipMethod.basicFreight
    case 'furniture':
      return destination !== null && isInLocalDeliveryArea(destination)
        ? shipMethod.localInHome
        : shipMethod.longDistanceInHome
    case 'parcel':
      return chosen === serviceLevel.premium || chosen === serviceLevel.express ? chosen : shipMethod.standard
  }
}

/** The service levels offered for an item kind at a destination (SHIP-14); empty where there is nothing to choose. */
export function availableServiceLevels(kind: ShipKind, destination: Destination | null): readonly ServiceLevel[] {
  if (kind === 'parcel') return [serviceLevel.standard, serviceLevel.premium, serviceLevel.express]
  if (kind !== 'furniture') return []
  const method = calculatedShipMethod(kind, serviceLevel.standard, destination)
  return [method === shipMethod.localInHome ? serviceLevel.localInHome : serviceLevel.longDistanceInHome]
}

const methodsOfKind: { readonly [Kind in ShipKind]: readonly ShipMethod[] } = {
  parcel: [shipMethod.standard, shipMethod.premium, shipMethod.express],
  furniture: [shipMethod.standard, shipMethod.localInHome, shipMethod.longDistanceInHome],
  freight: [shipMethod.standard, shipMethod.basicFreight],
  giftCard: [shipMethod.standard, shipMethod.giftCard],
  donation: [shipMethod.standard],
}

/** Whether a line can be sent by a method to its destination (SAFE-16): of in-home methods only the one of the ZIP. */
export function canBeSentTo(destination: Destination | null, kind: ShipKind, method: number): boolean {
  if (kind !== 'furniture' || method === shipMethod.standard) return canBeSentBy(kind, method)
  return method === calculatedShipMethod(kind, shipMethod.standard, destination)
}

/** Whether an item can be sent by a method at all (SAFE-16); standard is also what is said where nothing can be chosen. */
export function canBeSentBy(kind: ShipKind, method: number): boolean {
  return methodsOfKind[kind].some((one) => one === method)
}
