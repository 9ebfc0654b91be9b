import { addDays, type Day, remembered, weekdayOf } from './days.ts'
import { holidaysOf } from './holidays.ts'
import type { Country } from './variant.ts'

/**
 * The day `count` business days later: weekends and the country's holidays are left out (OPEN-116). With 0 the day itself
 * or the next business day.
 */
export function addBusinessDays(day: Day, count: number, country: Country = 'US'): Day {
  return businessDay(`${country} ${day} ${count}`)
}

const businessDay = remembered((key: string): Day => {
  const [country, day, count] = key.split(' ') as [Country, Day, string]
  let result = day
  let left = Number(count)
  while (left > 0 || !isBusinessDay(result, country)) {
    result = addDays(result, 1)
    if (isBusinessDay(result, country)) left -= 1
  }
  return result
})

/** Neither a Saturday or Sunday nor a day on which no carrier of the country drives. */
export function isBusinessDay(day: Day, country: Country = 'US'): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, country)
}

/** Whether no carrier of the country drives on the day (see holidays.ts). */
export function isHoliday(day: Day, country: Country = 'US'): boolean {
  return holidaysOf(Number(day.slice(0, 4)), country).includes(day)
}
