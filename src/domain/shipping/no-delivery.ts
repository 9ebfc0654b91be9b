import { availabilityStatus } from '#domain/catalog/availability.ts'
import { availabilityText } from '#domain/catalog/availability-text.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { type Country, postalCodeWordOf } from '#domain/variant.ts'
import type { DeliveryPromise } from './delivery-promise.ts'
import { isRestricted } from './restricted-states.ts'

/** Where an item would go: its state, 'unserved' where no carrier takes it, null while that is not known. */
export type DeliveryPlace = { readonly state: string } | 'unserved' | null

const { notEligible, noCarrier, noLongerAvailable } = availabilityStatus

/**
 * The promise of an item once its place is known: none where the law of the state keeps it out (notEligible, OPEN-49), none
 * where no carrier takes it (noCarrier). It is said without any date (OPEN-48); what cannot be had at all stays that.
 */
export function promiseTo(
  place: DeliveryPlace,
  promise: DeliveryPromise,
  item: {
    readonly sku: Pick<SkuFacts, 'isPfas' | 'shipKind'>
    readonly country: Country
    readonly restrictedStates: readonly string[]
  },
): DeliveryPromise {
  const status = statusAt(place, item)
  if (status === null || promise.status === noLongerAvailable) return promise
  const message = availabilityText(notEligible, '', postalCodeWordOf(item.country))
  return { day: null, status, message, availabilityMessage: message }
}

function statusAt(
  place: DeliveryPlace,
  { sku, restrictedStates }: Pick<Parameters<typeof promiseTo>[2], 'sku' | 'restrictedStates'>,
) {
  if (place === null || sku.shipKind === 'donation') return null
  if (place === 'unserved') return noCarrier
  return isRestricted(sku, place.state, restrictedStates) ? notEligible : null
}
