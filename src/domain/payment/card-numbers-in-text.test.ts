import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsCardNumber, maskCardNumbers } from './card-numbers-in-text.ts'
import { passesLuhn } from './luhn.ts'

const visa = '4111111111111111'
const groups = ['4111', '1111', '1111', '1111']
const inScript = (nought: number, digits = visa) =>
  [...digits].map((digit) => String.fromCodePoint(nought + Number(digit))).join('')
const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')

const separators: readonly (readonly [name: string, separator: string])[] = [
  ['space', ' '],
  ['two spaces', '  '],
  ['tab', '\t'],
  ['no-break space', '\u00A0'],
  ['narrow no-break space', '\u202F'],
  ['figure space', '\u2007'],
  ['thin space', '\u2009'],
  ['hair space', '\u200A'],
  ['ideographic space', '\u3000'],
  ['zero-width space', '\u200B'],
  ['zero-width non-joiner', '\u200C'],
  ['zero-width joiner', '\u200D'],
  ['word joiner', '\u2060'],
  ['byte order mark', '\uFEFF'],
  ['soft hyphen', '\u00AD'],
  ['bidi mark', '\u200F'],
  ['dash', '-'],
  ['en dash', '\u2013'],
  ['em dash', '\u2014'],
  ['no-break hyphen', '\u2011'],
  ['minus', '\u2212'],
  ['dot', '.'],
  ['middle dot', '\u00B7'],
  ['full-width dot', '\uFF0E'],
  ['slash', '/'],
  ['backslash', '\\'],
  ['fraction slash', '\u2044'],
  ['underscore', '_'],
  ['full-width underscore', '\uFF3F'],
  ['line feed', '\n'],
  ['carriage return and line feed', '\r\n'],
  ['line separator', '\u2028'],
  ['combining mark', '\u0336'],
]

const signs: readonly (readonly [name: string, sign: string])[] = [
  ...[...',;:|+*#\'"~=()[]<>{}!?&^`\u00D7\u00B7\u2022\u2027\u201C\u00AB\u2192\u25CF'].map(
    (each) => [each, each] as const,
  ),
  ['comma and space', ', '],
  ['four stars', '****'],
]

