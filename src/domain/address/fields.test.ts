import { describe, expect, test } from 'vitest'
import { defaultMessage } from '#domain/messages.ts'
import { allVariants } from '#domain/variant.ts'
import { emailKey, emailMaxLength, isEmail } from './email.ts'
import { isName } from './names.ts'
import { formatPhone, phoneDigits } from './phone.ts'

test.each(["O'Neil", 'Anne-Marie', 'José', 'A/B', 'St. John', 'Ann (Lee)', 'Łukasz', 'Åsa'])(
  'VALID-36: %s is a name',
  (name) => {
    expect(isName(name)).toBe(true)
  },
)

test.each(['A1', 'a@b', '', 'Ann<b>', 'Ann\n', '×', '÷'])('VALID-36: "%s" is no name', (name) => {
  expect(isName(name)).toBe(false)
})

const letterless = ['---', ' ', "'", '()']
test.each(letterless)('OPEN-114: "%s" has no letter and is no name', (name) => {
  expect(isName(name)).toBe(false)
})

test.each(['a@b.co', 'a@b.info', "o'neil+x@shop-1.example.com", 'A_b%c@x.CA'])(
  'VALID-37, OPEN-14: %s is an address',
  (email) => {
    expect(isEmail(email)).toBe(true)
  },
)

test.each(['a@b.c', 'a@b.store', 'a b@c.com', 'a@b', '', '@b.co', 'a@.co', 'a@b..co', 'a@b.co\n', 'é@b.co'])(
  'VALID-37: "%s" is no address',
  (email) => {
    expect(isEmail(email)).toBe(false)
  },
)

test('CONST-14, RESET-06: an email address has at most 66 characters', () => {
  expect(emailMaxLength).toBe(66)
  expect(isEmail(`${'a'.repeat(61)}@b.co`)).toBe(true)
  expect(isEmail(`${'a'.repeat(62)}@b.co`)).toBe(false)
})

test('OPEN-14: the example in the sentence of a wrong address is itself good', () => {
  for (const variant of allVariants) {
    const example = /i\.e\. (\S+)\)/.exec(defaultMessage('invalidEmailAddress', variant))?.[1] ?? ''
    expect(example).toBe('name@example.com')
    expect(isEmail(example)).toBe(true)
  }
})

test('SCENE-07: two spellings of an address are one shopper', () => {
  expect(emailKey(' A.B@x.com ')).toBe(emailKey('a.b@X.com'))
})

describe('SHIP-03: phone', () => {
  test.each(['3125550100', '(312) 555-0100', '+1 312 555 0100', '1-312-555-0100', '312.555.0100'])(
    '%s is read as ten digits',
    (text) => {
      expect(phoneDigits(text)).toBe('3125550100')
    },
  )

  test.each(['', '555-0100', '2 312 555 0100', '312555010', '312-555-0100 x12', 'call me'])(
    '"%s" is refused',
    (text) => {
      expect(phoneDigits(text)).toBeNull()
    },
  )

  test('ten digits are written as people do', () => {
    expect(formatPhone('3125550100')).toBe('(312) 555-0100')
  })
})
