import { describe, expect, test } from 'vitest'
import { addBusinessDays, isBusinessDay, isHoliday } from './business-days.ts'
import { addDays, dayText, fullDayText, storeDay, storeTime } from './days.ts'
import { holidaysOf } from './holidays.ts'

test.each([
  ['2024-03-09', 1, '2024-03-10'],
  ['2024-03-10', 0, '2024-03-10'],
  ['2024-03-10', 1, '2024-03-11'],
  ['2024-03-09', 2, '2024-03-11'],
  ['2024-11-02', 2, '2024-11-04'],
  ['2024-03-10', -1, '2024-03-09'],
])('PLAT-32, CONST-24: over a change of summer time %s and %s whole UTC days is %s', (from, days, to) => {
  expect(addDays(from, days)).toBe(to)
})

test('CONST-24: days are added across months and leap years', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
})

test.each([
  ['2026-01-15T17:59:59Z', { day: '2026-01-15', hour: 11 }],
  ['2026-01-15T18:00:00Z', { day: '2026-01-15', hour: 12 }],
  ['2026-07-15T16:59:59Z', { day: '2026-07-15', hour: 11 }],
  ['2026-07-15T17:00:00Z', { day: '2026-07-15', hour: 12 }],
  ['2026-01-16T05:59:00Z', { day: '2026-01-15', hour: 23 }],
  ['2026-01-16T06:00:00Z', { day: '2026-01-16', hour: 0 }],
])('CONST-06: %s is %o on the clock of Chicago', (moment, time) => {
  expect(storeTime(new Date(moment))).toEqual(time)
  expect(storeDay(new Date(moment))).toBe(time.day)
})

test('OPEN-116: days read as the language of the stores writes them, every day of a leap year', () => {
  const zone = { timeZone: 'UTC' } as const
  const short = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', ...zone })
  const long = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', ...zone })
  for (let nth = 0; nth < 366; nth += 1) {
    const day = addDays('2028-01-01', nth)
    const moment = new Date(`${day}T00:00:00Z`)
    expect([dayText(day, day), fullDayText(day)]).toEqual([short.format(moment), long.format(moment)])
  }
})

// the list of the carriers' days off, with the days that make up for those at a weekend
const ofTheUS: readonly (readonly [year: number, days: string])[] = [
  [2026, '01-01 05-25 07-03 07-04 09-07 11-26 12-25'],
  [2027, '01-01 05-31 07-04 07-05 09-06 11-25 12-24 12-25 12-31'],
  [2028, '01-01 05-29 07-04 09-04 11-23 12-25'],
  [2029, '01-01 05-28 07-04 09-03 11-22 12-25'],
  [2030, '01-01 05-27 07-04 09-02 11-28 12-25'],
  [2031, '01-01 05-26 07-04 09-01 11-27 12-25'],
  [2032, '01-01 05-31 07-04 07-05 09-06 11-25 12-24 12-25 12-31'],
  [2033, '01-01 05-30 07-04 09-05 11-24 12-25 12-26'],
  [2034, '01-01 01-02 05-29 07-04 09-04 11-23 12-25'],
  [2035, '01-01 05-28 07-04 09-03 11-22 12-25'],
  [2036, '01-01 05-26 07-04 09-01 11-27 12-25'],
]
const ofCanada: readonly (readonly [year: number, days: string])[] = [
  [2026, '01-01 04-03 05-18 07-01 09-07 10-12 12-25 12-26 12-28'],
  [2027, '01-01 03-26 05-24 07-01 09-06 10-11 12-25 12-26 12-27 12-28'],
  [2028, '01-01 01-03 04-14 05-22 07-01 07-03 09-04 10-09 12-25 12-26'],
  [2029, '01-01 03-30 05-21 07-01 07-02 09-03 10-08 12-25 12-26'],
  [2030, '01-01 04-19 05-20 07-01 09-02 10-14 12-25 12-26'],
  [2031, '01-01 04-11 05-19 07-01 09-01 10-13 12-25 12-26'],
  [2032, '01-01 03-26 05-24 07-01 09-06 10-11 12-25 12-26 12-27 12-28'],
  [2033, '01-01 01-03 04-15 05-23 07-01 09-05 10-10 12-25 12-26 12-27'],
  [2034, '01-01 01-02 04-07 05-22 07-01 07-03 09-04 10-09 12-25 12-26'],
  [2035, '01-01 03-23 05-21 07-01 07-02 09-03 10-08 12-25 12-26'],
  [2036, '01-01 04-11 05-19 07-01 09-01 10-13 12-25 12-26'],
]
const written = (year: number, days: string) => days.split(' ').map((day) => `${year}-${day}`)

