import { shipMethod } from './methods.ts'

/** A way in which a line can come: shipped by a method, or picked up at the store of this number. */
export type DeliveryWay = { readonly shipMethod: number; readonly isPickup: boolean; readonly locationId: string }

/** A way as the one field of a form, 'ship-2' or 'store-101'. */
export function wayField({ shipMethod: method, isPickup, locationId }: DeliveryWay): string {
  return isPickup ? `store-${locationId}` : `ship-${method}`
}

/** The way that a field spells; null for none. A store's is by the standard method, which every line can have. */
export function wayOfField(field: string): DeliveryWay | null {
  const [, kind, number = ''] = /^(ship|store)-(\d{1,9})$/.exec(field) ?? []
  if (kind === undefined) return null
  if (kind === 'store') return { shipMethod: shipMethod.standard, isPickup: true, locationId: number }
  return { shipMethod: Number(number), isPickup: false, locationId: '' }
}
