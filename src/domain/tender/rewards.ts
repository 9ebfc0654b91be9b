import { addDays, type Day, storeDay } from '#domain/days.ts'

const account = /^\d{8,12}$/

/**
 * A rewards account's number as it was typed, without blanks and dashes; null when it has not 8 to 12 digits. It is always
 * shorter than a card's number, so that none can be taken for the other (OPEN-64).
 */
export function rewardsAccountNumber(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return account.test(digits) ? digits : null
}

/** A certificate as it is judged; cents, its last day, and the store's day of now. */
export type CertificateFacts = {
  readonly state: 'free' | 'held' | 'used' | 'void'
  readonly expiresOn: Day
  /** Of the account that the shopper has shown to be hers. */
  readonly isOwn: boolean
}

/**
 * Why a certificate cannot be used (OPEN-53); null when it can. Another account's is as unknown: nobody learns which
 * numbers there are. Good on its last day.
 */
export function certificateProblem(
  certificate: CertificateFacts | undefined,
  today: Day,
): 'certificateNotAccepted' | 'certificateUsed' | 'certificateExpired' | null {
  if (certificate === undefined || !certificate.isOwn || certificate.state === 'void') return 'certificateNotAccepted'
  if (certificate.state !== 'free') return 'certificateUsed'
  return certificate.expiresOn < today ? 'certificateExpired' : null
}

/** The first moment after the last day of a certificate: midnight of the store's clock, also in summer time. */
export function endOfDay(day: Day): Date {
  // Chicago is five or six hours behind UTC: at 05:00 it is either the next day's midnight or an hour short of it
  const next = new Date(`${addDays(day, 1)}T05:00:00Z`)
  return storeDay(next) > day ? next : new Date(next.getTime() + 3_600_000)
}
