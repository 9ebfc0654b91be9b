import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskLongDigits } from './long-digits.ts'
import { passesLuhn } from './luhn.ts'

const id = 'ab12cdef-1234-4567-8901-abcdef34abcd'
const signs = { version: 12, variant: 16 } as const

/** An id with a card of this length from this place on, its digits those given; letters stand elsewhere. Null: none fits. */
function idWithCard(from: number, length: number, digits: readonly number[]) {
  const hex = Array.from({ length: 32 }, (_, at) => 'abcdef'[at % 6]!)
  for (let at = from; at < from + length; at += 1) hex[at] = String(at === from ? 4 : digits[at])
  hex[signs.version] = '4'
  hex[signs.variant] = '8'
  const card = hex.slice(from, from + length).join('')
  const text = hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return passesLuhn(card) && card.startsWith('4') ? { card, text } : null
}

describe('SAFE-30, SEC-61: long digits of the log', () => {
  test.each([
    ['an id with twelve digits in a row', `Row ${id} is gone.`, `Row ${id} is gone.`],
    ['two ids', `${id},${id}`, `${id},${id}`],
    ['digits of no card', 'Sent 123456789012 twice', 'Sent [digits] twice'],
    ['a card in groups', '4111-1111-1111-1111', '[digits]'],
    ['an id of digits alone', '41112345-1234-4567-8901-234567891234', '[digits]'],
    ['the shape with another version', id.replace('-4567', '-1567'), 'ab12cdef-[digits]-abcdef34abcd'],
    ['the shape in capitals', id.toUpperCase(), 'AB12CDEF-[digits]-ABCDEF34ABCD'],
    ['the shape glued to a word', `x${id}`, 'xab12cdef-[digits]-abcdef34abcd'],
    [
      'a card that runs on into an id',
      '41111111111 11111bcd-ab34-4abc-8abc-abcdefabcdef',
      '[digits]bcd-ab34-4abc-8abc-abcdefabcdef',
    ],
    [
      'a card that an id runs on into',
      'abcdefab-ab34-4abc-8abc-abcdefa41111 11111111111',
      'abcdefab-ab34-4abc-8abc-abcdefa[digits]',
    ],
  ])('%s', (_, text, masked) => {
    expect(maskLongDigits(text)).toBe(masked)
  })

  test('a card that is written as a part of an id is never left, wherever it begins and ends', () => {
    let seen = 0
    const digits = fc.array(fc.nat(9), { minLength: 32, maxLength: 32 })
    fc.assert(
      fc.property(fc.nat(19), fc.integer({ min: 13, max: 19 }), digits, (from, length, some) => {
        const made = from + length <= 32 ? idWithCard(from, length, some) : null
        fc.pre(made !== null)
        seen += 1
        expect(maskLongDigits(`at ${made.text}.`).replaceAll(/[^\da-f]/g, '')).not.toContain(made.card)
      }),
      { maxSkipsPerRun: 1_000 },
    )
    expect(seen).toBeGreaterThan(0)
  })

  test('of the random ids that have such a stretch hardly one in eight is masked: those a card could be read out of', () => {
    const ids = fc.sample(fc.uuid({ version: 4 }), { numRuns: 20_000, seed: 8 })
    const masked = ids.filter((one) => maskLongDigits(`Row ${one} is gone.`) !== `Row ${one} is gone.`)
    expect(masked.every((one) => /\d(-?\d){12}/.test(one))).toBe(true)
    expect(masked.length).toBeLessThan(ids.filter((one) => /\d(-?\d){11}/.test(one)).length / 4)
  })
})
