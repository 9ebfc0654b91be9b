import { expect, test } from 'vitest'
import { statesOf } from '#domain/address/states.ts'
import type { Country } from '#domain/variant.ts'
import { taxPartsAt, taxPlace, taxTable } from './tax.ts'

const countries: readonly Country[] = ['US', 'CA']

test('OPEN-78: every state and province has its row, and no other place has one', () => {
  const places = countries.flatMap((country) => statesOf[country].map((state) => taxPlace(country, state.code)))
  expect(Object.keys(taxTable).sort()).toEqual(places.sort())
})

test.each([
  ['US', 'IL', ['Sales tax'], 62_500],
  ['US', 'OR', [], 0],
  ['US', 'MN', ['Sales tax'], 68_750],
  ['CA', 'ON', ['HST'], 130_000],
  ['CA', 'BC', ['GST', 'PST'], 120_000],
  ['CA', 'QC', ['GST', 'QST'], 149_750],
  ['CA', 'AB', ['GST'], 50_000],
  ['CA', 'NS', ['HST'], 140_000],
] as const)('OPEN-78: in %s-%s the parts are %j, %s millionths in all', (country, state, names, millionths) => {
  const parts = taxPartsAt({ country, state })
  expect(parts.map((part) => part.name)).toEqual(names)
  expect(parts.reduce((total, part) => total + part.millionths, 0)).toBe(millionths)
})

test('OPEN-78: all rates are whole millionths below 20 percent', () => {
  const rates = Object.values(taxTable).flatMap((parts) => parts.map((part) => part.millionths))
  expect(rates.filter((rate) => !Number.isInteger(rate) || rate <= 0 || rate >= 200_000)).toEqual([])
})

test('UX-06: without a known place there is no tax yet', () => {
  expect(taxPartsAt(null)).toEqual([])
  expect(taxPartsAt({ country: 'US', state: 'ZZ' })).toEqual([])
})
