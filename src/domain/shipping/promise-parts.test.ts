import { describe, expect, test } from 'vitest'
import { promiseParts } from './promise-parts.ts'

const place = {
  sku: { shipKind: 'parcel', makeDays: 0, makeDaysAre: 'working' },
  method: 1,
  start: '2026-11-23',
  today: '2026-11-21',
  country: 'US',
} as const
const texts = (...given: Parameters<typeof promiseParts>) => promiseParts(...given).map(({ text }) => text)

describe('BEYOND-07: what a delivery promise is made of', () => {
  test('from stock: the day it leaves, the days on the way with the holiday left out, the days it arrives', () => {
    expect(texts({ status: 1, day: '2026-12-01' }, place)).toEqual([
      'Leaves us Mon, Nov 23',
      '3 to 5 business days on the way',
      'With you Fri, Nov 27 - Tue, Dec 1',
    ])
  })

  test('the cutoff is told on the day on which it still counts', () => {
    expect(texts({ status: 1, day: '2026-12-01' }, { ...place, today: '2026-11-23' })[0]).toBe(
      'Leaves us Mon, Nov 23, when ordered by noon Central Time',
    )
  })

  test('made to order: the making comes first, and it leaves when it is made', () => {
    const sku = { shipKind: 'furniture', makeDays: 30, makeDaysAre: 'working' } as const
    expect(texts({ status: 2, day: '2027-01-08' }, { ...place, sku, method: 7 })).toEqual([
      'Made to order in about 6 weeks',
      'Leaves us Fri, Jan 8, 2027',
      '10 to 14 business days on the way',
      'With you Fri, Jan 22, 2027 - Thu, Jan 28, 2027',
    ])
  })

  test('one day on the way is one day of arrival', () => {
    expect(texts({ status: 1, day: '2026-11-24' }, { ...place, method: 3 }).slice(1)).toEqual([
      '1 business day on the way',
      'With you Tue, Nov 24',
    ])
  })

  test.each([
    ['what cannot be had', { status: 3, day: null }, {}],
    [
      'a donation',
      { status: 1, day: null },
      { sku: { shipKind: 'donation', makeDays: 0, makeDaysAre: 'working' } as const },
    ],
  ] as const)('%s has none', (_name, promise, patch) => {
    expect(promiseParts(promise, { ...place, ...patch })).toEqual([])
  })
})
