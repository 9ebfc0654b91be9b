import { availabilityStatus, isUndelivered } from '#domain/catalog/availability.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import type { Problem } from '#domain/problems.ts'
import { type DeliveryPromise, pickupStatus } from './delivery-promise.ts'
import { isRestricted } from './restricted-states.ts'

/** A store as it matters for picking an item up there. */
export type StoreForPickup = { readonly locationId: number; readonly state: string; readonly free: number }

/** Why a line cannot be picked up at a store (OPEN-32); null when it can. No store: one that the storefront does not know. */
export function pickupProblem(
  sku: Pick<SkuFacts, 'shipKind' | 'isPfas'>,
  store: StoreForPickup | undefined,
  { wanted, restrictedStates }: { readonly wanted: number; readonly restrictedStates: readonly string[] },
): Problem | null {
  if (pickupStatus(sku, null) === availabilityStatus.notEligible) return { code: 'notForPickup' }
  if (store === undefined) return { code: 'unknownStore' }
  if (isRestricted(sku, store.state, restrictedStates)) return { code: 'notSoldAtStore' }
  return store.free < wanted ? { code: 'storeWithoutItem', locationId: store.locationId } : null
}

/** Why a line cannot be shipped in place of being picked up, by the promise it would have; null when it can. */
export function shippingProblem({ status }: Pick<DeliveryPromise, 'status'>): Problem | null {
  if (isUndelivered(status)) return { code: 'notDelivered' }
  return status === availabilityStatus.noLongerAvailable ? { code: 'noneToShip' } : null
}
