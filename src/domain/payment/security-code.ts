import type { PageMessageKey } from '#domain/messages.ts'
import type { Brand } from './brands.ts'

/** Digits of the security code: 4 for American Express, 3 for others (VALID-18). */
export function securityCodeLength(brand: Brand | null): 3 | 4 {
  return brand === 'AmericanExpress' ? 4 : 3
}

/** The sentence a security code deserves: missing, not valid, or null when good (VALID-19, VALID-20). */
export function securityCodeProblem(text: string, brand: Brand | null): PageMessageKey | null {
  if (text.trim() === '') return 'securityCodeMissing'
  const isGood = /^\d+$/.test(text) && text.length === securityCodeLength(brand)
  return isGood ? null : 'securityCodeInvalid'
}
