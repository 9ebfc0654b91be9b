import { brandNames } from '#domain/payment/brand-names.ts'
import { type Brand, brandOf, type CardFlags } from '#domain/payment/brands.ts'
import type { CardField, CardFields } from '#domain/payment/card-form.ts'
import { digitsOf } from '#domain/payment/card-number.ts'
import { readExpiry } from '#domain/payment/expiry.ts'
import { securityCodeLength } from '#domain/payment/security-code.ts'

const usualDigits: { readonly [Name in Brand]?: readonly number[] } = {
  AmericanExpress: [15],
  Visa: [13, 16, 19],
  DinersClub: [14, 16],
}

/** What is wrong with this very value and how to fix it, beside the fixed sentence (UX-14); '' where that says it all. */
export function cardHint(field: CardField, fields: CardFields, flags: CardFlags): string {
  if (fields[field].trim() === '') return ''
  const digits = digitsOf(fields.number)
  const brand = brandOf(digits, flags)
  switch (field) {
    case 'number': {
      if (brand === null) return 'The first digits are of no card we take. Please compare them with your card.'
      const lengths = usualDigits[brand] ?? [16]
      if (lengths.includes(digits.length)) return 'Please compare the digits with your card: one of them seems wrong.'
      return `A ${brandNames[brand]} number has ${either(lengths)} digits; this one has ${digits.length}.`
    }
    case 'expiry': {
      const { expMonth, expYear } = readExpiry(fields.expiry)
      if (expMonth > 12) return 'The month is from 01 to 12.'
      if (expMonth === 0 || expYear === 0) return 'Please enter month and year, such as 05/29.'
      return 'This date has passed. Please use another card.'
    }
    case 'cvv': {
      const wanted = securityCodeLength(brand)
      return `${brand === null ? 'It' : `The code of ${brandNames[brand]}`} has ${wanted} digits; this one has ${fields.cvv.length}.`
    }
  }
}

function either(lengths: readonly number[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(lengths.map(String))
}
