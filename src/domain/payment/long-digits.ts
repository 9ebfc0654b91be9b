import { beginsAsCard } from './card-beginnings.ts'
import { passesLuhn } from './luhn.ts'

const longDigits = /\d(?:[ -]?\d){11,}/g
/** An id as this shop makes them: version 4, in small letters, standing alone. */
const ownIds = /(?<![\w-])[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\w-])/g

/**
 * A text without any long stretch of digits, a card's or not. An id keeps those that lie within it, unless a card could be
 * read out of them, wherever it began and ended.
 */
export function maskLongDigits(text: string): string {
  const ids = [...text.matchAll(ownIds)].filter(([id]) => /[a-f]/.test(id))
  return text.replace(longDigits, (digits: string, from: number) => {
    const isWithin = ids.some(({ 0: id, index }) => index <= from && from + digits.length <= index + id.length)
    return isWithin && !holdsAnyCard(digits.replaceAll('-', '')) ? digits : '[digits]'
  })
}

function holdsAnyCard(digits: string): boolean {
  for (let from = 0; from + 13 <= digits.length; from += 1) {
    if (!beginsAsCard(Number(digits.slice(from, from + 4)))) continue
    for (let to = from + 13; to <= Math.min(from + 19, digits.length); to += 1) {
      if (passesLuhn(digits.slice(from, to))) return true
    }
  }
  return false
}
