import { availabilityStatus } from './availability.ts'

/**
 * What the product page says of an item's delivery, one sentence per status of SHIP-23 (PDP-06, OPEN-48). `message` is the
 * promise of the call; `postalCodeWord` is 'ZIP code' or 'postal code'.
 */
export function availabilityText(status: number, message: string, postalCodeWord: string): string {
  switch (status) {
    case availabilityStatus.available:
      return message || 'In stock'
    case availabilityStatus.futureAvailability:
      return message || 'Available later'
    case availabilityStatus.noLongerAvailable:
      return 'No longer available'
    case availabilityStatus.notEligible:
    case availabilityStatus.noCarrier:
      // one text for the law and the address (CALM-06): what she can do about it is the same
      return `Not available for this ${postalCodeWord}`
    case availabilityStatus.notRequested:
      return `Enter your ${postalCodeWord} to see when it arrives`
    case availabilityStatus.notFound:
      return 'We could not find this item'
    default:
      return 'Delivery dates cannot be shown right now. Please check again later.'
  }
}
