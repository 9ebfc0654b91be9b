import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { endOfDay, rewardsAccountNumber } from '#domain/tender/rewards.ts'
import { giftCardNumber, giftCardPin, tenderCode } from '#domain/tender/stored-value.ts'
import { readLines } from '#server/catalog/import/import-lines.ts'
import type { Database } from '#server/db/database.ts'
import { isProductionShop } from '#server/platform/production-mark-store.ts'
import { knownField } from '#server/tender/demo-numbers.ts'
import { renew } from '#server/tender/renew-store.ts'
import {
  type IssuedAccount,
  type IssuedCertificate,
  issueCertificates,
  openAccounts,
  readKnownAccounts,
} from '#server/tender/reward-store.ts'
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
const accountNumber = z.string().transform((typed, context) => {
  const read = rewardsAccountNumber(typed)
  if (read !== null) return read
  context.addIssue({ code: 'custom', message: 'a rewards account has a number of 8 to 12 digits' })
  return z.NEVER
})
const fingerprint = z.string().min(16).max(200)
const storedValue = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('giftCard'), number, pin, amountCents, currency }),
  z.strictObject({ kind: z.literal('tenderCode'), code, amountCents, currency, endsAt: z.iso.datetime().optional() }),
  z.strictObject({
    kind: z.literal('rewardsAccount'),
    accountNumber,
    currency,
    cards: z.array(fingerprint).default([]),
  }),
  z.strictObject({
    kind: z.literal('certificate'),
    code,
    accountNumber,
    amountCents,
    currency,
    expiresOn: z.iso.date(),
  }),
])
type Line = z.output<typeof storedValue>

/** What is wrong with a line; `field` is '' when it is the whole line. Never the number, pin or code itself. */
export type StoredValueFault = { readonly line: number; readonly field: string; readonly message: string }
export type StoredValueReport = {
  readonly faults: readonly StoredValueFault[]
  readonly issued: number
  readonly known: number
}

/** How a file's stored value is issued. */
export type IssueOptions = {
  /** It is the demo's: a production start refuses it (SAFE-03). What has a number of the demo is marked so anyway. */
  readonly isDemo: boolean
  /** For a shop that sells: a number that everybody knows is a fault. So it is in a database that production has opened. */
  readonly isProduction?: boolean
}

/**
 * Issues the stored value of a JSON Lines file: {kind: 'giftCard', number, pin, amountCents, currency}, {kind: 'tenderCode',
 * code, amountCents, currency, endsAt}, {kind: 'rewardsAccount', accountNumber, currency, cards} with the gateway's
 * fingerprints of its cards, or {kind: 'certificate', code, accountNumber, amountCents, currency, expiresOn} with its last
 * day, of an account of the same file or an earlier one. Amounts in cents. One that is there already is left as it is, with
 * its balance; of a file with a bad line nothing is issued. Numbers of the demo are bad in production.
 */
export async function importStoredValue(
  database: Database,
  file: string,
  mac: StoredValueMac,
  options: IssueOptions = { isDemo: false },
): Promise<StoredValueReport> {
  const { lines, known, faults: unread, ...read } = await readStoredValue(file, mac, options)
  const refusesKnown = options.isProduction === true || (await isProductionShop(database))
  const faults = refusesKnown ? [...unread, ...known].sort((one, other) => one.line - other.line) : unread
  if (faults.length > 0) return { faults, issued: 0, known: 0 }
  // one that is there already is known by the newest key from now on, and is not issued again
  await renewAll(database, mac, read.named)
  const unknown = await accountFaults(database, read.accounts, read.certificates)
  if (unknown.length > 0) return { faults: unknown, issued: 0, known: 0 }
  const issued = await database.transaction(async (tx) => {
    const opened = await openAccounts(tx, read.accounts, mac.keyNo)
    const [newCards, newCodes, newCertificates] = [
      await issueCards(tx, read.cards, mac.keyNo),
      await issueCodes(tx, read.codes, mac.keyNo),
      await issueCertificates(
        tx,
        read.certificates.map(({ issued: one }) => one),
        mac.keyNo,
      ),
    ]
    return opened + newCards + newCodes + newCertificates
  })
  return { faults, issued, known: lines - issued }
}

/** The stored value that a file lists, as it is written down, and what is wrong with its lines. */
type ReadStoredValue = {
  readonly lines: number
  /** Lines with a number that everybody knows. */
  readonly known: readonly StoredValueFault[]
  readonly faults: readonly StoredValueFault[]
  readonly named: readonly Line[]
  readonly cards: readonly IssuedCard[]
  readonly codes: readonly IssuedCode[]
  readonly accounts: readonly IssuedAccount[]
  readonly certificates: readonly { readonly line: number; readonly issued: IssuedCertificate }[]
}

