import { expect, test } from 'vitest'
import { giftMailDay } from './gift-mail-day.ts'

test.each([
  ['before eight in winter', '2026-01-10T13:59:59Z', null],
  ['from eight on', '2026-01-10T14:00:00Z', '2026-01-10'],
  ['late in the evening, by then another day elsewhere', '2026-01-11T05:59:59Z', '2026-01-10'],
  ['in the night after it', '2026-01-11T06:00:00Z', null],
  ['before eight in summer', '2026-07-10T12:59:59Z', null],
  ['from eight on in summer', '2026-07-10T13:00:00Z', '2026-07-10'],
])('CALM-66: the day whose mail of gifts goes out %s', (_when, now, day) => {
  expect(giftMailDay(new Date(now))).toBe(day)
})
