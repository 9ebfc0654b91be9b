import { expect, test, vi } from 'vitest'
import { correctedClock } from './corrected-clock.ts'

const hour = 3_600_000
function clockOf(raw: () => number = () => 0) {
  const warn = vi.fn()
  const clock = correctedClock(warn, raw)
  const note = (aheadMs: number, roundTripMs = 0) => clock.note({ aheadMs, roundTripMs })
  return { clock, note, warn }
}

test('OPS-41: three times running above 2 s is too far off, ahead or behind; half the round trip is allowed', () => {
  const { clock, note } = clockOf()
  const offAfter = (...times: readonly [aheadMs: number, roundTripMs?: number][]) => {
    for (const [aheadMs, roundTripMs] of times) note(aheadMs, roundTripMs)
    return clock.offByMs()
  }
  expect(offAfter([2_000], [2_000], [2_000])).toBeNull()
  expect(offAfter([2_001], [2_001])).toBeNull()
  expect(offAfter([2_001])).toBe(2_001)
  expect(offAfter([1_999])).toBeNull()
  expect(offAfter([-hour], [-hour], [-hour])).toBe(-hour)
  expect(offAfter([2_200, 400], [2_200, 400], [2_200, 400])).toBeNull()
  expect(offAfter([2_201, 400], [2_201, 400], [2_201, 400])).toBe(2_201)
})

test('OPS-41: a start whose clock is too far off is told once, by its first measure', () => {
  const off = clockOf()
  for (let nth = 0; nth < 4; nth += 1) off.note(-2_500)
  expect(off.warn.mock.calls).toEqual([[{ aheadMs: -2_500, roundTripMs: 0 }]])
  const right = clockOf()
  right.note(3)
  right.note(hour)
  expect(right.warn).not.toHaveBeenCalled()
})

test('OPS-41: it goes by the database’s clock from the first measure on, and does not tremble with the way there', () => {
  let raw = 10 * hour
  const { clock, note } = clockOf(() => raw)
  note(hour)
  expect(clock.now()).toEqual(new Date(9 * hour))
  // slow answers, which say less
  note(hour + 240)
  note(hour + 600, 1_000)
  expect(clock.now()).toEqual(new Date(9 * hour))
  // somebody set it right
  raw -= hour
  note(0)
  expect(clock.now()).toEqual(new Date(9 * hour))
})
