import { expect, test } from 'vitest'
import { countDeaths } from './restart-pauses.ts'

test('OPS-04: pauses double from half a second to 30 s, and begin anew after a life of a minute', () => {
  const deaths = countDeaths()
  const pauses = Array.from({ length: 9 }, (_, nth) => deaths.note(nth * 1_000, nth * 1_000 + 900))
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(deaths.note(100_000, 159_999)).toBe(30_000)
  expect(deaths.note(200_000, 260_000)).toBe(500)
  expect(deaths.note(261_000, 262_000)).toBe(1_000)
})

test('OPS-04: five deaths are too many where the first of them is less than a minute ago', () => {
  const deaths = countDeaths()
  for (const at of [0, 10_000, 20_000, 30_000]) deaths.note(at, at)
  expect(deaths.isTooMany(30_000)).toBe(false)
  deaths.note(59_999, 59_999)
  expect(deaths.isTooMany(59_999)).toBe(true)
  expect(deaths.isTooMany(60_000)).toBe(false)
  // the last five count
  deaths.note(69_000, 69_000)
  expect(deaths.isTooMany(69_000)).toBe(true)
})
