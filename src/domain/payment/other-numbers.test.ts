import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsCardNumber, maskCardNumbers } from './card-numbers-in-text.ts'
import { passesLuhn } from './luhn.ts'

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((each) => each.join(''))
/** The check digit of product codes and of tracking numbers. */
const passesGs1 = (text: string) =>
  [...text].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
const around = fc.constantFrom('', 'card ', '"', 'a', ': ', '(', ', ')

const padded = (number: number, length: number) => String(number).padStart(length, '0')
const number = (length: number) => fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 }).map(String)
const phone = fc
  .tuple(fc.integer({ min: 200, max: 999 }), fc.integer({ min: 200, max: 999 }), fc.integer({ min: 0, max: 9_999 }))
  .chain(([area, exchange, line]) => {
    const rest = padded(line, 4)
    return fc.constantFrom(
      `${area}${exchange}${rest}`,
      `${area}-${exchange}-${rest}`,
      `(${area}) ${exchange}-${rest}`,
      `${area}.${exchange}.${rest}`,
      `${area} ${exchange} ${rest}`,
      `+1 ${area} ${exchange} ${rest}`,
      `1-${area}-${exchange}-${rest}`,
    )
  })
const zip4 = fc.tuple(number(5), number(4)).map(([zip, four]) => `${zip}-${four}`)
const price = fc.integer({ min: 1, max: 999_999 }).map((cents) => (cents / 100).toFixed(2))
const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const compact = (date: Date) => date.toISOString().replace(/\D/g, '')
const timestamp = moment.chain((date) =>
  fc.constantFrom(
    date.toISOString(),
    date.toISOString().replace('T', ' '),
    date.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.'),
    String(Math.floor(date.getTime() / 1000)),
    compact(date),
    compact(date).slice(0, 14),
    `${compact(date)}000`,
    `${compact(date).slice(0, 8)} ${compact(date).slice(8, 14)}`,
  ),
)
// to the year 2033; after it the milliseconds begin with 2
const epoch = fc
  .date({ min: new Date('2001-09-09T02:00:00Z'), max: new Date('2033-05-18T00:00:00Z'), noInvalidDate: true })
  .chain((date) => fc.constantFrom(String(date.getTime()), `${date.getTime()}123`, `${date.getTime()}123456`))
const orderNumber = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 12, maxLength: 12 })
  .map((text) => text.replace(/^(.{4})(.{4})(.{4})$/, '$1-$2-$3'))
const listOf = (item: fc.Arbitrary<string>, separators: readonly string[]) =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 8 }), fc.constantFrom(...separators))
    .map(([items, separator]) => items.join(separator))
const withGs1 = (beginning: fc.Arbitrary<string>, length: number) =>
  beginning
    .chain((start) => digits(length - 1 - start.length).map((rest) => start + rest))
    .map((start) => [...'0123456789'].map((check) => start + check).find(passesGs1) ?? '')
const gtin = fc.oneof(
  withGs1(fc.constantFrom('40', '45', '49', '50', '54', '57', '590', '600', '690', '', '0'), 13),
  withGs1(fc.constantFrom('1', '4', '5', ''), 14),
  withGs1(fc.constantFrom('4', '5'), 13).map((code) => code.replace(/^(.)(.{6})/, '$1 $2 ')),
)
const usps = fc
  .oneof(withGs1(fc.constantFrom('92', '93', '94', '95', '91'), 22), withGs1(fc.constantFrom('91', '94'), 20))
  .chain((code) => fc.constantFrom(code, code.replace(/(.{4})(?=.)/g, '$1 ')))
const upsCheck = (word: string) => {
  const values = [...word].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10))
  return String((10 - (values.reduce((sum, value, at) => sum + (at % 2 === 0 ? value : 2 * value), 0) % 10)) % 10)
}
const ups = fc
  .tuple(fc.string({ unit: fc.constantFrom(...'0123456789AEFWX'), minLength: 6, maxLength: 6 }), number(9))
  .map((both) => both.join(''))
  .map((word) => word + upsCheck(word))
  .filter((word) => !isOneCard(word))
  .chain((word) =>
    fc.constantFrom(
      `1Z${word}`,
      `1Z ${word.replace(/^(...)(...)(..)(....)/, '$1 $2 $3 $4 ')}`,
      `1z${word.toLowerCase()}`,
    ),
  )
const abroad = fc
  .tuple(
    fc.constantFrom('44', '49', '33', '34', '43', '46', '47', '61', '52', '55', '351', '420', '39', '86'),
    number(9),
    fc.constantFrom('', '', '1', '12'),
  )
  .chain(([country, rest, more]) =>
    fc.constantFrom(
      `+${country}${rest}${more}`,
      `+${country} ${rest.slice(0, 2)} ${rest.slice(2, 5)} ${rest.slice(5)}${more}`,
      `+${country}-${rest.slice(0, 4)}-${rest.slice(4)}${more}`,
      `+${country} (${rest.slice(0, 3)}) ${rest.slice(3)}${more}`,
    ),
  )
const degrees = (most: number) =>
  fc
    .tuple(fc.integer({ min: -most, max: most }), fc.integer({ min: 3, max: 8 }).chain(number))
    .map((both) => both.join('.'))
