import type { AvailabilityFacts, ShipKind } from './sku.ts'

/** SHIP-23: what can be said of an item's delivery. */
export const availabilityStatus = {
  notFound: 0,
  available: 1,
  futureAvailability: 2,
  noLongerAvailable: 3,
  notEligible: 4,
  noCarrier: 5,
  error: 6,
  notRequested: 7,
} as const

/** Whether shipping is offered (SHIP-20). */
export function isShipVisible(status: number): boolean {
  const { available, futureAvailability, noCarrier } = availabilityStatus
  return status === available || status === futureAvailability || status === noCarrier
}

/** Whether pickup is offered (SHIP-21). */
export function isPickupVisible(status: number): boolean {
  const { available, futureAvailability, notRequested } = availabilityStatus
  return status === available || status === futureAvailability || status === notRequested
}

/** Whether a line's description is disabled (SHIP-22). */
export function isDescriptionDisabled(status: number): boolean {
  return status === availabilityStatus.noLongerAvailable
}

/** Whether an item does not go where it would: by the law of the place, or since no carrier takes it there. */
export function isUndelivered(status: number): boolean {
  return status === availabilityStatus.notEligible || status === availabilityStatus.noCarrier
}

export type AvailabilityStatus = (typeof availabilityStatus)[keyof typeof availabilityStatus]

/**
 * The status of a sku before a ZIP is known (OPEN-109): taken off sale is noLongerAvailable; a free piece in the
 * warehouse is available; else a first day to come or a make time is futureAvailability; else noLongerAvailable.
 * A donation lies in no warehouse and is always to be had. `today` is 'YYYY-MM-DD'.
 */
export function availabilityOf(
  facts: AvailabilityFacts & { readonly shipKind?: ShipKind },
  today: string,
): AvailabilityStatus {
  if (facts.status === 'nla') return availabilityStatus.noLongerAvailable
  if (facts.warehouseFree > 0 || facts.shipKind === 'donation') return availabilityStatus.available
  const isToCome = facts.makeDays > 0 || (facts.availableFrom !== null && facts.availableFrom > today)
  return isToCome ? availabilityStatus.futureAvailability : availabilityStatus.noLongerAvailable
}
