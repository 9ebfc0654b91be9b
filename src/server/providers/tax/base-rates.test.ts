import { expect, test } from 'vitest'
import { statesOf } from '#domain/address/states.ts'
import { baseRateAt, baseRates } from './base-rates.ts'

const percentOf = (place: string) =>
  (baseRates.find((row) => row.place === place)?.parts ?? []).reduce((all, part) => all + part.millionths, 0) / 10_000

test('OPEN-78: no place has two rows, and none is of no state or province', () => {
  const places = [...statesOf.US.map(({ code }) => `US-${code}`), ...statesOf.CA.map(({ code }) => `CA-${code}`)]
  expect(baseRates.map((row) => row.place).sort()).toEqual(places.sort())
})

// the general rates in force in 2026, written down a second time to catch a slip of the pen
test.each([
  [0, 'AK AS DE GU MP MT NH OR VI'],
  [2.9, 'CO'],
  [4, 'AL GA HI NY WY'],
  [4.2, 'SD'],
  [4.225, 'MO'],
  [4.5, 'OK'],
  [4.75, 'NC'],
  [4.875, 'NM'],
  [5, 'LA ND WI'],
  [5.3, 'VA'],
  [5.5, 'ME NE'],
  [5.6, 'AZ'],
  [5.75, 'OH'],
  [6, 'DC FL IA ID KY MD MI PA SC VT WV'],
  [6.1, 'UT'],
  [6.25, 'IL MA TX'],
  [6.35, 'CT'],
  [6.5, 'AR KS WA'],
  [6.625, 'NJ'],
  [6.85, 'NV'],
  [6.875, 'MN'],
  [7, 'IN MS RI TN'],
  [7.25, 'CA'],
  [11.5, 'PR'],
])('OPEN-78: %s %% in %s', (percent, states) => {
  const here = statesOf.US.map(({ code }) => code).filter((code) => percentOf(`US-${code}`) === percent)
  expect(here.sort()).toEqual(states.split(' '))
})

test.each([
  ['AB NT NU YT', ['GST 5']],
  ['BC MB', ['GST 5', 'PST 7']],
  ['SK', ['GST 5', 'PST 6']],
  ['QC', ['GST 5', 'QST 9.975']],
  ['ON', ['HST 13']],
  ['NS', ['HST 14']],
  ['NB NL PE', ['HST 15']],
])('OPEN-78: in %s the parts are %j', (provinces, parts) => {
  const told = (state: string) =>
    baseRateAt({ country: 'CA', state, postalCode: '' })?.parts.map((one) => `${one.name} ${one.millionths / 10_000}`)
  const here = statesOf.CA.map(({ code }) => code).filter((code) => `${told(code)}` === `${parts}`)
  expect(here.sort()).toEqual(provinces.split(' '))
})

test('UX-06: a state that there is not has no rate', () => {
  expect(baseRateAt({ country: 'US', state: 'ZZ', postalCode: '00000' })).toBeNull()
})
