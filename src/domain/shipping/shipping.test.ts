import { describe, expect, test } from 'vitest'
import {
  type AvailabilityStatus,
  availabilityStatus,
  isDescriptionDisabled,
  isPickupVisible,
  isShipVisible,
} from '#domain/catalog/availability.ts'
import { systemOfMeasure, unitName, unitSign } from '#domain/catalog/measures.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { shipmentFee, shipmentSurcharge, standardFee } from './fees.ts'
import { chooseHold, rangeOfDay } from './holiday-hold.ts'
import { isInLocalDeliveryArea } from './local-delivery-area.ts'
import { availableServiceLevels, calculatedShipMethod, serviceLevel, shipMethod } from './methods.ts'
import { isOversizedBox, isOversizedLine } from './oversize.ts'
import { isRestricted } from './restricted-states.ts'

const statuses: readonly AvailabilityStatus[] = Object.values(availabilityStatus)
const chicago = { state: 'IL', postalCode: '60601', country: 'US' } as const
const boise = { state: 'ID', postalCode: '83702', country: 'US' } as const
const anchorage = { state: 'AK', postalCode: '99501', country: 'US' } as const
const toronto = { state: 'ON', postalCode: 'M5V 2T6', country: 'CA' } as const

test('SHIP-13, DATA-24: the service levels have these numbers', () => {
  expect(serviceLevel).toEqual({ standard: 1, premium: 2, express: 3, localInHome: 6, longDistanceInHome: 7 })
})

