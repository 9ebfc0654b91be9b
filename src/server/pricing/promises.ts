import type { CartLine } from '#domain/cart/cart.ts'
import { type DeliveryPromise, firstDay, promiseDelivery } from '#domain/shipping/delivery-promise.ts'
import type { ShipMethod } from '#domain/shipping/methods.ts'
import type { Country } from '#domain/variant.ts'
import type { KnownLine } from '#server/pricing/basket-facts.ts'
import type { PickupStore } from '#server/pricing/pickup-stock-store.ts'

/** The promise of each line, in order: lines that want the same pieces of the same place are judged by all they want. */
export function promiseLines(
  lines: readonly (KnownLine & { readonly method: ShipMethod | null })[],
  stores: ReadonlyMap<number, PickupStore>,
  { now, country }: { readonly now: Date; readonly country: Country },
): DeliveryPromise[] {
  const start = firstDay(now, country)
  const wanted = new Map<string, number>()
  for (const { line } of lines) wanted.set(placeOf(line), (wanted.get(placeOf(line)) ?? 0) + line.quantity)
  return lines.map(({ line, facts, method }) => {
    const store = line.isPickup ? stores.get(line.locationId ?? 0) : undefined
    const storeFree = line.isPickup ? (store?.free.get(line.sku) ?? 0) : null
    return promiseDelivery(
      { sku: facts, wanted: wanted.get(placeOf(line)) ?? line.quantity, method, storeFree },
      start,
      country,
    )
  })
}

function placeOf(line: CartLine): string {
  return line.isPickup ? `${line.sku} at ${line.locationId}` : `${line.sku}`
}
