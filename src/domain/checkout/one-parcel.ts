import type { CartLine } from '#domain/cart/cart.ts'
import type { ShipKind } from '#domain/catalog/sku.ts'

export type Carried = Pick<CartLine, 'isPickup' | 'giftRegistryId' | 'recipientId' | 'shipMethod'> & {
  readonly shipKind: ShipKind
}

/**
 * Whether all of a cart travels in one parcel to one home that is not a registrant's: then shipping and its options are
 * one step (CALM-33). Lines that have no home yet come to the same.
 */
export function isOneParcel(lines: readonly Carried[], recipients: number): boolean {
  const [first] = lines
  return (
    first !== undefined &&
    recipients <= 1 &&
    lines.every(
      ({ shipKind, isPickup, giftRegistryId, recipientId, shipMethod }) =>
        shipKind === 'parcel' &&
        !isPickup &&
        giftRegistryId === 0 &&
        recipientId === first.recipientId &&
        shipMethod === first.shipMethod,
    )
  )
}
