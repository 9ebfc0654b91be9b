import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskCardNumbers, readsAsCardNumber } from './card-numbers-in-text.ts'
import { passesLuhn } from './luhn.ts'

test.each(['4111111111111111', '4111 1111 1111 1111', '4111-1111-1111-1111', '378282246310005', ' 4222222222222 '])(
  'OPEN-64: "%s" reads as a card number',
  (text) => {
    expect(readsAsCardNumber(text)).toBe(true)
  },
)

test.each([
  '4111111111111112',
  '411111111111',
  '41111111111111111111',
  '4111.1111.1111.1111',
  'x4111111111111111',
  '',
  '60601',
])('OPEN-64: "%s" does not', (text) => {
  expect(readsAsCardNumber(text)).toBe(false)
})

test.each([
  ['4111111111111111', '************1111'],
  ['card 4111 1111-1111 1111.', 'card **** ****-**** 1111.'],
  ['a 378282246310005 b 4111111111111111', 'a ***********0005 b ************1111'],
  ['order 123456789012 of 2026-11-21', 'order 123456789012 of 2026-11-21'],
  ['{"number":"5555555555554444"}', '{"number":"************4444"}'],
  [
    'basket bdd30453-8931-4231-8850-56acce67cf59, card 4111111111111111',
    'basket bdd30453-8931-4231-8850-56acce67cf59, card ************1111',
  ],
  ['41111111-1111-1111', '********-****-1111'],
  ['no number', 'no number'],
  ['', ''],
])('OPEN-92: "%s" is kept as "%s"', (text, kept) => {
  expect(maskCardNumbers(text)).toBe(kept)
})

test('OPEN-92: a number inside a longer run of digits is masked too', () => {
  expect(maskCardNumbers('99914111111111111111999')).not.toContain('4111111')
})

test('OPEN-92: after masking no stretch of 13 to 19 digits passes Luhn', () => {
  const character = fc.constantFrom(...'0123456789', '4', '1', ' ', '-', 'x')
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
      for (const [run] of maskCardNumbers(text).matchAll(/\d[\d -]*/g)) {
        const digits = run.replace(/\D/g, '')
        for (let first = 0; first < digits.length; first += 1) {
          for (let length = 13; length <= 19 && first + length <= digits.length; length += 1) {
            expect(passesLuhn(digits.slice(first, first + length))).toBe(false)
          }
        }
      }
    }),
  )
})

test('OPEN-92: masking changes no other character and no length', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const masked = maskCardNumbers(text)
      expect(masked).toHaveLength(text.length)
      for (let at = 0; at < text.length; at += 1) expect([text[at], '*']).toContain(masked[at])
    }),
  )
})

test('OPEN-64, OPEN-92: 100 kB of digits, spaces or dashes are judged and masked', () => {
  for (const text of ['4'.repeat(100_000), '4 '.repeat(50_000), '-'.repeat(100_000), `1${' '.repeat(99_999)}`]) {
    expect(readsAsCardNumber(text)).toBe(false)
    expect(maskCardNumbers(text)).toHaveLength(text.length)
  }
})
