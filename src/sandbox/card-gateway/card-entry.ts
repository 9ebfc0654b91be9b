import { createHmac } from 'node:crypto'
import { storeCardBrand } from '#domain/cart/payment/store-card-brands.ts'
import { brandOf, type CardFlags } from '#domain/payment/brands.ts'
import { digitsOf, isCardNumber } from '#domain/payment/card-number.ts'
import { isExpired } from '#domain/payment/expiry.ts'
import { securityCodeProblem } from '#domain/payment/security-code.ts'

/** What the gateway reads from an entered card; `expMonth` and `expYear` are 0 for a store card (PAY-25). */
export type EnteredCard = {
  readonly brand: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
}

export type CardErrors = {
  readonly hasNumberError: boolean
  readonly hasExpDateError: boolean
  readonly hasCvvError: boolean
}

export type CardReading =
  | { readonly ok: true; readonly card: EnteredCard }
  | { readonly ok: false; readonly errors: CardErrors }

export type CardFields = {
  readonly number: string
  readonly cvv: string
  readonly expMonth: number
  readonly expYear: number
}

/** A card is good to the last day of its month wherever the shopper is; half a day behind UTC no place is later. */
const latestZoneMs = 12 * 60 * 60 * 1000

/**
 * Reads a card by the shop's own rules: number (OPEN-58 to OPEN-60), expiry (VALID-11, VALID-12, VALID-14) and code
 * (VALID-19, VALID-20). A store card has neither expiry nor code, whatever was sent along (PAY-25).
 */
export function readCard(fields: CardFields, flags: CardFlags, now: Date): CardReading {
  const digits = digitsOf(fields.number)
  const brand = brandOf(digits, flags)
  const isStoreCard = brand === storeCardBrand
  const expMonth = isStoreCard ? 0 : fields.expMonth
  const expYear = isStoreCard ? 0 : fields.expYear
  const today = new Date(now.getTime() - latestZoneMs).toISOString().slice(0, 10)
  const isMonth = isStoreCard || (expMonth >= 1 && expMonth <= 12 && expYear >= 2000)
  const errors = {
    hasNumberError: !isCardNumber(digits, flags),
    hasExpDateError: !isMonth || isExpired({ expMonth, expYear }, today),
    hasCvvError: !isStoreCard && securityCodeProblem(fields.cvv, brand) !== null,
  }
  const isWrong = errors.hasNumberError || errors.hasExpDateError || errors.hasCvvError
  if (isWrong || brand === null) return { ok: false, errors }
  return { ok: true, card: { brand, lastFour: digits.slice(-4), expMonth, expYear } }
}

/** The issuer's answer to a security code: 999 and 9999 are wrong, all others right (OPEN-65). */
export function isCodeRight(code: string): boolean {
  return code !== '999' && code !== '9999'
}

/** Store and co-brand cards of the demo, with rewards accounts there; they end in 1001 to 1005. */
const publishedCards: readonly string[] = [
  '6045880000061001',
  '6045880000051002',
  '6045880000041003',
  '5243040000061004',
  '4413642100041005',
]

/**
 * The same card gives the same fingerprint; without the key nobody can try numbers against it. The published cards, which
 * are no secret, have the same everywhere, so that a demo can hold rewards for them.
 */
export function fingerprintOf(number: string, key: string): string {
  const digits = digitsOf(number)
  const own = publishedCards.includes(digits) ? 'published cards' : key
  return createHmac('sha256', own).update(digits).digest('hex')
}
