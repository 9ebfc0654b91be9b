import { expect, test } from 'vitest'
import { availabilityOf, availabilityStatus } from './availability.ts'
import type { AvailabilityFacts } from './sku.ts'

const facts: AvailabilityFacts = { status: 'active', warehouseFree: 0, availableFrom: null, makeDays: 0 }
const today = '2026-11-21'

test('SHIP-23: item availability statuses have their numbers', () => {
  expect(availabilityStatus).toEqual({
    notFound: 0,
    available: 1,
    futureAvailability: 2,
    noLongerAvailable: 3,
    notEligible: 4,
    noCarrier: 5,
    error: 6,
    notRequested: 7,
  })
})

test.each<[string, Partial<Parameters<typeof availabilityOf>[0]>, number]>([
  ['a free piece is available', { warehouseFree: 1 }, 1],
  ['no piece and none to come is no longer available', {}, 3],
  ['a piece to come tomorrow is a future one', { availableFrom: '2026-11-22' }, 2],
  ['a day to come that has come, without pieces, is no longer available', { availableFrom: '2026-11-21' }, 3],
  ['made to order is a future one', { makeDays: 1 }, 2],
  ['taken off sale is no longer available, whatever lies there', { status: 'nla', warehouseFree: 9, makeDays: 9 }, 3],
  ['a free piece of something also made to order is available', { warehouseFree: 1, makeDays: 40 }, 1],
  ['a donation lies nowhere and is available', { shipKind: 'donation' }, 1],
  ['a donation taken off sale is no longer available', { shipKind: 'donation', status: 'nla' }, 3],
])('OPEN-109: %s', (_case, more, status) => {
  expect(availabilityOf({ ...facts, ...more }, today)).toBe(status)
})
