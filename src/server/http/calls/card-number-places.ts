import type { FieldKind } from '#contracts/field-kinds.ts'
import { holdsCardNumber } from '#domain/payment/card-numbers-in-text.ts'

/** What programs make: a UUID, and hexadecimal of 32 digits or more. Some of them read as a card number. */
const made = /(?<![\da-z])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32,})(?![\da-z])/gi
const email = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

/**
 * Whether a card number stands where none belongs (SAFE-30). The place decides what is let through: an id where an id
 * belongs, an e-mail address where one belongs, and a secret is never looked at (SAFE-32).
 */
export function isCardNumberAt(place: FieldKind | undefined, text: string): boolean {
  if (place === 'secret' || (place === 'email' && email.test(text.trim()))) return false
  return holdsCardNumber(place === 'id' ? text.replace(made, ' id ') : text)
}

/** Values of an address that a visitor types in words; every other one is made by our own links. */
const typed = new Set(['q'])

/** Whether an address has a card number in its path, or in a name or a value of its query. */
export function isCardNumberInAddress(url: string): boolean {
  if (!/\d/.test(url)) return false
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  if (isCardNumberAt('id', decoded(path))) return true
  if (end === -1) return false
  return [...new URLSearchParams(url.slice(end + 1))].some(
    ([name, value]) => holdsCardNumber(name) || isCardNumberAt(placeInQuery(name), value),
  )
}

function placeInQuery(name: string): FieldKind | undefined {
  if (name === 'email') return 'email'
  return typed.has(name) ? undefined : 'id'
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
