import { describe, expect, test } from 'vitest'
import { storeDay } from '#domain/days.ts'
import type { Country } from '#domain/variant.ts'
import {
  type DeliveryPromise,
  farMonth,
  firstDay,
  type PromiseFacts,
  promiseDelivery,
  promiseMoment,
} from './delivery-promise.ts'
import { type ServiceLevel, serviceLevel } from './methods.ts'
import { promiseParts } from './promise-parts.ts'

type Sku = PromiseFacts['sku']
const stock: Sku = {
  status: 'active',
  isSold: true,
  shipKind: 'parcel',
  warehouseFree: 3,
  availableFrom: null,
  makeDays: 0,
  makeDaysAre: 'working',
}

type Order = { readonly method?: ServiceLevel; readonly country?: Country; readonly sku?: Partial<Sku> }

/** What an order of a moment is promised, and the day it leaves. */
function order(moment: string, change: Order = {}): DeliveryPromise & { readonly parts: readonly string[] } {
  const { method = serviceLevel.express, country = 'US' } = change
  const now = new Date(moment)
  const sku = { ...stock, ...change.sku }
  const start = firstDay(now, country)
  const promise = promiseDelivery({ sku, wanted: 2, method, storeFree: null }, promiseMoment(now, country))
  const parts = promiseParts(promise, { sku, method, start, today: storeDay(now), country })
  return { ...promise, parts: parts.map(({ text }) => text) }
}

test.each([
  ['January', '2026-01-14T17:59:00Z', '2026-01-14T18:01:00Z', '2026-01-15', '2026-01-16'],
  ['July', '2026-07-15T16:59:00Z', '2026-07-15T17:01:00Z', '2026-07-16', '2026-07-17'],
])(
  'CONST-06, SHIPPOP-17: in %s an express order after noon CT comes one business day later',
  (_, before, after, early, late) => {
    expect(order(before).day).toBe(early)
    expect(order(after).day).toBe(late)
  },
)

test('OPEN-116: a Friday order leaves on Friday before noon and on Monday after', () => {
  expect(firstDay(new Date('2026-11-20T17:00:00Z'))).toBe('2026-11-20')
  expect(firstDay(new Date('2026-11-20T19:00:00Z'))).toBe('2026-11-23')
})

