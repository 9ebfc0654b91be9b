import type { DemoNumbers, OverNumbers } from '#server/tender/demo-value-store.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'

/**
 * What anybody can read in catalog/stored-value.jsonl and catalog/stored-value-over.jsonl. It stands here too, so that a shop without the folder of the demo
 * knows it all the same.
 */
const known = {
  number: new Set([1, 2, 3, 4, 5, 6, 7, 8, 9].map((nth) => `600649123456000${nth}`)),
  code: new Set([
    ...['WELCOME25', 'BIENVENUE25', 'EXPIRED25', 'EXPIRE25', 'VOID25', 'ANNULE25'],
    ...['REWARD2000A001', 'REWARD5000A002', 'REWARD1000A003', 'REWARD2500B001', 'REWARD2500C001', 'REWARD3000D001'],
    ...['REWARD4000A004', 'REWARD1000C002', 'REWARD4000C003'],
  ]),
  accountNumber: new Set(['9001234501', '9001234502', '9001234503', '9001234504']),
} as const

/** A line of stored value as far as it is named by numbers; each as it is compared, without blanks and dashes. */
type NamedLine = { readonly [Field in keyof typeof known]?: string }

/** The field of a line whose number everybody knows; null when it has none. */
export function knownField(line: NamedLine): keyof typeof known | null {
  const fields = ['number', 'code', 'accountNumber'] as const
  return fields.find((field) => known[field].has(line[field] ?? '')) ?? null
}

/** What of the demo is over from the beginning, so that shoppers can meet it: no order has made it so (OPEN-111). */
const over = {
  blockedCards: ['6006491234560006', '6006491234560007'],
  emptyCards: ['6006491234560008', '6006491234560009'],
  voidCodes: ['VOID25', 'ANNULE25', 'REWARD4000A004', 'REWARD4000C003'],
} as const

/** The keyed hashes, hexadecimal, of the cards and codes that are over from the beginning. */
export function demoNumbersOver(mac: StoredValueMac): OverNumbers {
  const hashes = (texts: readonly string[], hash: (text: string) => Buffer) =>
    texts.map((text) => hash(text).toString('hex'))
  return {
    blockedCards: hashes(over.blockedCards, mac.number),
    emptyCards: hashes(over.emptyCards, mac.number),
    voidCodes: hashes(over.voidCodes, mac.code),
  }
}

/** The keyed hashes of all known numbers, by each key there is. */
export function demoNumbers(mac: StoredValueMac): DemoNumbers {
  const hashes = (texts: ReadonlySet<string>, what: 'number' | 'code' | 'account') =>
    [mac, ...mac.old].flatMap((each) => [...texts].map((text) => each[what](text).toString('hex')))
  return {
    cards: hashes(known.number, 'number'),
    codes: hashes(known.code, 'code'),
    accounts: hashes(known.accountNumber, 'account'),
  }
}
