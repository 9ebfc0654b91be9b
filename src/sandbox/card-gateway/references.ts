import { randomBytes } from 'node:crypto'

const alphabet = 'BCDFGHJKLMNPQRSTVWXZ23456789'

/** A reference of the processor's own, in the form Adyen gives them: 16 capital letters and digits. */
export function newPspReference(): string {
  return Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** A token nobody can guess: 144 bits. It holds no run of digits that could read as a card number. */
export function newToken(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(32), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
