import { type AvailabilityStatus, availabilityStatus } from '#domain/catalog/availability.ts'

const shipStatuses: readonly AvailabilityStatus[] = [
  availabilityStatus.available,
  availabilityStatus.futureAvailability,
  availabilityStatus.noCarrier,
]
const pickupStatuses: readonly AvailabilityStatus[] = [
  availabilityStatus.available,
  availabilityStatus.futureAvailability,
  availabilityStatus.notRequested,
]

/** Whether a line offers shipping (SHIP-20). */
export function isShipVisible(status: AvailabilityStatus): boolean {
  return shipStatuses.includes(status)
}

/** Whether a line offers pickup (SHIP-21). */
export function isPickupVisible(status: AvailabilityStatus): boolean {
  return pickupStatuses.includes(status)
}

/** Whether a line's description is disabled (SHIP-22). */
export function isDescriptionDisabled(status: AvailabilityStatus): boolean {
  return status === availabilityStatus.noLongerAvailable
}