const spellings: readonly (readonly [name: string, text: string])[] = [
  ['digits', visa],
  ['digits between letters', `x${visa}y`],
  ['a sentence', `my card is 4111 1111-1111 1111, thanks`],
  ['fifteen digits', '3782 822463 10005'],
  ['thirteen digits', '4222222222222'],
  ['nineteen digits', '6304000000000000000'],
  ['a longer run', '41111111111111111111'],
  ['a run with the code behind', `${visa}123`],
  ['one digit each', [...visa].join(' ')],
  ['pairs', '41.11.11.11.11.11.11.11'],
  ['a day and a code at its sides', `12 ${groups.join(' ')} 12/28 123`],
  ['full-width digits', inScript(0xff10)],
  ['Arabic-Indic digits', inScript(0x0660)],
  ['Persian digits', inScript(0x06f0)],
  ['Devanagari digits', inScript(0x0966)],
  ['bold digits', inScript(0x1d7ce)],
  ['monospaced digits', inScript(0x1d7f6)],
  ['circled digits', '④①①①①①①①①①①①①①①①'],
  ['superscript digits', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹'],
  ['one superscript digit', '4²2²2²2²2²2²2'],
  ['digits in brackets', '⑷⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴'],
  ['digits with full stops', '⒋⒈⒈⒈⒈⒈⒈⒈⒈⒈⒈⒈⒈⒈⒈⒈'],
  ['digits with commas', [...visa].map((digit) => String.fromCodePoint(0x1f101 + Number(digit))).join('')],
  ['digits circled twice', '⓸⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵⓵'],
  ['digits circled in black', '❹❶❶❶❶❶❶❶❶❶❶❶❶❶❶❶'],
  ['circled elevens', '④①⑪⑪⑪⑪⑪⑪⑪'],
  ['Ethiopic digits', '፬፩፩፩፩፩፩፩፩፩፩፩፩፩፩፩'],
  ['keycaps', [...visa].map((digit) => `${digit}\uFE0F\u20E3`).join('')],
  ['an x between groups', groups.join('x')],
  ['an X with spaces between groups', groups.join(' X ')],
  ['prices', '45.32 01.51 12.83 03.66'],
  ['prices with commas', '45.32, 01.51, 12.83, 03.66'],
  ['a phone number and a sku', '453-201-5112 830366'],
  ['a phone number with brackets and a sku', '(453) 201-5112 830366'],
  ['a phone number with its country', '+45 320 1511 2830366'],
  ['skus', '45320151 12830366'],
  ['coordinates', '45.320151, 12.830366'],
  ['a phone number and a ZIP code', '378-282-2463 10005'],
  ['a list, with the day and the code behind', '4111, 1111, 1111, 1111, 12/28, 123'],
  ['American Express with signs, and its day', '3782;822463;10005;12/28'],
  ['digits of two scripts', `4111${inScript(0xff10, '11111111')}1111`],
  ['percent-encoded groups', encodeURIComponent(groups.join(' '))],
  [
    'percent-encoded twice, in an address',
    `/search?q=${encodeURIComponent(encodeURIComponent(groups.join('\u00A0')))}`,
  ],
  ['percent-encoded digits', [...visa].map((digit) => `%3${digit}`).join('')],
  ['base64', base64(visa)],
  ['base64 without its end', base64(visa).replaceAll('=', '')],
  ['base64 in words', `see ${base64(visa)}.`],
  ['base64 of groups', base64(groups.join(' '))],
  ['base64 of groups with no-break spaces', base64(groups.join('\u00A0'))],
  ['base64 of full-width digits', base64(inScript(0xff10))],
  ['base64 of UTF-16', base64(visa, 'utf16le')],
  ['base64url', Buffer.from(`>>>${visa}???`).toString('base64url')],
  ...[...separators, ...signs].flatMap(([name, sign]) => [
    [`${name} between groups`, groups.join(sign)] as const,
    [`${name} between digits`, [...visa].join(sign)] as const,
  ]),
]

test.each(spellings)('SAFE-30, OPEN-64: a card number written as %s is found, and masked', (_name, text) => {
  expect(holdsCardNumber(text)).toBe(true)
  expect(holdsCardNumber(maskCardNumbers(text))).toBe(false)
  expect(holdsCardNumber(`Ring twice. ${text} Thank you, 3 pieces`)).toBe(true)
})

test.each([
  ['another check digit', '4111111111111112'],
  ['twelve digits', '411111111111'],
  ['no card begins so', '1795341213811'],
  ['no digits', 'no number'],
  ['nothing', ''],
  ['a ZIP code', '60601'],
  ['a phone number', '312-555-0100'],
  ['two phone numbers', '(412) 555-0100, 412-555-0199'],
  ['a phone number and a ZIP+4', '(205) 645-5569 10000-5942'],
  ['a Visa of thirteen digits that is a product code', '4006381333931'],
  ['a tracking number of UPS', '1Z999AA10123456784'],
  ['masked numbers', '************1111, ************1111, ************1111, ************1111'],
  ['a picture in base64', base64('\u0089PNG\r\n\u001a\n 12 34')],
])('SAFE-30: %s is no card number', (_name, text) => {
  expect(holdsCardNumber(text)).toBe(false)
  expect(maskCardNumbers(text)).toBe(text)
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
  ['41111111-1111-1111-8bcd-ef0123456789', '********-****-1111-8bcd-ef0123456789'],
  ['no number', 'no number'],
  ['', ''],
])('OPEN-92: "%s" is kept as "%s"', (text, stored) => {
  expect(maskCardNumbers(text)).toBe(stored)
})

test('OPEN-92: a number inside a longer run of digits is masked too', () => {
  expect(maskCardNumbers('99914111111111111111999')).not.toContain('4111111')
})

const beginnings = ['4', '51', '55', '2221', '2720', '34', '37', '6011', '65', '644', '622126', '300', '36', '38', '39']
const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((each) => each.join(''))
/** The check digit of product codes and of tracking numbers. */
const passesGs1 = (text: string) =>
  [...text].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
/** Cards of 13 to 15 digits are those of American Express and Diners Club: others are product codes when they may be. */
const isProductCode = (text: string) =>
  passesGs1(text) &&
  (text.length === 13 ||
    (text.length === 14 && !/^3(?:0[0-59]|[689])/.test(text)) ||
    (text.length === 15 && !/^3[47]/.test(text)))
/** A number of any length with a card's beginning and its check digit. */
const card = fc
  .tuple(
    fc.constantFrom(...beginnings, '3528', '3589', '62', '50', '5893', '6304', '8171'),
    fc.integer({ min: 13, max: 19 }),
  )
  .chain(([beginning, length]) => digits(length - beginning.length - 1).map((rest) => `${beginning}${rest}`))
  .map((start) => [...'0123456789'].map((check) => `${start}${check}`).find(passesLuhn) ?? '')
  .filter((number) => !isProductCode(number))
const noughts = [0x30, 0x30, 0x30, 0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x1d7ce]
/** The same number with anything between any of its digits, in any scripts. */
const spelled = card.chain((number) =>
  fc
    .tuple(
      fc.array(fc.constantFrom('', '', ...separators.map(([, separator]) => separator)), {
        minLength: number.length,
        maxLength: number.length,
      }),
      fc.array(fc.constantFrom(...noughts), { minLength: number.length, maxLength: number.length }),
    )
    .map(([between, scripts]) =>
      [...number]
        .map((digit, at) => inScript(scripts[at] ?? 0x30, digit) + (at < number.length - 1 ? between[at] : ''))
        .join(''),
    ),
)
const usual = fc
  .constantFrom(
    ...[
      '4',
      '51',
      '55',
      '50',
      '5893',
      '2221',
      '2720',
      '6011',
      '65',
      '644',
      '622126',
      '6304',
      '3528',
      '3589',
      '8171',
    ].map((beginning) => [beginning, 16] as const),
    ...(['34', '37'] as const).map((beginning) => [beginning, 15] as const),
    ...(['300', '309', '36', '38', '39'] as const).map((beginning) => [beginning, 14] as const),
  )
  .chain(([beginning, length]) => digits(length - beginning.length - 1).map((rest) => `${beginning}${rest}`))
  .map((start) => [...'0123456789'].map((check) => `${start}${check}`).find(passesLuhn) ?? '')
/** A number of the usual length of its brand, in groups of any size, as lists of prices, phone numbers and skus have them. */
const grouped = usual.chain((number) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 1, max: 8 }), { minLength: number.length, maxLength: number.length }),
      fc.array(fc.constantFrom(...[...separators, ...signs].map(([, sign]) => sign), '. ', ' - '), {
        minLength: number.length,
        maxLength: number.length,
      }),
      fc.boolean(),
    )
    .map(([sizes, between, isEven]) => {
      let text = ''
      for (let at = 0, nth = 0; at < number.length; at += sizes[nth] ?? 1, nth += 1) {
        const gap = isEven ? between[nth % 2] : between[nth]
        text += (at === 0 ? '' : gap) + number.slice(at, at + (sizes[nth] ?? 1))
      }
      return text
    }),
)
const around = fc.constantFrom('', 'card ', '"', 'a', ': ', '(', ', ')

