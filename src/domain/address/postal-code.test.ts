import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkPostalCode, postalCodeInput } from './postal-code.ts'

test.each(['K1A 0B1', 'K1A0B1'])('VALID-32: the Canadian %s is good', (code) => {
  expect(checkPostalCode(code, 'CA')).toEqual({ ok: true, value: 'K1A 0B1' })
})

test.each([...'DFIOQU'])('VALID-32: the letter %s is refused in every letter place', (letter) => {
  for (const code of [`${letter}1A 0B1`, `K1${letter} 0B1`, `K1A 0${letter}1`, `${letter.toLowerCase()}1A 0B1`]) {
    expect(checkPostalCode(code, 'CA')).toMatchObject({ ok: false, problem: { code: 'invalidPostalCode' } })
  }
})

test.each(['K1A  0B1', 'K1A-0B1', 'K1A 0B', '60601', '1K1 A0B', 'K1A 0B12'])(
  'VALID-32: the Canadian "%s" is refused',
  (code) => {
    expect(checkPostalCode(code, 'CA').ok).toBe(false)
  },
)

test('VALID-33: exactly five digits are a ZIP code', () => {
  expect(checkPostalCode('60601', 'US')).toEqual({ ok: true, value: '60601' })
})

test.each(['6060', '606011', '60601-1234', 'K1A 0B1', '6o601', '６０６０１'])(
  'VALID-33, OPEN-41: the ZIP "%s" is refused',
  (code) => {
    expect(checkPostalCode(code, 'US').ok).toBe(false)
  },
)

test.each(['', '   '])('VALID-34: an empty postal code "%s" is missing', (code) => {
  expect(checkPostalCode(code, 'CA')).toEqual({ ok: false, problem: { code: 'missingPostalCode' } })
  expect(checkPostalCode(code, 'US')).toEqual({ ok: false, problem: { code: 'missingPostalCode' } })
})

test('VALID-35: the refusal carries the entered value as fact 0', () => {
  expect(checkPostalCode('<b>1', 'US')).toEqual({ ok: false, problem: { code: 'invalidPostalCode', '0': '<b>1' } })
})

test.each([
  ['k1a0b1', 'K1A 0B1'],
  ['W1A 0B1', 'W1A 0B1'],
  ['z9z9z9', 'Z9Z 9Z9'],
])('OPEN-115, SCENE-16: %s is stored as %s', (code, stored) => {
  expect(checkPostalCode(code, 'CA')).toEqual({ ok: true, value: stored })
})

test('OPEN-115: a stored postal code is judged good again and stays the same', () => {
  const letter = fc.constantFrom(...'ABCEGHJKLMNPRSTVWXYZabceghjklmnprstvwxyz')
  const digit = fc.constantFrom(...'0123456789')
  const code = fc
    .tuple(letter, digit, letter, fc.constantFrom('', ' '), digit, letter, digit)
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(code, (entered) => {
      const once = checkPostalCode(entered, 'CA')
      expect(once.ok && checkPostalCode(once.value, 'CA')).toEqual(once)
    }),
  )
})

test.each([
  ['60601-1234', '60601'],
  ['606011234', '60601'],
  [' 60601-1234 ', '60601'],
  ['606011', '606011'],
  ['60601-', '60601-'],
])('SCENE-16: of "%s" a ZIP field keeps "%s"', (pasted, stored) => {
  expect(postalCodeInput(pasted, 'US')).toBe(stored)
})

test('SCENE-16: a Canadian field keeps what was typed', () => {
  expect(postalCodeInput('k1a0b1', 'CA')).toBe('k1a0b1')
})
