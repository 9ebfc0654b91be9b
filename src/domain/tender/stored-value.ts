/** Digits of a gift card's number and of its pin (OPEN-73). */
export const giftCardDigits = 16
const pin = /^\d{4,8}$/
const code = /^[A-Z0-9]{6,30}$/

/** A gift card's number as it was typed, without blanks and dashes; null when it has not 16 digits (OPEN-73). */
export function giftCardNumber(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return digits.length === giftCardDigits && /^\d+$/.test(digits) ? digits : null
}

/** A pin as it was typed, without blanks; null when it has not 4 to 8 digits (OPEN-73). */
export function giftCardPin(typed: string): string | null {
  const digits = typed.replace(/\s/g, '')
  return pin.test(digits) ? digits : null
}

/** A tender code or the number of a certificate as it is compared: capitals, without blanks and dashes; null when it can be none. */
export function tenderCode(typed: string): string | null {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase()
  return code.test(plain) ? plain : null
}

const lockMinutes = [15, 60, 24 * 60] as const

/** Minutes a number is locked after so many wrong pins in all: every fifth locks it, longer each time (OPEN-73); 0 for no lock. */
export function lockAfter(wrongPins: number): number {
  if (wrongPins === 0 || wrongPins % 5 !== 0) return 0
  return lockMinutes[Math.min(wrongPins / 5, lockMinutes.length) - 1] ?? 0
}
