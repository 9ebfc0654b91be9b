import { createHmac } from 'node:crypto'
import { keyFor } from '#server/config/secrets.ts'

/** Numbers, pins and codes of stored value are kept as keyed hashes only: the table can pay nothing. */
export type StoredValueMac = {
  /** What its key is called in the rows that it made. */
  readonly keyNo: number
  number(number: string): Buffer
  pin(number: string, pin: string): Buffer
  code(code: string): Buffer
  /** Of a rewards account's number, and of the fingerprint a gateway gives a card. */
  account(number: string): Buffer
  card(fingerprint: string): Buffer
  /** The same by the keys of before, whose rows are found and rewritten. */
  readonly old: readonly StoredValueMac[]
}

/** The keyed hashes of one installation's secret, or of its secrets, the newest first. */
export function storedValueMac(secrets: string | readonly [string, ...string[]]): StoredValueMac {
  const [newest, ...old] = typeof secrets === 'string' ? [secrets] : secrets
  const key = keyFor(newest, 'stored-value')
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    keyNo: mac('number of this key').readInt32BE(),
    number: (number) => mac(`number\n${number}`),
    pin: (number, pin) => mac(`pin\n${number}\n${pin}`),
    code: (code) => mac(`code\n${code}`),
    account: (number) => mac(`rewards account\n${number}`),
    card: (fingerprint) => mac(`rewards card\n${fingerprint}`),
    old: old.filter((each) => each !== newest).map((each) => storedValueMac(each)),
  }
}
