import { expect, test } from 'vitest'
import { countryName, requestCountries } from './request-countries.ts'
import { countryAbroad } from './ship-to.ts'

test.each([
  ['FR', 'FR'],
  ['fr', 'FR'],
  ['US', ''],
  ['ca', ''],
  ['', ''],
  ['FRA', ''],
  ['F1', ''],
  [undefined, ''],
])("OPEN-42: the cookie '%s' names the country abroad '%s'", (cookie, code) => {
  expect(countryAbroad(cookie)).toBe(code)
})

test('OPEN-42: the countries shipped to by request stand by name, each once, and none of them has a store', () => {
  const codes = requestCountries.map(({ code }) => code)
  const listed = requestCountries.map(({ name }) => name)
  expect(codes.filter((code) => countryAbroad(code) !== code)).toEqual([])
  expect([new Set(codes).size, new Set(listed).size]).toEqual([codes.length, codes.length])
  expect([listed[0], listed.at(-1)]).toEqual(['Andorra', 'Vietnam'])
  expect(countryName('FR')).toBe('France')
  expect([countryName('ZZ'), countryName('constructor')]).toEqual(['ZZ', 'constructor'])
})