describe('SAFE-30: no card number passes, whatever the spelling', () => {
  test('in words, in any script, with any separators', () => {
    fc.assert(
      fc.property(around, spelled, around, (before, text, after) => {
        expect(holdsCardNumber(`${before}${text}${after}`)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  test('in groups of any size, as other numbers are written', () => {
    fc.assert(
      fc.property(around, grouped, around, (before, text, after) => {
        expect(holdsCardNumber(`${before}${text}${after}`)).toBe(true)
        expect(holdsCardNumber(maskCardNumbers(`${before}${text}${after}`))).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  test('in base64 of 12 to 64 characters', () => {
    const separated = fc
      .tuple(card, fc.constantFrom('', ' ', '-', '.', '/', '_', '\n'))
      .map(([number, separator]) => [...number].join(separator))
    fc.assert(
      fc.property(separated, fc.constantFrom<BufferEncoding>('base64', 'base64url'), (text, encoding) => {
        const word = Buffer.from(text).toString(encoding)
        expect(word.length).toBeLessThanOrEqual(64)
        expect(holdsCardNumber(word)).toBe(true)
        expect(holdsCardNumber(maskCardNumbers(`ref ${word}`))).toBe(false)
      }),
    )
  })

  test('and after masking none is left, with no other character changed', () => {
    const noise = fc.string({ unit: fc.constantFrom(...'0123456789', '4', '1', ' ', '-', 'x', '.'), maxLength: 60 })
    fc.assert(
      fc.property(noise, spelled, noise, (before, text, after) => {
        const whole = `${before}${text}${after}`
        const masked = maskCardNumbers(whole)
        expect(holdsCardNumber(masked)).toBe(false)
        expect(masked).toHaveLength(whole.length)
        for (let at = 0; at < whole.length; at += 1) expect([whole[at], '*']).toContain(masked[at])
      }),
      { numRuns: 300 },
    )
  })
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
