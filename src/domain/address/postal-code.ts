import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { Country } from '#domain/variant.ts'

// D, F, I, O, Q and U stand in no letter place (VALID-32); the first letter is not limited further (OPEN-115).
const canadian = /^[ABCEGHJ-NPR-TV-Z]\d[ABCEGHJ-NPR-TV-Z] ?\d[ABCEGHJ-NPR-TV-Z]\d$/i
const american = /^\d{5}$/
const zipPlusFour = /^(\d{5})[- ]?\d{4}$/

/**
 * The postal code as it is stored: five digits for the US, upper case with one space for Canada (VALID-32, VALID-33,
 * OPEN-115). Empty gives `missingPostalCode`, a wrong one `invalidPostalCode` with the entered value as fact '0'.
 */
export function checkPostalCode(
  entered: string,
  country: Country,
): Outcome<string, 'missingPostalCode' | 'invalidPostalCode'> {
  const text = entered.trim()
  if (text === '') return refused({ code: 'missingPostalCode' })
  const isGood = country === 'CA' ? canadian.test(text) : american.test(text)
  if (!isGood) return refused({ code: 'invalidPostalCode', '0': entered })
  if (country !== 'CA') return good(text)
  const compact = text.replace(' ', '').toUpperCase()
  return good(`${compact.slice(0, 3)} ${compact.slice(3)}`)
}

/** The country of a postal code in its stored form: only Canadian ones have letters. */
export function countryOfPostalCode(stored: string): Country {
  return /[A-Z]/.test(stored) ? 'CA' : 'US'
}

/** What a postal code field keeps of typed or pasted text: a whole ZIP+4 is cut to five digits (SCENE-16). */
export function postalCodeInput(text: string, country: Country): string {
  if (country === 'CA') return text
  return zipPlusFour.exec(text.trim())?.[1] ?? text
}
