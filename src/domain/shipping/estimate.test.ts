import { describe, expect, test } from 'vitest'
import { availabilityStatus } from '#domain/catalog/availability.ts'
import type { Country } from '#domain/variant.ts'
import { firstDay, type PromiseFacts, promiseDelivery } from './delivery-promise.ts'
import { arrivalText, eddMessage, estimateDelivery } from './estimate.ts'
import { serviceLevel } from './methods.ts'

const order = (moment: string, change: object = {}) =>
  estimateDelivery({
    now: new Date(moment),
    country: 'US',
    method: serviceLevel.express,
    makeDays: 0,
    availableFrom: null,
    ...change,
  })

test.each([
  ['January', '2026-01-14T17:59:00Z', '2026-01-14T18:01:00Z', '2026-01-15', '2026-01-16'],
  ['July', '2026-07-15T16:59:00Z', '2026-07-15T17:01:00Z', '2026-07-16', '2026-07-17'],
])(
  'CONST-06, SHIPPOP-17: in %s an express order after noon CT comes one business day later',
  (_, before, after, early, late) => {
    expect(order(before).to).toBe(early)
    expect(order(after).to).toBe(late)
  },
)

test('OPEN-116: a Friday order leaves on Friday before noon and on Monday after', () => {
  expect(order('2026-11-20T17:00:00Z').leaves).toBe('2026-11-20')
  expect(order('2026-11-20T19:00:00Z').leaves).toBe('2026-11-23')
})

test('OPEN-116: an order of Saturday afternoon leaves on Monday', () => {
  expect(firstDay(new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-23')
})

test('OPEN-116: days over a holiday are left out, by country', () => {
  const twoDay = { method: serviceLevel.premium }
  expect(order('2026-11-25T15:00:00Z', twoDay).to).toBe('2026-11-30')
  expect(order('2026-11-25T15:00:00Z', { ...twoDay, country: 'CA' satisfies Country }).to).toBe('2026-11-27')
})

test('BEYOND-07, UX-07: an estimate is a range with its parts', () => {
  expect(order('2026-11-20T19:00:00Z', { method: serviceLevel.standard, makeDays: 2 })).toEqual({
    from: '2026-12-01',
    to: '2026-12-03',
    leaves: '2026-11-25',
    parts: { isAfterCutoff: true, makeDays: 2, carrierLeast: 3, carrierMost: 5 },
  })
})

test('OPEN-116: what comes later leaves on its first business day', () => {
  expect(order('2026-11-20T15:00:00Z', { availableFrom: '2026-12-05' }).leaves).toBe('2026-12-07')
})

test('UX-07: an estimate is read as a range, or as one day', () => {
  expect(arrivalText({ from: '2026-11-25', to: '2026-11-27' })).toBe('Arrives Wed, Nov 25 - Fri, Nov 27')
  expect(arrivalText({ from: '2026-11-25', to: '2026-11-25' })).toBe('Arrives Wed, Nov 25')
})

test.each([
  ['notFound', 'No longer available'],
  ['available', 'Arrives by Wed, Nov 25'],
  ['futureAvailability', 'Available Wed, Nov 25'],
  ['noLongerAvailable', 'No longer available'],
  ['notEligible', 'Not available for this ZIP code'],
  ['noCarrier', 'Not available for this ZIP code'],
  ['error', ''],
  ['notRequested', ''],
] as const)('OPEN-48: for %s the message is "%s"', (status, message) => {
  expect(eddMessage(availabilityStatus[status], '2026-11-25')).toBe(message)
})

describe('OPEN-48, SHIP-24: the promise of a line', () => {
  const facts: PromiseFacts = {
    sku: { status: 'active', isSold: true, shipKind: 'parcel', warehouseFree: 3, availableFrom: null, makeDays: 0 },
    wanted: 2,
    method: 1,
    storeFree: null,
  }
  const promise = (change: Partial<PromiseFacts>, sku: Partial<PromiseFacts['sku']> = {}) =>
    promiseDelivery({ ...facts, ...change, sku: { ...facts.sku, ...sku } }, '2026-11-20')

  test.each([
    ['stock', {}, {}, 1, 'Arrives by Mon, Nov 30', 'In stock', '2026-11-30'],
    ['too few pieces', { wanted: 4 }, {}, 3, 'No longer available', 'Only 3 left', null],
    [
      'a piece made to order',
      { wanted: 4 },
      { makeDays: 5 },
      2,
      'Available Mon, Nov 30',
      'Made to order',
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
    expect(promise(change, sku)).toEqual({ status, message, availabilityMessage, day })
  })
})
