const year = '(?:19|20|21)\\d\\d'
const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const join = '[-./]'
const kinds = [
  `${year}${join}${month}${join}${day}`,
  `${day}${join}${month}${join}${year}`,
  `${month}${join}${day}${join}${year}`,
  `${year}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
  // a time of day
  '(?:[01]\\d|2[0-3])[.](?:[0-5]\\d)[.](?:[0-5]\\d)(?:[.]\\d{3})?',
  // a price
  '\\d{1,5}\\.\\d\\d',
  // a sku
  '\\d{6}',
  // a phone number of North America
  '(?:1[-. ]?)?[2-9]\\d{2}[-. ]?[2-9]\\d{2}[-. ]?\\d{4}',
  // and one without its area, which stands in brackets before it
  '[2-9]\\d{2}[-. ]\\d{4}',
  // a ZIP+4
  '\\d{5}-\\d{4}',
]
// one kind after the other, never tried again: time grows with the length only
const item = new RegExp(`(?:${kinds.join('|')})(?=([ \\t\\r\\n/-]+|$))`, 'y')

/**
 * Whether digits with separators are a list of dates, times, prices, skus, phone numbers or ZIP codes, which together may
 * look like the digits of a card.
 */
export function isListOfOtherNumbers(text: string): boolean {
  let items = 0
  for (let at = 0; at < text.length; items += 1) {
    item.lastIndex = at
    const found = item.exec(text)
    if (found === null) return false
    at += found[0].length + (found[1] ?? '').length
  }
  return items > 1
}
