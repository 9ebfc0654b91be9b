import { addBusinessDays } from '#domain/business-days.ts'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import { makingText } from '#domain/catalog/making.ts'
import type { SkuFacts } from '#domain/catalog/sku.ts'
import { type Day, dayText } from '#domain/days.ts'
import type { Country } from '#domain/variant.ts'
import { carrierDays } from './carrier-days.ts'
import type { DeliveryPromise } from './delivery-promise.ts'
import { type ShipMethod, shipMethod } from './methods.ts'

/** One part of a delivery promise, in words: its making, the day it leaves, the days on the way, the days it arrives. */
export type PromisePart = { readonly kind: 'make' | 'leave' | 'carry' | 'arrive'; readonly text: string }

export type PromisePlace = {
  readonly sku: Pick<SkuFacts, 'shipKind' | 'makeDays' | 'makeDaysAre'>
  readonly method: ShipMethod | null
  /** The first business day on which an order of this moment leaves, and the store's day now. */
  readonly start: Day
  readonly today: Day
  readonly country: Country
}

/**
 * What a promise is made of (BEYOND-07), in order; empty for what is not shipped or cannot be had. The cutoff is told only
 * on the day on which it still counts.
 */
export function promiseParts(
  promise: Pick<DeliveryPromise, 'status' | 'day'>,
  { sku, method, start, today, country }: PromisePlace,
): PromisePart[] {
  const isLater = promise.status === availabilityStatus.futureAvailability
  const isShipped = sku.shipKind !== 'donation' && (isLater || promise.status === availabilityStatus.available)
  if (!isShipped || promise.day === null) return []
  const leaves = isLater ? promise.day : start
  const { min, max } = carrierDays[method ?? shipMethod.standard]
  const from = dayText(addBusinessDays(leaves, min, country), today)
  const to = dayText(addBusinessDays(leaves, max, country), today)
  const cutoff = leaves === today ? ', when ordered by noon Central Time' : ''
  const parts: PromisePart[] = []
  if (isLater && sku.makeDays > 0) parts.push({ kind: 'make', text: makingText(sku) })
  parts.push({ kind: 'leave', text: `Leaves us ${dayText(leaves, today)}${cutoff}` })
  const days = min === max ? businessDays(max) : `${min} to ${businessDays(max)}`
  parts.push({ kind: 'carry', text: `${days} on the way` })
  parts.push({ kind: 'arrive', text: from === to ? `With you ${to}` : `With you ${from} - ${to}` })
  return parts
}

function businessDays(count: number): string {
  return count === 1 ? '1 business day' : `${count} business days`
}
