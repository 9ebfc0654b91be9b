import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import type { PageMessageKey } from '#domain/messages.ts'
import { type Brand, brandOf, type CardFlags, isOldCoBrandCard, type SelectionType } from './brands.ts'
import { passesLuhn } from './luhn.ts'

/** The input of a card number takes at most 24 characters (CONST-14, VALID-05). */
export const cardInputMaxLength = 24

const typingRows: readonly (readonly [SelectionType, RegExp])[] = [
  ['Amex', /^3[47]/],
  ['Discover', /^(?:6[045]|622|81[0-7])/],
  ['MasterCard', /^(?:5[1-5]|2[2-7])/],
  ['Visa', /^4/],
  ['DinersClub', /^(?:30[0-5]|36|3[89])/],
]

const maxDigitsOf: { readonly [Type in SelectionType]: number } = {
  Amex: 15,
  Discover: 16,
  MasterCard: 16,
  Visa: 19,
  CoBrandMasterCard: 16,
  StoreCreditCard: 16,
  DinersClub: 16,
  Unspecified: 19,
}

const goodLengths: { readonly [Name in Brand]: readonly number[] } = {
  MasterCard: [16],
  Visa: [13, 16, 19],
  AmericanExpress: [15],
  Discover: [16],
  DinersClub: [14, 16],
  PLCCSynchrony: [16],
  CoBrandMasterCard: [16],
  Imprint: [16],
  Cup: [16],
  Jcb: [16],
}

/** The digits of a card number as typed or pasted; all else is stripped (VALID-03). */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** The type while typing, from 2 to 19 digits on (VALID-06 to VALID-10, PAY-17); it drives how many digits the field takes. */
export function typingTypeOf(digits: string): SelectionType {
  if (digits.length < 2 || digits.length > 19) return 'Unspecified'
  return typingRows.find(([, prefix]) => prefix.test(digits))?.[0] ?? 'Unspecified'
}

/** The most digits the field takes for what was typed so far (VALID-05, OPEN-59). */
export function maxDigits(digits: string): number {
  return maxDigitsOf[typingTypeOf(digits.slice(0, 19))]
}

/** Digits in groups of four with a space between, whatever the type (VALID-04). */
export function formatCardNumber(digits: string): string {
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** What the field shows after typing or pasting `text`: grouped, cut to the digits of its type (VALID-04, VALID-05). */
export function cardNumberInput(text: string): string {
  const digits = digitsOf(text)
  return formatCardNumber(digits.slice(0, maxDigits(digits)))
}

/** Whether a number has a brand, a length of it and, save for the store card, a right check digit (OPEN-59, OPEN-60). */
export function isCardNumber(text: string, flags: CardFlags): boolean {
  const digits = digitsOf(text)
  const brand = brandOf(digits, flags)
  if (brand === null || !goodLengths[brand].includes(digits.length)) return false
  return brand === storeCardBrand || passesLuhn(digits)
}

/** The sentence a card number deserves: missing, not valid, an old co-brand card, or null when good (VALID-01, VALID-02, VALID-15). */
export function cardNumberProblem(text: string, flags: CardFlags): PageMessageKey | null {
  if (text.trim() === '') return 'cardNumberMissing'
  if (isOldCoBrandCard(brandOf(digitsOf(text), flags), flags)) return 'cardReissued'
  return isCardNumber(text, flags) ? null : 'cardNumberInvalid'
}
