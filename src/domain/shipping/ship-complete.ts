import type { Recipient } from '#domain/cart/cart.ts'
import type { ShipKind } from '#domain/catalog/sku.ts'
import type { DeliveryPromise } from './delivery-promise.ts'
import { type ShipMethod, shipMethod } from './methods.ts'

/** Whether goods of a kind come with the last of their shipment: parcels only by the standard way (SHIP-17, CALM-16). */
export function comesTogether(
  recipient: Pick<Recipient, 'completeKinds'>,
  kind: ShipKind,
  method: ShipMethod | null,
): boolean {
  const isItsWay = method !== null && (kind !== 'parcel' || method === shipMethod.standard)
  return isItsWay && recipient.completeKinds.includes(kind)
}

/** Whether lines would come on different days if none of them waited for the others (CALM-16). */
export function haveDifferentDays(promises: readonly Pick<DeliveryPromise, 'day' | 'ownDay'>[]): boolean {
  return new Set(promises.flatMap(({ day, ownDay }) => ownDay ?? day ?? [])).size > 1
}