describe('OPEN-116, SAFE-70: holidays with their substitute days', () => {
  test.each(ofTheUS)('SAFE-70: of the US in %s', (year, days) => {
    expect(holidaysOf(year, 'US')).toEqual(written(year, days))
  })

  test.each(ofCanada)('SAFE-70: of Canada in %s', (year, days) => {
    expect(holidaysOf(year, 'CA')).toEqual(written(year, days))
  })

  test.each([
    ['2026-12-24', 1, '2026-12-29', 'Boxing Day 2026 is a Saturday: Monday the 28th makes up for it'],
    ['2027-12-24', 1, '2027-12-29', 'Christmas 2027 is a Saturday: Monday and Tuesday make up for both'],
    ['2028-06-30', 1, '2028-07-04', 'Canada Day 2028 is a Saturday: Monday makes up for it'],
    ['2027-12-30', 1, '2027-12-31', 'New Year’s Day 2028 is a Saturday'],
    ['2027-12-31', 1, '2028-01-04', 'New Year’s Day 2028 is a Saturday: Monday makes up for it'],
  ])('SAFE-70: in Canada %s and %s business day is %s: %s', (day, count, result) => {
    expect(addBusinessDays(day, count, 'CA')).toBe(result)
  })

  test('SAFE-70: in the US a Saturday is made up for on the Friday before, also in the year before', () => {
    expect(addBusinessDays('2026-07-02', 1, 'US')).toBe('2026-07-06')
    expect(addBusinessDays('2027-12-30', 1, 'US')).toBe('2028-01-03')
  })

  test('differ by country', () => {
    expect([isHoliday('2026-11-26', 'US'), isHoliday('2026-11-26', 'CA')]).toEqual([true, false])
    expect([isHoliday('2026-07-01', 'US'), isHoliday('2026-07-01', 'CA')]).toEqual([false, true])
  })
})

test.each([
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 0, '2026-11-23'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-25', 1, '2026-11-27'],
  ['2026-12-24', 1, '2026-12-28'],
])('OPEN-116: %s and %s business days is %s', (day, count, result) => {
  expect(addBusinessDays(day, count)).toBe(result)
})

test('OPEN-116: weekends and holidays are no business days', () => {
  expect(['2026-11-21', '2026-11-22', '2026-11-26', '2026-11-27'].map((day) => isBusinessDay(day))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('OPEN-48: a day is read as Wed, Nov 25', () => {
  expect(dayText('2026-11-25', '2026-11-20')).toBe('Wed, Nov 25')
})

test.each([
  ['today', '2026-11-23', 'Mon, Nov 23'],
  ['the last day of the year', '2026-12-31', 'Thu, Dec 31'],
  ['the first of the next', '2027-01-01', 'Fri, Jan 1, 2027'],
  ['a day of the next year', '2027-10-01', 'Fri, Oct 1, 2027'],
  ['a day of the year before', '2025-12-30', 'Tue, Dec 30, 2025'],
])('CALM-03: a day of another year than today’s carries the year: %s', (_which, day, text) => {
  expect(dayText(day, '2026-11-23')).toBe(text)
})
