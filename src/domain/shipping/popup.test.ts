import { describe, expect, test } from 'vitest'
import { atRate } from '#domain/money.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { type FeeCell, feeRows } from './fee-rows.ts'
import { type FeeTable, shipmentFee } from './fees.ts'
import { shipMethod } from './methods.ts'
import { sectionsFor, shippingSections } from './popup-sections.ts'

describe('SHIPPOP-04, SHIPPOP-05, SHIPPOP-06, SHIPPOP-07, SHIPPOP-08: the section of a calculated ship method', () => {
  test.each([
    [1, 'standard'],
    [2, 'standard'],
    [3, 'standard'],
    [6, 'localInHome'],
    [7, 'longDistanceInHome'],
    [8, 'basicFreight'],
    [9, 'giftCard'],
  ] as const)('%s is %s alone', (method, section) => {
    expect(sectionsFor(method)).toEqual([section])
  })
})

test.each([0, 4, 5, 10, undefined])('SHIPPOP-09: %s shows all sections', (method) => {
  expect(sectionsFor(method)).toEqual(shippingSections)
})

describe('SHIPPOP-13, OPEN-79: the rows of the fee table', () => {
  const chargeOf = (cell: FeeCell, merchandise: number) =>
    'cents' in cell ? cell.cents : Math.min(atRate(merchandise, cell.millionths) + cell.extraCents, cell.capCents)
  const other: FeeTable = {
    ...shippingFees,
    bands: [{ toCents: 9900, feeCents: 1200 }],
    aboveMillionths: 80_000,
    capCents: 6000,
    premiumExtraCents: 700,
  }

  test.each([
    ['own', shippingFees],
    ['retailer', other],
  ])('of the %s table say what the order is charged, at both ends of each row', (_, table) => {
    for (const row of feeRows(table)) {
      for (const merchandise of [row.fromCents + 1, row.toCents ?? 99_999_999, row.toCents ?? row.fromCents + 4000]) {
        for (const [cell, method] of [
          [row.standard, shipMethod.standard],
          [row.premium, shipMethod.premium],
          [row.express, shipMethod.express],
        ] as const) {
          const { standardCents, extraCents } = shipmentFee(method, merchandise, table)
          expect([merchandise, method, chargeOf(cell, merchandise)]).toEqual([
            merchandise,
            method,
            standardCents + extraCents,
          ])
        }
      }
    }
  })

  test('leave no amount out', () => {
    const rows = feeRows(shippingFees)
    expect(rows.map((row) => row.fromCents)).toEqual([0, 2500, 5000, 10_000, 20_000])
    expect(rows.map((row) => row.toCents)).toEqual([2500, 5000, 10_000, 20_000, null])
  })
})
