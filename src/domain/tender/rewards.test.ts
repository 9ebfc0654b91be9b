import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, storeDay } from '#domain/days.ts'
import { certificateProblem, endOfDay, rewardsAccountNumber } from './rewards.ts'

describe('rewards accounts', () => {
  test.each([
    ['9001 2345 01', '9001234501'],
    ['1234-5678', '12345678'],
    ['1234567', null],
    ['6045880000061001', null],
    ['abc45678', null],
  ])('OPEN-53: %s reads as %s', (typed, number) => {
    expect(rewardsAccountNumber(typed)).toBe(number)
  })
})

describe('a certificate', () => {
  const good = { state: 'free', expiresOn: '2026-06-30', isOwn: true } as const
  test.each([
    ['good on its last day', good, '2026-06-30', null],
    ['ended the day after', good, '2026-07-01', 'certificateExpired'],
    ['used', { ...good, state: 'used' }, '2026-01-01', 'certificateUsed'],
    ['in an order on its way', { ...good, state: 'held' }, '2026-01-01', 'certificateUsed'],
    ['void', { ...good, state: 'void' }, '2026-01-01', 'certificateNotAccepted'],
    ['another account’s', { ...good, isOwn: false }, '2026-01-01', 'certificateNotAccepted'],
    ['another account’s that ended', { ...good, isOwn: false }, '2027-01-01', 'certificateNotAccepted'],
    ['unknown', undefined, '2026-01-01', 'certificateNotAccepted'],
  ] as const)('OPEN-53: %s', (_name, certificate, today, problem) => {
    expect(certificateProblem(certificate, today)).toBe(problem)
  })

  test('OPEN-53: ends with its last day by the store’s clock, in summer and winter', () => {
    expect(endOfDay('2026-06-30').toISOString()).toBe('2026-07-01T05:00:00.000Z')
    expect(endOfDay('2026-12-31').toISOString()).toBe('2027-01-01T06:00:00.000Z')
  })

  test('OPEN-53: on every day of ten years, the moment before is that day and the moment itself the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_650 }), (count) => {
        const day = addDays('2024-01-01', count)
        const end = endOfDay(day)
        expect(storeDay(end)).toBe(addDays(day, 1))
        expect(storeDay(new Date(end.getTime() - 1))).toBe(day)
      }),
    )
  })
})
