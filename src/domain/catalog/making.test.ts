import { expect, test } from 'vitest'
import { customOrderOf, madeOn, makingText } from './making.ts'

test.each([
  [49, 'calendar', 'about 7 weeks'],
  [50, 'calendar', 'about 8 weeks'],
  [35, 'working', 'about 7 weeks'],
  [36, 'working', 'about 8 weeks'],
  [7, 'calendar', 'about 1 week'],
  [3, 'working', 'about 1 week'],
] as const)('CALM-04: %s %s days are said as %s', (makeDays, makeDaysAre, said) => {
  const making = { makeDays, makeDaysAre }
  expect(makingText(making)).toBe(`Made to order in ${said}`)
  const customOrder = { title: 'Made for you', terms: ['Making takes {weeks}; we write then.', 'No returns.'] }
  expect(customOrderOf({ ...making, customOrder })).toEqual({
    title: 'Made for you',
    terms: [`Making takes ${said}; we write then.`, 'No returns.'],
  })
})

test('CALM-04: what is not made to order says nothing of making', () => {
  expect(makingText({ makeDays: 0, makeDaysAre: 'calendar' })).toBe('')
})

// Monday, March 2, 2026
test.each([
  [49, 'calendar', '2026-04-20'],
  [5, 'calendar', '2026-03-09'],
  [35, 'working', '2026-04-20'],
  [5, 'working', '2026-03-09'],
] as const)('CALM-04: %s %s days from a Monday end on the business day %s', (makeDays, makeDaysAre, day) => {
  expect(madeOn('2026-03-02', { makeDays, makeDaysAre }, 'US')).toBe(day)
})
