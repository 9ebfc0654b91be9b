import { good, type Outcome, refused } from '#domain/outcome.ts'

/** A line holds at least 1 and at most 99 pieces (CONST-11, VALID-26). */
export const minQuantity = 1
export const maxQuantity = 99
/** A quantity field starts at 1 (CONST-04, CART-43). */
export const defaultQuantity = 1
/** Least and greatest donation, whole cents (OPEN-36). */
export const minDonationCents = 100
export const maxDonationCents = 100_000

/** Where the message on a line's quantity stands when its form was refused (SAFE-33). */
export function quantityField(lineItemId: string): string {
  return `quantity-${lineItemId}`
}

/** A whole number from 1 to 99 (VALID-26); else `quantityOutOfRange` with the two limits. */
export function checkQuantity(quantity: unknown): Outcome<number> {
  if (
    typeof quantity === 'number' &&
    Number.isInteger(quantity) &&
    quantity >= minQuantity &&
    quantity <= maxQuantity
  ) {
    return good(quantity)
  }
  return refused({ code: 'quantityOutOfRange', min: minQuantity, max: maxQuantity })
}

/** Pieces of a line after `added` more were put to it; above 99 the add is refused with `lineLimitExceeded` (OPEN-44). */
export function addPieces(current: number, added: number): Outcome<number> {
  const total = current + added
  if (total > maxQuantity) return refused({ code: 'lineLimitExceeded', max: maxQuantity, quantity: total })
  return good(total)
}

/** Pieces of two lines that become one at sign-in: never above 99, never refused (OPEN-05). */
export function mergedPieces(one: number, other: number): number {
  return Math.min(one + other, maxQuantity)
}

/** A donation of 100 to 100000 whole cents (OPEN-36); else `donationOutOfRange` with the limits in cents. */
export function checkDonation(cents: unknown): Outcome<number, 'donationOutOfRange'> {
  const isGood =
    typeof cents === 'number' && Number.isInteger(cents) && cents >= minDonationCents && cents <= maxDonationCents
  if (isGood) return good(cents)
  return refused({ code: 'donationOutOfRange', minCents: minDonationCents, maxCents: maxDonationCents })
}
