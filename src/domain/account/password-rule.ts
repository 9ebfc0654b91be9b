import { emailKey } from '#domain/address/email.ts'

/** Characters of a password, spaces and all (OPEN-97). */
export const passwordLimits = { min: 8, max: 128 } as const

/** Whether a password may be set for an account: 8 to 128 characters, and not the account's own email address (OPEN-97). */
export function isGoodPassword(password: string, email: string): boolean {
  const isLongEnough = password.length >= passwordLimits.min && password.length <= passwordLimits.max
  return isLongEnough && emailKey(password) !== emailKey(email)
}
