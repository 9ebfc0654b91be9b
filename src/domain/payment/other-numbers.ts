const year = '(?:19|20|21)\\d\\d'
const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const join = '[-./]'
const kinds = [
  `${year}${join}${month}${join}${day}`,
  `${day}${join}${month}${join}${year}`,
  `${month}${join}${day}${join}${year}`,
  // a time of day
  '(?:[01]\\d|2[0-3])[.](?:[0-5]\\d)[.](?:[0-5]\\d)(?:[.]\\d{3})?',
  // a price
  '\\d{1,5}\\.\\d\\d',
  // a latitude or a longitude
  '\\d{1,3}\\.\\d{3,8}',
  // a phone number of North America
  '(?:1[-. ]?)?[2-9]\\d{2}[-. ]?[2-9]\\d{2}[-. ]?\\d{4}',
  // and one without its area, which stands in brackets before it
  '[2-9]\\d{2}[-. ]\\d{4}',
  // a ZIP+4
  '\\d{5}-\\d{4}',
  // a ZIP code, a sku, an order number, a day without dots, a tracking number
  '\\d{5,12}',
]
// a product code as it is printed; a product code, a tracking number of one group or of groups of four
const codes = ['\\d \\d{6} \\d{6}', '\\d{13,15}', '9[1-5]\\d\\d(?: ?\\d{4}){4}(?: ?\\d\\d)?']
// one kind after the other, never tried again: time grows with the length only
const item = new RegExp(`(?:${kinds.join('|')}|(${codes.join('|')}))(?=([ \\t\\r\\n/-]+|$))`, 'y')
const maxPhoneLength = 15
const phoneGroup = /[-. /]?(\d{1,15})(?!\d)/y
const gap = /[ \t\r\n/-]*/y

/**
 * Whether the digits with separators from one place of a text to another are a list of dates, times, prices, coordinates,
 * skus, phone numbers, ZIP codes, product codes or tracking numbers, which together may look like the digits of a card.
 */
export function isListOfOtherNumbers(text: string, from: number, to: number): boolean {
  const list = text.slice(from, to)
  return isListFrom(list, 0) || (text[from - 1] === '+' && endsOfPhone(list).some((end) => isListFrom(list, end)))
}

function isListFrom(list: string, from: number): boolean {
  let at = from
  while (at < list.length) {
    item.lastIndex = at
    const [found, code, space = ''] = item.exec(list) ?? []
    if (found === undefined || (code !== undefined && !isCodeOfGoods(code.replaceAll(' ', '')))) return false
    at += found.length + space.length
  }
  return true
}

/** Whether the area of a phone number stands in brackets before a place: what begins there is its rest, with others. */
export function isAfterAreaCode(text: string, at: number): boolean {
  return /\([2-9]\d\d\) ?$/.test(text.slice(Math.max(0, at - 6), at))
}

/** Where a phone number may end that a plus stands before, with the space behind it: after any of its groups. */
function endsOfPhone(list: string): number[] {
  const ends: number[] = []
  let digits = 0
  for (let end = 0; ; ) {
    phoneGroup.lastIndex = end
    const [found = '', group = ''] = phoneGroup.exec(list) ?? []
    digits += group.length
    if (found === '' || digits > maxPhoneLength) return ends
    end += found.length
    gap.lastIndex = end
    ends.push(end + (gap.exec(list)?.[0].length ?? 0))
  }
}

/**
 * Whether a number is a product code (GTIN-13, GTIN-14) or a tracking number (FedEx of 15 digits, USPS of 20 or 22): all
 * have the check digit of GS1, which one number in ten has that is none of them.
 */
export function isCodeOfGoods(number: string): boolean {
  if (!/^(?:\d{13,15}|9[1-5]\d{18}|9[1-5]\d{20})$/.test(number)) return false
  let sum = 0
  for (let at = 0; at < number.length; at += 1) {
    sum += Number(number[number.length - 1 - at]) * (at % 2 === 0 ? 1 : 3)
  }
  return sum % 10 === 0
}
