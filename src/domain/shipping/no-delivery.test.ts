import { describe, expect, test } from 'vitest'
import { promiseTo } from './no-delivery.ts'

const promised = {
  day: '2026-12-01',
  status: 1,
  message: 'Arrives by Tue, Dec 1',
  availabilityMessage: 'In stock',
} as const
const gone = { day: null, status: 3, message: 'No longer available', availabilityMessage: 'Only 1 left' } as const
const coated = { isPfas: true, shipKind: 'parcel' } as const
const plain = { isPfas: false, shipKind: 'parcel' } as const
const [minnesota, illinois] = [{ state: 'MN' }, { state: 'IL' }]
const to = (place: Parameters<typeof promiseTo>[0], sku: Parameters<typeof promiseTo>[2]['sku']) =>
  promiseTo(place, promised, { sku, country: 'US', restrictedStates: ['MN'] })

describe('OPEN-48, SHIP-23: no date is promised to a place that an item does not go to', () => {
  test.each([
    ['PFAS, its state forbids it', minnesota, coated, 4],
    ['PFAS, to another state', illinois, coated, 1],
    ['PFAS, the place is not known yet', null, coated, 1],
    ['nothing forbidden, to the same state', minnesota, plain, 1],
    ['no carrier goes there', 'unserved', plain, 5],
    ['a donation goes nowhere', 'unserved', { isPfas: false, shipKind: 'donation' }, 1],
  ] as const)('OPEN-48: %s', (_what, place, sku, status) => {
    const there = to(place, sku)
    expect(there.status).toBe(status)
    expect([there.day, there.message, there.availabilityMessage]).toEqual(
      status === 1
        ? [promised.day, promised.message, promised.availabilityMessage]
        : [null, 'Not available for this ZIP code', 'Not available for this ZIP code'],
    )
  })

  test('OPEN-48: what cannot be had at all is told so, wherever it goes', () => {
    expect(promiseTo(minnesota, gone, { sku: coated, country: 'US', restrictedStates: ['MN'] })).toBe(gone)
  })

  test('OPEN-48: in Canada it is a postal code', () => {
    const there = promiseTo('unserved', promised, { sku: plain, country: 'CA', restrictedStates: [] })
    expect(there.message).toBe('Not available for this postal code')
  })
})