/** Reads a file of stored value; nothing is issued. */
async function readStoredValue(file: string, mac: StoredValueMac, { isDemo }: IssueOptions): Promise<ReadStoredValue> {
  const faults: StoredValueFault[] = []
  const lines: { readonly line: number; readonly of: Line }[] = []
  for await (const batch of readLines(file, () => undefined)) {
    for (const { line, text } of batch) {
      const read = storedValue.safeParse(jsonOf(text))
      if (read.success) lines.push({ line, of: read.data })
      else faults.push(...read.error.issues.map(({ path, message }) => ({ line, field: path.join('.'), message })))
    }
  }
  const marked = <Issued extends object>(of: Line, issued: Issued) => {
    return { ...issued, isDemo: isDemo || knownField(of) !== null }
  }
  return {
    lines: lines.length,
    named: lines.map(({ of }) => of),
    known: lines.flatMap(({ line, of }) => {
      const field = knownField(of)
      return field === null ? [] : [{ line, field, message: 'the demo has it, and everybody knows it: choose another' }]
    }),
    faults,
    cards: lines.flatMap(({ of }) => (of.kind === 'giftCard' ? [marked(of, cardOf(of, mac))] : [])),
    codes: lines.flatMap(({ of }) => (of.kind === 'tenderCode' ? [marked(of, codeOf(of, mac))] : [])),
    accounts: lines.flatMap(({ of }) => (of.kind === 'rewardsAccount' ? [marked(of, accountOf(of, mac))] : [])),
    certificates: lines.flatMap(({ line, of }) =>
      of.kind === 'certificate' ? [{ line, issued: marked(of, certificateOf(of, mac)) }] : [],
    ),
  }
}

async function renewAll(database: Database, mac: StoredValueMac, lines: readonly Line[]): Promise<void> {
  const textsOf = (text: (line: Line) => readonly string[]) => lines.flatMap(text)
  await renew(
    database,
    mac,
    'number',
    textsOf((line) => (line.kind === 'giftCard' ? [line.number] : [])),
  )
  await renew(
    database,
    mac,
    'code',
    textsOf((line) => ('code' in line ? [line.code] : [])),
  )
  await renew(
    database,
    mac,
    'account',
    textsOf((line) => ('accountNumber' in line ? [line.accountNumber] : [])),
  )
  await renew(
    database,
    mac,
    'card',
    textsOf((line) => (line.kind === 'rewardsAccount' ? line.cards : [])),
  )
}

/** Certificates of an account that is neither there nor in the file. */
async function accountFaults(
  database: Database,
  opened: readonly IssuedAccount[],
  certificates: readonly { readonly line: number; readonly issued: IssuedCertificate }[],
): Promise<StoredValueFault[]> {
  const macs = [...new Set(certificates.map(({ issued }) => issued.accountMac))]
  const known = await readKnownAccounts(database, macs)
  for (const { numberMac } of opened) known.add(numberMac)
  const message = 'there is no such rewards account, neither in the shop nor in this file'
  return certificates
    .filter(({ issued }) => !known.has(issued.accountMac))
    .map(({ line }) => ({ line, field: 'accountNumber', message }))
}

type LineOf<Kind extends Line['kind']> = Extract<Line, { readonly kind: Kind }>

function cardOf(
  { number: digits, pin: secret, amountCents: cents, currency: money }: LineOf<'giftCard'>,
  mac: StoredValueMac,
): Omit<IssuedCard, 'isDemo'> {
  const macs = { numberMac: mac.number(digits).toString('hex'), pinMac: mac.pin(digits, secret).toString('hex') }
  return { id: randomUUID(), ...macs, last4: digits.slice(-4), cents, currency: money }
}

function codeOf(
  { code: plain, amountCents: cents, currency: money, endsAt }: LineOf<'tenderCode'>,
  mac: StoredValueMac,
): Omit<IssuedCode, 'isDemo'> {
  const codeMac = mac.code(plain).toString('hex')
  return { id: randomUUID(), codeMac, last4: plain.slice(-4), cents, currency: money, endsAt: endsAt ?? null }
}

function accountOf(
  { accountNumber: digits, currency: money, cards }: LineOf<'rewardsAccount'>,
  mac: StoredValueMac,
): Omit<IssuedAccount, 'isDemo'> {
  const numberMac = mac.account(digits).toString('hex')
  return {
    numberMac,
    last4: digits.slice(-4),
    currency: money,
    cards: cards.map((card) => mac.card(card).toString('hex')),
  }
}

function certificateOf(line: LineOf<'certificate'>, mac: StoredValueMac): Omit<IssuedCertificate, 'isDemo'> {
  const { code: plain, accountNumber: digits, amountCents: cents, currency: money, expiresOn } = line
  const [codeMac, accountMac] = [mac.code(plain).toString('hex'), mac.account(digits).toString('hex')]
  const endsAt = endOfDay(expiresOn).toISOString()
  return { id: randomUUID(), codeMac, accountMac, last4: plain.slice(-4), cents, currency: money, expiresOn, endsAt }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
