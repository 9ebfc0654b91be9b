import type { PageMessageKey } from '#domain/messages.ts'

/** The field MM/YY takes at most 5 characters (VALID-13). */
export const expiryMaxLength = 5

export type Expiry = { readonly expMonth: number; readonly expYear: number }

/** What the field shows after typing or pasting (VALID-13): '2' becomes '02', '1' stays, '0529' and '05/2029' become '05/29'. */
export function expiryInput(text: string): string {
  const [head = '', tail] = text.split('/', 2)
  const hasSlash = tail !== undefined
  const monthAlone = head.replace(/\D/g, '')
  const first = monthAlone.length === 1 && (hasSlash || monthAlone > '1') ? `0${monthAlone}` : monthAlone
  const digits = first + (tail ?? '').replace(/\D/g, '')
  const year = digits.length === 6 && digits.slice(2, 4) === '20' ? digits.slice(4) : digits.slice(2, 4)
  if (digits.length > 2) return `${digits.slice(0, 2)}/${year}`
  return hasSlash && digits.length === 2 ? `${digits}/` : digits
}

/** Month and year of 'MM/YY'; a part that is missing is 0, the year is stored as '20' and two digits (PAY-11, CONST-07). */
export function readExpiry(text: string): Expiry {
  const parts = /^(\d{1,2})(?:\/(\d{2})?)?$/.exec(expiryInput(text.trim()))
  return { expMonth: Number(parts?.[1] ?? 0), expYear: parts?.[2] === undefined ? 0 : Number(`20${parts[2]}`) }
}

/** Whether a card is past the last day of its month (VALID-14). `today` is the store's day, 'YYYY-MM-DD'. A store card has no expiry (0, 0). */
export function isExpired(expiry: Expiry, today: string): boolean {
  if (expiry.expMonth === 0 && expiry.expYear === 0) return false
  const [year = 0, month = 0] = today.split('-').map(Number)
  return expiry.expYear < year || (expiry.expYear === year && expiry.expMonth < month)
}

/** The sentence an expiry deserves: missing (also 0), not valid, or null when good (VALID-11, VALID-12, VALID-14). */
export function expiryProblem(text: string, today: string): PageMessageKey | null {
  const expiry = readExpiry(text)
  if (expiry.expMonth === 0 || expiry.expYear === 0) return 'expirationMissing'
  if (expiry.expMonth > 12 || isExpired(expiry, today)) return 'expirationInvalid'
  return null
}
