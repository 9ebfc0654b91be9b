import type { Country } from './variant.ts'

/** A holiday of the carriers: the same date each year, or a rule of the year. */
type Holiday = (year: number) => Date

const utc = (year: number, month: number, date: number): Date => new Date(Date.UTC(year, month - 1, date))

const fixed =
  (month: number, date: number): Holiday =>
  (year) =>
    utc(year, month, date)

/** The nth weekday of a month (0 is Sunday). */
const nth =
  (count: number, weekday: number, month: number): Holiday =>
  (year) =>
    utc(year, month, 1 + ((7 + weekday - utc(year, month, 1).getUTCDay()) % 7) + (count - 1) * 7)

/** The last Monday on or before a date of a month. */
const mondayUpTo =
  (month: number, date: number): Holiday =>
  (year) =>
    utc(year, month, date - ((utc(year, month, date).getUTCDay() + 6) % 7))

/** Friday before Easter Sunday, by the Gregorian computus (Meeus, Astronomical Algorithms). */
const goodFriday: Holiday = (year) => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const easter = h + l - 7 * m + 114
  return utc(year, Math.floor(easter / 31), (easter % 31) + 1 - 2)
}

/** Days on which the carriers of a country do not drive (OPEN-116). */
const holidays: { readonly [Name in Country]: { readonly [name: string]: Holiday } } = {
  US: {
    "New Year's Day": fixed(1, 1),
    'Memorial Day': mondayUpTo(5, 31),
    'Independence Day': fixed(7, 4),
    'Labor Day': nth(1, 1, 9),
    Thanksgiving: nth(4, 4, 11),
    'Christmas Day': fixed(12, 25),
  },
  CA: {
    "New Year's Day": fixed(1, 1),
    'Good Friday': goodFriday,
    'Victoria Day': mondayUpTo(5, 24),
    'Canada Day': fixed(7, 1),
    'Labour Day': nth(1, 1, 9),
    Thanksgiving: nth(2, 1, 10),
    'Christmas Day': fixed(12, 25),
    'Boxing Day': fixed(12, 26),
  },
}

const oneDay = 86_400_000
const isWeekend = (day: Date): boolean => day.getUTCDay() === 0 || day.getUTCDay() === 6

/** Which way a holiday at a weekend is made up for: a Saturday's on Friday in the US, each on the next free day in Canada. */
function substituteOf(holiday: Date, country: Country, taken: ReadonlySet<number>): Date {
  const isBefore = country === 'US' && holiday.getUTCDay() === 6
  const step = isBefore ? -oneDay : oneDay
  let day = holiday
  while (isWeekend(day) || taken.has(day.getTime())) day = new Date(day.getTime() + step)
  return day
}

/** The holidays of a year with their substitute days. */
function daysOf(year: number, country: Country): Date[] {
  const days = Object.values(holidays[country]).map((day) => day(year))
  const taken = new Set(days.map((day) => day.getTime()))
  for (const day of days.filter(isWeekend)) taken.add(substituteOf(day, country, taken).getTime())
  return [...taken].map((time) => new Date(time))
}

const known = new Map<string, readonly string[]>()

/**
 * The holidays of a year, 'YYYY-MM-DD' in order, and the days that make up for those at a weekend (SAFE-70); computed once
 * for each year and country. New Year's Day may be made up for in the year before.
 */
export function holidaysOf(year: number, country: Country): readonly string[] {
  const key = `${country} ${year}`
  const before = known.get(key)
  if (before !== undefined) return before
  const days = [...daysOf(year, country), ...daysOf(year + 1, country)]
    .map((day) => day.toISOString().slice(0, 10))
    .filter((day) => day.startsWith(`${year}-`))
    .sort()
  known.set(key, days)
  return days
}
