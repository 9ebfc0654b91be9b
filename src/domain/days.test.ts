import { describe, expect, test } from 'vitest'
import { addBusinessDays, isBusinessDay, isHoliday } from './business-days.ts'
import { addDays, daysBetween, dayText, fullDayText, storeDay, storeTime, utcDaysBetween } from './days.ts'
import { holidaysOf } from './holidays.ts'

test.each([
  ['2024-03-09T23:59Z', '2024-03-10T00:01Z', 1],
  ['2024-03-10T00:00Z', '2024-03-10T23:59Z', 0],
  ['2024-03-09T12:00Z', '2024-03-11T12:00Z', 2],
  ['2024-11-02T12:00Z', '2024-11-04T12:00Z', 2],
  ['2024-03-10T00:01Z', '2024-03-09T23:59Z', -1],
])('PLAT-32, CONST-24: from %s to %s are %s whole UTC days', (from, to, days) => {
  expect(utcDaysBetween(new Date(from), new Date(to))).toBe(days)
})

test('CONST-24: days are added and counted across months and leap years', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
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
    expect([dayText(day), fullDayText(day)]).toEqual([short.format(moment), long.format(moment)])
  }
})

describe('OPEN-116: holidays', () => {
  test.each([
    [2026, ['2026-01-01', '2026-05-25', '2026-07-04', '2026-09-07', '2026-11-26', '2026-12-25']],
    [2027, ['2027-01-01', '2027-05-31', '2027-07-05', '2027-09-06', '2027-11-25', '2027-12-25']],
    [2028, ['2028-01-01', '2028-05-29', '2028-07-04', '2028-09-04', '2028-11-23', '2028-12-25']],
  ])('of the US in %s', (year, days) => {
    expect(holidaysOf(year, 'US')).toEqual(days)
  })

  test.each([
    [
      2024,
      ['2024-01-01', '2024-03-29', '2024-05-20', '2024-07-01', '2024-09-02', '2024-10-14', '2024-12-25', '2024-12-26'],
    ],
    [
      2026,
      ['2026-01-01', '2026-04-03', '2026-05-18', '2026-07-01', '2026-09-07', '2026-10-12', '2026-12-25', '2026-12-26'],
    ],
    [
      2022,
      ['2022-01-01', '2022-04-15', '2022-05-23', '2022-07-01', '2022-09-05', '2022-10-10', '2022-12-26', '2022-12-27'],
    ],
  ])('of Canada in %s', (year, days) => {
    expect(holidaysOf(year, 'CA')).toEqual(days)
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
  expect(dayText('2026-11-25')).toBe('Wed, Nov 25')
})
