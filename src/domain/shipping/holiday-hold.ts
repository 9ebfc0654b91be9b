import type { Day } from '#domain/days.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { serviceLevel } from './methods.ts'

/** First and last day of a hold, both included (OPEN-84). */
export type HoldRange = { readonly startDate: Day; readonly endDate: Day }

/** The range a day belongs to; `dateNotOffered` when it is in none (OPEN-84). */
export function rangeOfDay(day: Day, ranges: readonly HoldRange[]): Outcome<HoldRange> {
  const range = ranges.find(({ startDate, endDate }) => startDate <= day && day <= endDate)
  return range === undefined ? refused({ code: 'dateNotOffered' }) : good(range)
}

/** Choosing a shipping date sets service level 1 and the range of the date (SHIP-15). */
export function chooseHold(
  day: Day,
  ranges: readonly HoldRange[],
): Outcome<{ selectedServiceLevel: 1; holidayHold: HoldRange }> {
  const range = rangeOfDay(day, ranges)
  return range.ok ? good({ selectedServiceLevel: serviceLevel.standard, holidayHold: range.value }) : range
}
