import { addDays, type Day, weekdayOf } from '#domain/days.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { serviceLevel } from './methods.ts'

/** First and last day of a hold, both included (OPEN-84). */
export type HoldRange = { readonly startDate: Day; readonly endDate: Day }

/** From October on parcels can be held for one of the weeks from Thanksgiving to the last week before Christmas. */
const firstMonth = 10
const lastHeldDay = 18

/**
 * The weeks (Monday to Friday) for which a parcel can be held back so that it comes in time for the holidays but not
 * before (OPEN-84): none before October, and only weeks that begin after the day the parcel would leave anyway.
 */
export function holdRanges(leaves: Day): readonly HoldRange[] {
  if (Number(leaves.slice(5, 7)) < firstMonth) return []
  const year = leaves.slice(0, 4)
  const ranges: HoldRange[] = []
  for (let monday = mondayFrom(`${year}-11-24`); monday <= `${year}-12-${lastHeldDay}`; monday = addDays(monday, 7)) {
    if (monday > leaves) ranges.push({ startDate: monday, endDate: addDays(monday, 4) })
  }
  return ranges
}

function mondayFrom(day: Day): Day {
  return addDays(day, (8 - weekdayOf(day)) % 7)
}

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

/** Clearing the hold clears the range; the service level stays as the hold has set it (SHIP-16). */
export function clearHold(): { selectedServiceLevel: 1; holidayHold: null } {
  return { selectedServiceLevel: serviceLevel.standard, holidayHold: null }
}
