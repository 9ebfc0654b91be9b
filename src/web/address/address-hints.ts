import type { AddressField } from '#domain/address/layouts.ts'
import type { Country } from '#domain/variant.ts'

/** What is wrong with this very value and how to fix it, said after the fixed sentence (UX-14); '' where that says it all. */
export function addressHint(field: AddressField, value: string, country: Country): string {
  const text = value.trim()
  if (text === '') return ''
  switch (field) {
    case 'postalCode':
      return country === 'CA' ? canadianHint(text) : zipHint(text)
    case 'email':
      return emailHint(text)
    case 'phone':
      return phoneHint(text)
    case 'firstName':
    case 'lastName':
      return /\d/.test(text) ? 'A name has no digits.' : ''
    default:
      return ''
  }
}

function zipHint(text: string): string {
  const digits = text.replace(/\D/g, '').length
  if (/[^\d\s-]/.test(text)) return 'A ZIP code has digits only, such as 60606.'
  return digits === 5 ? '' : `A ZIP code has 5 digits; this one has ${digits}.`
}

function canadianHint(text: string): string {
  if (/[dfioqu]/i.test(text)) return 'A postal code has no D, F, I, O, Q or U. Is an O a zero?'
  const length = text.replace(/\s/g, '').length
  if (length !== 6) return `A postal code has 6 letters and digits, such as K1A 0B1; this one has ${length}.`
  return 'Letters and digits take turns, such as K1A 0B1.'
}

function emailHint(text: string): string {
  if (/\s/.test(text)) return 'There is a space in it.'
  const parts = text.split('@')
  if (parts.length === 1) return 'The @ is missing.'
  if (parts.length > 2) return 'There is more than one @.'
  if (parts[0] === '') return 'The part before the @ is missing.'
  if (!parts[1]?.includes('.')) return `The end is missing, such as .com after ${parts[1] === '' ? 'the @' : parts[1]}.`
  if (!/\.[A-Za-z]{2,4}$/.test(text)) return 'Please check the part after the last dot.'
  return ''
}

function phoneHint(text: string): string {
  const digits = text.replace(/\D/g, '').length
  if (/[^\d\s().+-]/.test(text)) return 'Please use digits only, such as (312) 555-0110.'
  return digits === 10 ? '' : `This one has ${digits}.`
}
