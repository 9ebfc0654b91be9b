import { expect, test } from 'vitest'
import { deliveryWindows, hoursText, windowOfId } from './delivery-windows.ts'
import { clearHold, holdRanges } from './holiday-hold.ts'

const chicago = { state: 'IL', postalCode: '60601', country: 'US' } as const

test('OPEN-83: three windows on each of eight days, none on Sundays and holidays; each number says its window', () => {
  const windows = deliveryWindows('2026-11-24', chicago)
  expect(windows).toHaveLength(24)
  // Thanksgiving is the 26th, the 29th a Sunday
  expect([...new Set(windows.map(({ date }) => date.slice(5)))]).toEqual([
    ...['11-24', '11-25', '11-27', '11-28'],
    ...['11-30', '12-01', '12-02', '12-03'],
  ])
  for (const window of windows) expect(windowOfId(window.id)).toEqual(window)
  expect(new Set(windows.map(({ id }) => id)).size).toBe(24)
  expect(windows.slice(0, 3).map(hoursText)).toEqual(['8 am - 12 pm', '12 pm - 4 pm', '4 pm - 8 pm'])
})

test.each([4, -1, 0.5, 2 ** 60, 20_261_124_999_9])('OPEN-83: %d is no window', (id) => {
  expect(windowOfId(id)).toBeNull()
})

test.each([
  ['2026-09-30', []],
  ['2026-11-02', ['2026-11-30', '2026-12-07', '2026-12-14']],
  ['2026-12-07', ['2026-12-14']],
  ['2026-12-21', []],
])('OPEN-84: what leaves on %s can be held for the weeks of %j', (leaves, weeks) => {
  expect(holdRanges(leaves).map(({ startDate }) => startDate)).toEqual(weeks)
})

test('SHIP-16: clearing a hold leaves the level at 1', () => {
  expect(clearHold()).toEqual({ selectedServiceLevel: 1, holidayHold: null })
})
