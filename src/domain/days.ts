/** Days are 'YYYY-MM-DD'; the store's clock is the one of its home in Chicago, also in summer time (CONST-06). */
export type Day = string

const storeClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** The store's day and hour (0 to 23) at a moment. */
export function storeTime(now: Date): { readonly day: Day; readonly hour: number } {
  const part = Object.fromEntries(storeClock.formatToParts(now).map(({ type, value }) => [type, value]))
  return { day: `${part['year']}-${part['month']}-${part['day']}`, hour: Number(part['hour']) }
}

/** The store's day at a moment. */
export function storeDay(now: Date): Day {
  return storeTime(now).day
}

const msPerDay = 86_400_000

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * msPerDay).toISOString().slice(0, 10)
}

/** Whole days from one day to another, counted in UTC (CONST-24). */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / msPerDay)
}

/** The day `count` business days later: weekends and holidays are left out (OPEN-116). With 0 the day itself or the next business day. */
export function addBusinessDays(day: Day, count: number): Day {
  let result = day
  let left = count
  while (left > 0 || !isBusinessDay(result)) {
    result = addDays(result, 1)
    if (isBusinessDay(result)) left -= 1
  }
  return result
}

/** Neither a Saturday or Sunday nor a day on which no carrier drives. */
export function isBusinessDay(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

/** New Year's Day, Memorial Day, Independence Day, Labor Day, Thanksgiving and Christmas Day: no carrier drives. */
export function isHoliday(day: Day): boolean {
  const monthDay = day.slice(5)
  if (monthDay === '01-01' || monthDay === '07-04' || monthDay === '12-25') return true
  const weekday = weekdayOf(day)
  const date = Number(day.slice(8))
  const month = day.slice(5, 7)
  if (weekday === 1) return (month === '05' && date > 24) || (month === '09' && date <= 7)
  return weekday === 4 && month === '11' && date > 21 && date <= 28
}

/** 0 is Sunday. */
function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

const dayForPeople = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A day as people read it: 'Wed, Dec 2'. */
export function dayText(day: Day): string {
  return dayForPeople.format(new Date(`${day}T00:00:00Z`))
}
