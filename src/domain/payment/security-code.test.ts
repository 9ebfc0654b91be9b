import { expect, test } from 'vitest'
import { securityCodeLength, securityCodeProblem } from './security-code.ts'

test.each([
  ['AmericanExpress', 4],
  ['Visa', 3],
  [null, 3],
] as const)('VALID-18: the code of %s has %s digits', (brand, length) => {
  expect(securityCodeLength(brand)).toBe(length)
})

test.each([
  ['', 'Visa', 'securityCodeMissing'],
  ['12', 'Visa', 'securityCodeInvalid'],
  ['1234', 'Visa', 'securityCodeInvalid'],
  ['12a', 'Visa', 'securityCodeInvalid'],
  ['123', 'AmericanExpress', 'securityCodeInvalid'],
  ['123', 'Visa', null],
  ['1234', 'AmericanExpress', null],
] as const)('VALID-19, VALID-20: the code "%s" of %s gives %s', (text, brand, key) => {
  expect(securityCodeProblem(text, brand)).toBe(key)
})
