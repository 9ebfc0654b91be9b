import { describe, expect, test } from 'vitest'
import { type CancelFacts, cancelEnd, judgeCancel } from './cancellation.ts'

const fresh: CancelFacts = { state: 'placed', placedSecondsAgo: 0, isPaymentTaken: false }

describe('BEYOND-03: a shopper cancels her whole order', () => {
  test.each([
    ['just placed', {}, 30, 'cancel'],
    ['a second before the end', { placedSecondsAgo: 1_799 }, 30, 'cancel'],
    ['at the end', { placedSecondsAgo: 1_800 }, 30, 'cancelTooLate'],
    ['where nobody may', {}, 0, 'cancelTooLate'],
    ['with money taken', { isPaymentTaken: true }, 30, 'cancelPaymentTaken'],
    ['still pending', { state: 'pending' }, 30, 'cancelPending'],
    ['never placed', { state: 'refused' }, 30, 'unknownOrder'],
    ['cancelled before', { state: 'cancelled' }, 30, 'cancelled'],
    ['cancelled before, long ago', { state: 'cancelled', placedSecondsAgo: 9_999_999 }, 30, 'cancelled'],
  ] as const)('%s: %j within %s minutes is %s', (_name, patch, minutes, expected) => {
    const judged = judgeCancel({ ...fresh, ...patch }, minutes)
    expect(judged.ok ? judged.value : judged.problem.code).toBe(expected)
  })

  test('BEYOND-03: the end is so many minutes after it was placed', () => {
    expect(cancelEnd(new Date('2026-03-02T15:10:00Z'), 30)).toEqual(new Date('2026-03-02T15:40:00Z'))
  })
})
