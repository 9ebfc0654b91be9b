import { addBusinessDays } from '#domain/business-days.ts'
import { type AvailabilityStatus, availabilityStatus } from '#domain/catalog/availability.ts'
import { madeOn, makingText } from '#domain/catalog/making.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { addDays, type Day, dayText, monthText, storeDay, storeTime } from '#domain/days.ts'
import type { Country } from '#domain/variant.ts'
import { carrierDays } from './carrier-days.ts'
import { type ShipMethod, shipMethod } from './methods.ts'

/** Orders placed later count as the next business day's (CONST-06, OPEN-116). */
export const cutoffHour = 12

/** What is known of an item when its delivery is promised. */
export type PromiseFacts = {
  readonly sku: Pick<
    SkuFacts,
    'status' | 'isSold' | 'shipKind' | 'warehouseFree' | 'availableFrom' | 'makeDays' | 'makeDaysAre'
  >
  /** Pieces of this sku wanted from the same place. */
  readonly wanted: number
  /** Null for pickup and donations. */
  readonly method: ShipMethod | null
  /** Free pieces at the pickup store; null when shipped. */
  readonly storeFree: number | null
}

export type DeliveryPromise = {
  /** The last day it arrives, or the first it can be had; null when neither. */
  readonly day: Day | null
  readonly status: AvailabilityStatus
  /** OPEN-48: 'Arrives by {date}', 'Available {date}', 'No longer available'; '' for a donation. */
  readonly message: string
  /** What can be said of the stock: 'In stock', 'Made to order in about 7 weeks', 'Only 3 left'; '' for a donation. */
  readonly availabilityMessage: string
  /** The day on which it could come alone, where it waits for the last of its shipment (CALM-16). */
  readonly ownDay?: Day
  /** How many there are where fewer are left than wanted (CALM-10). */
  readonly left?: number
}

/** The first business day on which an order of this moment leaves. */
export function firstDay(now: Date, country: Country = 'US'): Day {
  const { day, hour } = storeTime(now)
  const start = addBusinessDays(day, 0, country)
  return start === day && hour >= cutoffHour ? addBusinessDays(day, 1, country) : start
}

/** When a promise is made: the order leaves on `start` at the earliest (see `firstDay`). */
export type PromiseMoment = { readonly start: Day; readonly today: Day; readonly country: Country }

/** The moment of a promise for an order of now. */
export function promiseMoment(now: Date, country: Country = 'US'): PromiseMoment {
  return { start: firstDay(now, country), today: storeDay(now), country }
}

/**
 * The promise for an item ordered on `start`. What the warehouse does not have is still to come when it
 * is made to order or has a first day; then the promise starts there. A donation is always to be had.
 */
export function promiseDelivery(
  { sku, wanted, method, storeFree }: PromiseFacts,
  { start, today, country }: PromiseMoment,
): DeliveryPromise {
  const isOffSale = sku.status === 'nla' || !sku.isSold
  if (isOffSale) return gone('No longer available')
  if (sku.shipKind === 'donation') {
    return { day: null, status: availabilityStatus.available, message: '', availabilityMessage: '' }
  }
  if (storeFree !== null) {
    const message = `Available ${dayText(start, today)}`
    if (storeFree < wanted) return fewer(storeFree, message)
    return { day: start, status: availabilityStatus.available, message, availabilityMessage: 'In stock' }
  }
  const days = carrierDays[method ?? shipMethod.standard].max
  const day = addBusinessDays(start, days, country)
  const message = `Arrives by ${dayText(day, today)}`
  if (sku.shipKind === 'giftCard' || sku.warehouseFree >= wanted) {
    return { day, status: availabilityStatus.available, message, availabilityMessage: 'In stock' }
  }
  const leaves = comesOn(sku, start, country)
  if (leaves === null) return fewer(sku.warehouseFree, message)
  return {
    day: leaves,
    status: availabilityStatus.futureAvailability,
    message: `Available ${dayText(leaves, today)}`,
    availabilityMessage: makingText(sku) || 'On backorder',
  }
}

/** The first day it can leave when the warehouse has none; null when it does not come any more. */
function comesOn(sku: PromiseFacts['sku'], start: Day, country: Country): Day | null {
  const from = sku.availableFrom !== null && sku.availableFrom > start ? sku.availableFrom : null
  if (sku.makeDays > 0) return madeOn(from ?? start, sku, country)
  return from
}

const farDays = 60

/** The month in which a piece comes that is months away, told before it is added (CALM-03); '' for what comes sooner. */
export function farMonth({ day }: Pick<DeliveryPromise, 'day'>, today: Day): string {
  return day !== null && day > addDays(today, farDays) ? monthText(day) : ''
}

/**
 * SHIP-23: gift cards come by mail, donations not at all; a store that does not have the pieces cannot be chosen; without a
 * store nothing was asked.
 */
export function pickupStatus(
  { shipKind }: Pick<SkuFacts, 'shipKind'>,
  promise: DeliveryPromise | null,
): AvailabilityStatus {
  if (shipKind === 'giftCard' || shipKind === 'donation') return availabilityStatus.notEligible
  if (promise === null) return availabilityStatus.notRequested
  return promise.status === availabilityStatus.available ? availabilityStatus.available : availabilityStatus.notEligible
}

function gone(message: string, availabilityMessage = message): DeliveryPromise {
  return { day: null, status: availabilityStatus.noLongerAvailable, message, availabilityMessage }
}

/** Not as many as are wanted: what is left comes as `message` says; all of it cannot be promised any day. */
function fewer(left: number, message: string): DeliveryPromise {
  return left > 0 ? { ...gone(message, `Only ${left} left`), left } : gone('No longer available')
}
