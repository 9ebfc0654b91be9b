import { addBusinessDays } from '#domain/business-days.ts'
import { type AvailabilityStatus, availabilityStatus } from '#domain/catalog/availability.ts'
import { type Day, dayText, storeTime } from '#domain/days.ts'
import type { Country } from '#domain/variant.ts'
import { carrierDays } from './carrier-days.ts'
import { cutoffHour, firstDay } from './delivery-promise.ts'
import type { ShipMethod } from './methods.ts'

/** What an estimate is made from; each part is kept, so that a promise can be explained (BEYOND-07). */
export type EstimateFacts = {
  readonly now: Date
  readonly country: Country
  readonly method: ShipMethod
  /** Business days it takes to make; 0 for stock. */
  readonly makeDays: number
  /** The first day it can leave when it is not there yet, else null. */
  readonly availableFrom: Day | null
}

export type Estimate = {
  /** The range of arrival, both days included. */
  readonly from: Day
  readonly to: Day
  /** The day it leaves. */
  readonly leaves: Day
  readonly parts: {
    readonly isAfterCutoff: boolean
    readonly makeDays: number
    readonly carrierLeast: number
    readonly carrierMost: number
  }
}

/**
 * When an order of this moment arrives (OPEN-116, SHIPPOP-17, UX-07): orders after noon CT count as the next business
 * day's, then it is made, then the carrier takes its days; weekends and the country's holidays are left out.
 */
export function estimateDelivery(facts: EstimateFacts): Estimate {
  const { country, makeDays, availableFrom, method } = facts
  const start = firstDay(facts.now, country)
  const ready = availableFrom !== null && availableFrom > start ? addBusinessDays(availableFrom, 0, country) : start
  const leaves = addBusinessDays(ready, makeDays, country)
  const { least, most } = carrierDays[method]
  return {
    from: addBusinessDays(leaves, least, country),
    to: addBusinessDays(leaves, most, country),
    leaves,
    parts: { isAfterCutoff: storeTime(facts.now).hour >= cutoffHour, makeDays, carrierLeast: least, carrierMost: most },
  }
}

/** An estimate as people read it: 'Arrives Wed, Nov 25 - Fri, Nov 27', or one day when both are the same. */
export function arrivalText(estimate: { readonly from: Day; readonly to: Day }): string {
  const range = estimate.from === estimate.to ? [estimate.to] : [estimate.from, estimate.to]
  return `Arrives ${range.map(dayText).join(' - ')}`
}

/** edd.message by availability status (OPEN-48); `day` is the last day of arrival, or the day it becomes available. */
export function eddMessage(status: AvailabilityStatus, day: Day | null): string {
  switch (status) {
    case availabilityStatus.available:
      return day === null ? '' : `Arrives by ${dayText(day)}`
    case availabilityStatus.futureAvailability:
      return day === null ? '' : `Available ${dayText(day)}`
    case availabilityStatus.noLongerAvailable:
    case availabilityStatus.notFound:
      return 'No longer available'
    case availabilityStatus.notEligible:
    case availabilityStatus.noCarrier:
      return 'Not available for this ZIP code'
    default:
      return ''
  }
}
