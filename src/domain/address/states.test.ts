import { describe, expect, test } from 'vitest'
import { stateOfPostalCode } from './postal-prefixes.ts'
import { hasShippingSurcharge, stateCodeOf, statesOf } from './states.ts'

test('SHIP-03: there are 50 states, a district and 5 territories, and 13 provinces and territories', () => {
  expect([statesOf.US.length, statesOf.CA.length]).toEqual([56, 13])
})

test('CONST-05, SHIPPOP-15: exactly Alaska, Hawaii and the territories have a surcharge', () => {
  expect(
    statesOf.US.filter((state) => state.hasSurcharge)
      .map((state) => state.code)
      .sort(),
  ).toEqual(['AK', 'AS', 'GU', 'HI', 'MP', 'PR', 'VI'])
  expect(hasShippingSurcharge({ state: 'HI', country: 'US' })).toBe(true)
  expect(statesOf.CA.some((province) => hasShippingSurcharge({ state: province.code, country: 'CA' }))).toBe(false)
})

test.each([
  ['IL', 'US', 'IL'],
  ['illinois', 'US', 'IL'],
  [' Ontario ', 'CA', 'ON'],
  ['Québec', 'CA', 'QC'],
  ['ON', 'US', null],
  ['', 'US', null],
] as const)('SCENE-16: the browser may fill in "%s" (%s), which is %s', (text, country, code) => {
  expect(stateCodeOf(text, country)).toBe(code)
})

describe('OPEN-74, OPEN-37: the state of a postal code', () => {
  test.each([
    ['60601', 'IL'],
    ['10001', 'NY'],
    ['00501', 'NY'],
    ['06390', 'NY'],
    ['20500', 'DC'],
    ['20147', 'VA'],
    ['96813', 'HI'],
    ['96799', 'AS'],
    ['96910', 'GU'],
    ['96932', 'GU'],
    ['96950', 'MP'],
    ['00802', 'VI'],
    ['00901', 'PR'],
    ['73301', 'TX'],
    ['88510', 'TX'],
    ['05501', 'MA'],
    ['39901', 'GA'],
    ['99501', 'AK'],
    ['83414', 'WY'],
  ])('%s lies in %s', (zip, state) => {
    expect(stateOfPostalCode(zip, 'US')).toBe(state)
  })

  test.each(['00000', '00099', '34300', '09001', '96201', '34001', '96940', '96933', '1234', ''])(
    '%s lies in no state',
    (zip) => {
      expect(stateOfPostalCode(zip, 'US')).toBeNull()
    },
  )

  test.each([
    ['K1A 0B1', 'ON'],
    ['h2y1c6', 'QC'],
    ['X0A 0A1', 'NU'],
    ['X0C 0A1', 'NU'],
    ['X0E 0A1', 'NT'],
    ['X1A 1A1', 'NT'],
    ['A1A 1A1', 'NL'],
    ['Y1A 1A1', 'YT'],
    ['W1A 0B1', null],
    ['X2A 1A1', null],
  ])('%s lies in %s', (code, province) => {
    expect(stateOfPostalCode(code, 'CA')).toBe(province)
  })

  test('every state and territory has postal codes, and none but they', () => {
    const zips = Array.from({ length: 100_000 }, (_, at) => stateOfPostalCode(String(at).padStart(5, '0'), 'US'))
    const known = new Set(zips.filter((state) => state !== null))
    expect([...known].sort()).toEqual(statesOf.US.map((state) => state.code).sort())
  })
})
