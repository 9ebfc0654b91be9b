import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { giftCardNumber, giftCardPin, tenderCode } from '#domain/tender/stored-value.ts'
import { readLines } from '#server/catalog/import-lines.ts'
import type { Database } from '#server/db/database.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'
import { type IssuedCard, type IssuedCode, issueCards, issueCodes } from '#server/tender/stored-value-store.ts'

const amountCents = z.int().min(1).max(1_000_000)
const currency = z.enum(['USD', 'CAD'])
const number = z.string().transform((typed, context) => {
  const read = giftCardNumber(typed)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'a gift card has a number of 16 digits' })
  return z.NEVER
})
const pin = z.string().transform((typed, context) => {
  const read = giftCardPin(typed)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'a pin has 4 to 8 digits' })
  return z.NEVER
})
const code = z.string().transform((typed, context) => {
  const read = tenderCode(typed)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'a code has 6 to 30 letters and digits' })
  return z.NEVER
})
const storedValue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('giftCard'), number, pin, amountCents, currency }),
  z.strictObject({ kind: z.literal('tenderCode'), code, amountCents, currency, endsAt: z.iso.datetime().optional() }),
])

/** What is wrong with a line; `field` is '' when it is the whole line. Never the number, pin or code itself. */
export type StoredValueFault = { readonly line: number; readonly field: string; readonly message: string }
export type StoredValueReport = {
  readonly faults: readonly StoredValueFault[]
  readonly issued: number
  readonly known: number
}

/**
 * Issues the gift cards and tender codes of a JSON Lines file: {kind: 'giftCard', number, pin, amountCents, currency} or
 * {kind: 'tenderCode', code, amountCents, currency, endsAt}. Amounts in cents. One that is there already is left as it is,
 * with its balance; of a file with a bad line nothing is issued.
 */
export async function importStoredValue(
  database: Database,
  file: string,
  mac: StoredValueMac,
): Promise<StoredValueReport> {
  const faults: StoredValueFault[] = []
  const cards: IssuedCard[] = []
  const codes: IssuedCode[] = []
  for await (const batch of readLines(file, () => undefined)) {
    for (const { line, text } of batch) {
      const read = storedValue.safeParse(jsonOf(text))
      if (!read.success) {
        faults.push(...read.error.issues.map(({ path, message }) => ({ line, field: path.join('.'), message })))
      } else if (read.data.kind === 'giftCard') {
        const { number: digits, pin: secret, amountCents: cents, currency: money } = read.data
        const macs = { numberMac: mac.number(digits), pinMac: mac.pin(digits, secret) }
        cards.push({ id: randomUUID(), ...hex(macs), last4: digits.slice(-4), cents, currency: money })
      } else {
        const { code: plain, amountCents: cents, currency: money, endsAt } = read.data
        const codeMac = mac.code(plain).toString('hex')
        codes.push({
          id: randomUUID(),
          codeMac,
          last4: plain.slice(-4),
          cents,
          currency: money,
          endsAt: endsAt ?? null,
        })
      }
    }
  }
  if (faults.length > 0) return { faults, issued: 0, known: 0 }
  const issued = await database.transaction(async (tx) => (await issueCards(tx, cards)) + (await issueCodes(tx, codes)))
  return { faults, issued, known: cards.length + codes.length - issued }
}

function hex({ numberMac, pinMac }: { readonly numberMac: Buffer; readonly pinMac: Buffer }) {
  return { numberMac: numberMac.toString('hex'), pinMac: pinMac.toString('hex') }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