test('SHIP-23: the availability statuses have these numbers', () => {
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

test('SHIP-20: shipping is visible for available, future and no carrier', () => {
  expect(statuses.filter(isShipVisible)).toEqual([1, 2, 5])
})

test('SHIP-21: pickup is visible for available, future and not requested', () => {
  expect(statuses.filter(isPickupVisible)).toEqual([1, 2, 7])
})

test('SHIP-22: the description is disabled for no longer available only', () => {
  expect(statuses.filter(isDescriptionDisabled)).toEqual([3])
})

test.each([
  [0, 695],
  [2500, 695],
  [2501, 995],
  [5000, 995],
  [5001, 1495],
  [10_000, 1495],
  [10_001, 1995],
  [20_000, 1995],
  [20_001, 2000],
  [25_000, 2500],
  [49_950, 4995],
  [60_000, 4995],
])('OPEN-79: merchandise of %s cents ships standard for %s', (merchandise, fee) => {
  expect(standardFee(merchandise, shippingFees)).toBe(fee)
})

test.each([
  [shipMethod.standard, 1495],
  [shipMethod.premium, 2995],
  [shipMethod.express, 3995],
  [shipMethod.localInHome, 11_900],
  [shipMethod.longDistanceInHome, 19_900],
  [shipMethod.basicFreight, 8900],
  [shipMethod.giftCard, 0],
])('OPEN-79: $100.00 by method %s costs %s cents', (method, cents) => {
  const fee = shipmentFee(method, 10_000, shippingFees)
  expect(fee.standardCents + fee.extraCents).toBe(cents)
})

test('CONST-05, OPEN-79: the surcharge is for standard to the surcharge states only', () => {
  expect(shipmentSurcharge(shipMethod.standard, anchorage, shippingFees)).toBe(1000)
  expect(shipmentSurcharge(shipMethod.premium, anchorage, shippingFees)).toBe(0)
  expect(shipmentSurcharge(shipMethod.standard, chicago, shippingFees)).toBe(0)
  expect(shipmentSurcharge(shipMethod.standard, null, shippingFees)).toBe(0)
  expect(shipmentSurcharge(shipMethod.standard, toronto, shippingFees)).toBe(0)
})

describe('OPEN-80: the calculated ship method', () => {
  test.each([
    ['giftCard', 1, chicago, 9],
    ['furniture', 1, chicago, 6],
    ['furniture', 6, boise, 7],
    ['furniture', 1, null, 7],
    ['furniture', 1, toronto, 6],
    ['freight', 3, chicago, 8],
    ['parcel', 1, chicago, 1],
    ['parcel', 2, chicago, 2],
    ['parcel', 3, null, 3],
    ['parcel', 6, chicago, 1],
    ['donation', 1, chicago, null],
  ] as const)('of %s with level %s is %#', (kind, chosen, destination, method) => {
    expect(calculatedShipMethod(kind, chosen, destination)).toBe(method)
  })

  test('the local delivery area goes by the first characters of the code', () => {
    expect([chicago, toronto, boise].map(isInLocalDeliveryArea)).toEqual([true, true, false])
  })
})

test('SHIP-14: parcels offer three levels, furniture the one of its place, the rest none', () => {
  expect(availableServiceLevels('parcel', boise)).toEqual([1, 2, 3])
  expect(availableServiceLevels('furniture', chicago)).toEqual([6])
  expect(availableServiceLevels('furniture', boise)).toEqual([7])
  expect(availableServiceLevels('freight', chicago)).toEqual([])
})

describe('OPEN-50, OVERSIZE-09: oversized boxes', () => {
  const inches = (width: number, depth: number, height: number) =>
    ({ width, depth, height, systemOfMeasure: 1 }) as const
  const centimeters = (width: number, depth: number, height: number) =>
    ({ width, depth, height, systemOfMeasure: 2 }) as const
  test.each([
    ['48 in long', inches(48, 10, 10), false],
    ['48.1 in long', inches(10, 48.1, 10), true],
    ['108 in in all', inches(36, 36, 36), false],
    ['109 in in all', inches(36, 36, 37), true],
    ['122 cm long', centimeters(10, 10, 122), false],
    ['123 cm long', centimeters(10, 10, 123), true],
    ['274 cm in all', centimeters(92, 91, 91), false],
    ['275 cm in all', centimeters(92, 92, 91), true],
  ])('a box %s', (_, box, isOversized) => {
    expect(isOversizedBox(box)).toBe(isOversized)
  })

  test('only lines for pickup count', () => {
    const boxes = [inches(60, 10, 10)]
    expect([isOversizedLine({ isPickup: true, boxes }), isOversizedLine({ isPickup: false, boxes })]).toEqual([
      true,
      false,
    ])
  })
})

test('OVERSIZE-08, PDP-10: 1 is inches and 2 centimeters', () => {
  expect([unitName(systemOfMeasure.inches), unitSign(1), unitName(2), unitSign(2)]).toEqual([
    'inches',
    'in',
    'centimeters',
    'cm',
  ])
})

describe('OPEN-84, SHIP-15: holiday hold', () => {
  const ranges = [
    { startDate: '2026-12-01', endDate: '2026-12-05' },
    { startDate: '2026-12-10', endDate: '2026-12-12' },
  ]
  test.each([
    ['2026-11-30', null],
    ['2026-12-01', 0],
    ['2026-12-05', 0],
    ['2026-12-06', null],
    ['2026-12-12', 1],
  ])('%s lies in range %s', (day, at) => {
    const range = rangeOfDay(day, ranges)
    expect(range.ok ? range.value : range.problem.code).toEqual(at === null ? 'dateNotOffered' : ranges[at])
  })

  test('SHIP-15: choosing a date sets service level 1 and its range', () => {
    expect(chooseHold('2026-12-11', ranges)).toEqual({
      ok: true,
      value: { selectedServiceLevel: 1, holidayHold: ranges[1] },
    })
    expect(chooseHold('2026-12-31', ranges).ok).toBe(false)
  })
})

test('OPEN-49, UNAVAIL-26: a marked item may not go to MN, ME and VT; the list can be changed', () => {
  const marked = { isPfas: true }
  expect(['MN', 'ME', 'VT', 'IL'].map((state) => isRestricted(marked, state))).toEqual([true, true, true, false])
  expect(isRestricted({ isPfas: false }, 'MN')).toBe(false)
  expect(isRestricted(marked, 'IL', ['IL'])).toBe(true)
})