test('OPEN-116: an order of Saturday afternoon leaves on Monday', () => {
  expect(firstDay(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-23')
})

test('OPEN-116: days over a holiday are left out, by country', () => {
  const twoDay = { method: serviceLevel.premium }
  expect(order('2026-11-25T15:00:00Z', twoDay).day).toBe('2026-11-30')
  expect(order('2026-11-25T15:00:00Z', { ...twoDay, country: 'CA' }).day).toBe('2026-11-27')
})

test('BEYOND-07, UX-07: a promise is a range with its parts', () => {
  const made = { method: serviceLevel.standard, sku: { warehouseFree: 0, makeDays: 2 } }
  expect(order('2026-11-20T19:00:00Z', made)).toMatchObject({
    day: '2026-11-25',
    message: 'Available Wed, Nov 25',
    parts: [
      'Made to order in about 1 week',
      'Leaves us Wed, Nov 25',
      '3 to 5 business days on the way',
      'With you Tue, Dec 1 - Thu, Dec 3',
    ],
  })
})

test('UX-07: the noon cutoff stands beside the day it still counts for', () => {
  const leaves = (moment: string) => order(moment, { method: serviceLevel.standard }).parts[0]
  expect(leaves('2026-11-20T17:00:00Z')).toBe('Leaves us Fri, Nov 20, when ordered by noon Central Time')
  expect(leaves('2026-11-20T19:00:00Z')).toBe('Leaves us Mon, Nov 23')
})

test('OPEN-116: what comes later leaves on its first day', () => {
  const later = { sku: { warehouseFree: 0, availableFrom: '2026-12-07' } }
  expect(order('2026-11-20T15:00:00Z', later)).toMatchObject({ day: '2026-12-07', message: 'Available Mon, Dec 7' })
})

test('UX-07: a promise is read as a range, or as one day', () => {
  const arrives = (method: ServiceLevel) => order('2026-11-20T15:00:00Z', { method }).parts.at(-1)
  expect(arrives(serviceLevel.standard)).toBe('With you Wed, Nov 25 - Mon, Nov 30')
  expect(arrives(serviceLevel.express)).toBe('With you Mon, Nov 23')
})

test('CALM-03: what comes in another year says the year, in the promise and in each of its parts', () => {
  const later = { method: serviceLevel.standard, sku: { warehouseFree: 0, availableFrom: '2027-10-01' } }
  expect(order('2026-11-23T15:00:00Z', later)).toMatchObject({
    message: 'Available Fri, Oct 1, 2027',
    parts: [
      'Leaves us Fri, Oct 1, 2027',
      '3 to 5 business days on the way',
      'With you Wed, Oct 6, 2027 - Fri, Oct 8, 2027',
    ],
  })
  // the order of New Year's Eve leaves next year
  expect(order('2026-12-31T20:00:00Z').message).toBe('Arrives by Tue, Jan 5, 2027')
  expect(order('2027-01-02T20:00:00Z', later).message).toBe('Available Fri, Oct 1')
})

test.each([
  ['2026-11-23', ''],
  ['2027-01-22', ''],
  ['2027-01-23', 'January 2027'],
  ['2027-10-01', 'October 2027'],
])('CALM-03: a piece that comes on %s, asked for on Nov 23, 2026, is told as months away: %j', (day, month) => {
  expect(farMonth({ day }, '2026-11-23')).toBe(month)
  expect(farMonth({ day: null }, '2026-11-23')).toBe('')
})

describe('OPEN-48, SHIP-24: the promise of a line', () => {
  const facts: PromiseFacts = {
    sku: {
      status: 'active',
      isSold: true,
      shipKind: 'parcel',
      warehouseFree: 3,
      availableFrom: null,
      makeDays: 0,
      makeDaysAre: 'working',
    },
    wanted: 2,
    method: 1,
    storeFree: null,
  }
  const at = { start: '2026-11-20', today: '2026-11-20', country: 'US' } as const
  const promise = (change: Partial<PromiseFacts>, sku: Partial<PromiseFacts['sku']> = {}) =>
    promiseDelivery({ ...facts, ...change, sku: { ...facts.sku, ...sku } }, at)

  test.each([
    ['stock', {}, {}, 1, 'Arrives by Mon, Nov 30', 'In stock', '2026-11-30'],
    ['too few pieces (CALM-10)', { wanted: 4 }, {}, 3, 'Arrives by Mon, Nov 30', 'Only 3 left', null],
    [
      'a piece made to order',
      { wanted: 4 },
      { makeDays: 5 },
      2,
      'Available Mon, Nov 30',
      'Made to order in about 1 week',
      '2026-11-30',
    ],
    [
      'a piece on its way',
      { wanted: 4 },
      { availableFrom: '2026-12-05' },
      2,
      'Available Sat, Dec 5',
      'On backorder',
      '2026-12-05',
    ],
    ['a piece off sale', {}, { status: 'nla' as const }, 3, 'No longer available', 'No longer available', null],
    ['a donation', {}, { shipKind: 'donation' as const, warehouseFree: 0 }, 1, '', '', null],
    ['pickup in stock', { storeFree: 2 }, {}, 1, 'Available Fri, Nov 20', 'In stock', '2026-11-20'],
    ['pickup without stock', { storeFree: 0 }, {}, 3, 'No longer available', 'No longer available', null],
  ])('of %s', (_, change, sku, status, message, availabilityMessage, day) => {
    expect(promise(change, sku)).toMatchObject({ status, message, availabilityMessage, day })
  })

  test('CALM-10: of too few pieces it says how many are left, of all others nothing', () => {
    expect(promise({ wanted: 4 }).left).toBe(3)
    for (const other of [promise({}), promise({ storeFree: 0 }), promise({ wanted: 4 }, { makeDays: 5 })])
      expect(other).not.toHaveProperty('left')
  })
})
