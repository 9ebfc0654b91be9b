import { createHmac } from 'node:crypto'
import { keyFor } from '#server/config/secrets.ts'

/** Numbers, pins and codes of stored value are kept as keyed hashes only: the table can pay nothing. */
export type StoredValueMac = {
  number(number: string): Buffer
  pin(number: string, pin: string): Buffer
  code(code: string): Buffer
  /** Of a rewards account's number, and of the fingerprint a gateway gives a card. */
  account(number: string): Buffer
  card(fingerprint: string): Buffer
}

/** The keyed hashes of one installation's secret. */
export function storedValueMac(secret: string): StoredValueMac {
  const key = keyFor(secret, 'stored-value')
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    number: (number) => mac(`number\n${number}`),
    pin: (number, pin) => mac(`pin\n${number}\n${pin}`),
    code: (code) => mac(`code\n${code}`),
    account: (number) => mac(`rewards account\n${number}`),
    card: (fingerprint) => mac(`rewards card\n${fingerprint}`),
  }
}