const coordinates = fc
  .tuple(degrees(89), degrees(179), fc.constantFrom(', ', ',', ' '))
  .map(([north, east, comma]) => north + comma + east)
/**
 * Numbers that nobody can tell from a card: between letters there are the digits of one card of the usual length and
 * nothing else. There the card wins.
 */
const isOneCard = (text: string) =>
  text
    .split(/[A-Za-z$]+|\(\d{3}\)/)
    .concat(text.split(/[A-Za-z$]+/), text.split(/[^\d\s./\\-]+/))
    .some((part) => {
      const all = part.replace(/\D/g, '')
      return passesLuhn(all) && /^(?:[456]\d{15}|2[2-7]\d{14}|35\d{14}|81\d{14}|3[47]\d{13}|3[0689]\d{12})$/.test(all)
    })
const everyday: readonly (readonly [name: string, texts: fc.Arbitrary<string>])[] = [
  // a card in the shape of a UUID has parts of digits alone; where a UUID belongs its place lets it through
  [
    'a UUID',
    fc
      .uuid()
      .filter((id) => !/^\d{8}-\d{4}-\d{4}-|-\d{4}-\d{12}$/.test(id))
      // glued to a letter it is no UUID any more
      .map((id) => ` ${id} `),
  ],
  ['phone numbers', listOf(phone, [', ', ' ', '\n', '; '])],
  ['ZIP+4', listOf(zip4, [', ', ' ', '\n', '; '])],
  ['a phone number and a ZIP+4', fc.tuple(phone, zip4).map((both) => both.join(' '))],
  ['a SKU list', listOf(number(6), [', ', ',', ' ', '\n', '; ', ' | ', '/'])],
  ['order numbers', listOf(orderNumber, [', ', ' ', '\n'])],
  ['a timestamp', timestamp],
  ['milliseconds', epoch],
  [
    'days',
    listOf(
      moment.map((date) => date.toISOString().slice(0, 10)),
      [' ', ' - ', ', '],
    ),
  ],
  ['a price list', listOf(price, [', ', ' ', '\n', '; ', ' $', ' | '])],
  [
    'a phone number and a ZIP code',
    fc
      .tuple(phone, number(5))
      .chain(([tel, zip]) => fc.constantFrom(`${tel} ${zip}`, `${tel}, ${zip}`, `${zip} ${tel}`)),
  ],
  ['ZIP codes', listOf(number(5), [', ', ' ', '\n', '; '])],
  ['phone numbers with their countries', listOf(fc.oneof(abroad, phone), [', ', ' ', '\n', '; ', ' | '])],
  ['a phone number with its country and a ZIP code', fc.tuple(abroad, number(5)).map((both) => both.join(' '))],
  ['UPS tracking numbers', listOf(ups, [', ', ' ', '\n', '; ']).map((text) => ` ${text} `)],
  ['FedEx tracking numbers', listOf(fc.oneof(number(12), withGs1(fc.constantFrom(''), 15)), [', ', ' ', '\n', '; '])],
  ['USPS tracking numbers', listOf(usps, [', ', ' ', '\n', '; '])],
  ['product codes', listOf(gtin, [', ', ' ', '\n', '; ', ' | '])],
  [
    'product codes and quantities',
    listOf(
      gtin.map((code) => `${code} x 2`),
      [', ', '; '],
    ),
  ],
  [
    'skus and quantities',
    listOf(
      fc
        .tuple(number(6), fc.integer({ min: 1, max: 99 }))
        .chain(([sku, count]) => fc.constantFrom(`${sku} x ${count}`, `${count}x ${sku}`, `#${sku} (${count})`)),
      [', ', '\n', '; '],
    ),
  ],
  ['numbers of orders', listOf(fc.integer({ min: 5, max: 12 }).chain(number), [', ', ' ', '\n', '; ', ' / '])],
  [
    'times of day',
    listOf(
      moment.map((date) => date.toISOString().slice(11, 16)),
      [', ', ' - ', '-', ' ', '; '],
    ),
  ],
  [
    'days and times',
    listOf(
      moment.chain((date) =>
        fc.constantFrom(
          date.toISOString(),
          date.toISOString().slice(0, 19).replace('T', ' '),
          `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} 4:30`,
        ),
      ),
      [', ', ' - ', '\n', '; '],
    ),
  ],
  ['coordinates', coordinates],
  [
    'sizes',
    listOf(
      fc
        .array(fc.integer({ min: 1, max: 120 }), { minLength: 2, maxLength: 3 })
        .chain((sides) => fc.constantFrom(' x ', 'x', ' × ', '×').map((by) => sides.join(by))),
      [', ', '; ', ' in, '],
    ),
  ],
  [
    'prices with thousands',
    listOf(
      price.map((text) => `$1,${text.padStart(6, '0')}`),
      [', ', ' ', '\n'],
    ),
  ],
]

describe('SAFE-30: no number of every day is taken for a card', () => {
  test.each(everyday)('%s', (_name, texts) => {
    fc.assert(
      fc.property(around, texts, around, (before, text, after) => {
        fc.pre(!isOneCard(text))
        expect(holdsCardNumber(`${before}${text}${after}`)).toBe(false)
        expect(maskCardNumbers(`${before}${text}${after}`)).toBe(`${before}${text}${after}`)
      }),
      { numRuns: 1_000 },
    )
  })
})
