import type { Day } from '#domain/days.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

const accountByNumber = statement<{ accountMac: Buffer }>(
  'tender.rewards-account',
  `select account_number_mac as "accountMac" from shop.rewards_account
   where account_number_mac = $1 and (not (is_demo or $2) or shop.demo_pays())`,
)
const accountByCard = statement<{ accountMac: Buffer }>(
  'tender.rewards-account-of-card',
  `select account_number_mac as "accountMac" from shop.rewards_card join shop.rewards_account using (account_number_mac)
   where fingerprint_mac = $1 and (not is_demo or shop.demo_pays())`,
)

/**
 * The rewards account of a number; undefined when there is none. The keyed hash of the number names it; `isKnown`: everybody
 * knows the number (SAFE-03).
 */
export async function findAccount(sql: Sql, numberMac: Buffer, isKnown: boolean): Promise<Buffer | undefined> {
  return (await sql.row(accountByNumber, [numberMac, isKnown]))?.accountMac
}

/** The rewards account that a card belongs to, by the keyed hash of its fingerprint. */
export async function findAccountOfCard(sql: Sql, fingerprintMac: Buffer): Promise<Buffer | undefined> {
  return (await sql.row(accountByCard, [fingerprintMac]))?.accountMac
}

/** A certificate of a rewards account; cents, and its last day. */
export type CertificateRow = {
  readonly id: string
  readonly last4: string
  readonly cents: number
  readonly expiresOn: Day
  readonly state: 'free' | 'held' | 'used' | 'void'
  readonly isOwn: boolean
}

const columns = (
  isDemo: string,
) => `certificate_id as id, last4, amount_cents as cents, to_char(expires_on, 'YYYY-MM-DD') as "expiresOn",
     case when ${isDemo} and not shop.demo_pays() then 'void' else state end as state`

const certificatesOf = statement<CertificateRow>(
  'tender.certificates-of-account',
  `select ${columns('is_demo')}, true as "isOwn" from shop.certificate
   where account_number_mac = $1 and kind = 'reward' and currency = $2 and state = 'free' and ends_at > now()
     and (not is_demo or shop.demo_pays())
   order by ends_at, certificate_id`,
)

/** The certificates of an account that can be used now, the one that ends first before the others. */
export function readFreeCertificates(sql: Sql, accountMac: Buffer, currency: string): Promise<CertificateRow[]> {
  return sql.rows(certificatesOf, [accountMac, currency])
}

const certificateByNumber = statement<CertificateRow>(
  'tender.certificate',
  `select ${columns('(is_demo or $4)')}, account_number_mac = $2 as "isOwn" from shop.certificate
   where code_mac = $1 and kind = 'reward' and currency = $3 and account_number_mac is not null and expires_on is not null`,
)

/**
 * The certificate of a number, whoever's it is and whatever became of it; undefined when there is none in this currency.
 * `isKnown`: everybody knows the number (SAFE-03).
 */
export function readCertificate(
  sql: Sql,
  numberMac: Buffer,
  accountMac: Buffer,
  { currency, isKnown }: { readonly currency: string; readonly isKnown: boolean },
): Promise<CertificateRow | undefined> {
  return sql.row(certificateByNumber, [numberMac, accountMac, currency, isKnown])
}

/** A rewards account to be opened, with the keyed hashes of its cards, hexadecimal. */
export type IssuedAccount = {
  readonly numberMac: string
  readonly last4: string
  readonly currency: string
  readonly cards: readonly string[]
  readonly isDemo: boolean
}

/** A certificate to be issued: keyed hashes as hexadecimal, cents, its last day and the first moment after it. */
export type IssuedCertificate = {
  readonly id: string
  readonly codeMac: string
  readonly accountMac: string
  readonly last4: string
  readonly cents: number
  readonly currency: string
  readonly expiresOn: Day
  readonly endsAt: string
  readonly isDemo: boolean
}

const insertAccounts = statement(
  'tender.open-rewards-accounts',
  `insert into shop.rewards_account (account_number_mac, last4, currency, is_demo, key_no)
   select decode("numberMac", 'hex'), last4, currency, "isDemo", $2::int
   from json_to_recordset($1) as row("numberMac" text, last4 text, currency text, "isDemo" boolean)
   on conflict (account_number_mac) do nothing`,
)
const insertCards = statement(
  'tender.note-rewards-cards',
  `insert into shop.rewards_card (fingerprint_mac, account_number_mac, key_no)
   select decode(card, 'hex'), decode("numberMac", 'hex'), $2::int
   from json_to_recordset($1) as row("numberMac" text, cards json), json_array_elements_text(cards) card
   on conflict (fingerprint_mac) do nothing`,
)

/** Opens rewards accounts; answers how many were new. Cards are added to those there already. */
export async function openAccounts(tx: Tx, accounts: readonly IssuedAccount[], keyNo: number): Promise<number> {
  const rows = JSON.stringify(accounts)
  const opened = await tx.count(insertAccounts, [rows, keyNo])
  await tx.count(insertCards, [rows, keyNo])
  return opened
}

const knownAccounts = statement<{ numberMac: string }>(
  'tender.known-rewards-accounts',
  `select encode(account_number_mac, 'hex') as "numberMac" from shop.rewards_account
   where account_number_mac = any(select decode(mac, 'hex') from unnest($1::text[]) mac)`,
)

/** Those of the keyed hashes, in hexadecimal, that are a rewards account's. */
export async function readKnownAccounts(sql: Sql, numberMacs: readonly string[]): Promise<Set<string>> {
  const rows = await sql.rows(knownAccounts, [numberMacs])
  return new Set(rows.map(({ numberMac }) => numberMac))
}

const insertCertificates = statement(
  'tender.issue-certificates',
  `insert into shop.certificate (certificate_id, kind, code_mac, account_number_mac, last4, amount_cents, currency,
     expires_on, ends_at, is_demo, key_no)
   select id, 'reward', decode("codeMac", 'hex'), decode("accountMac", 'hex'), last4, cents, currency, "expiresOn", "endsAt",
     "isDemo", $2::int
   from json_to_recordset($1) as row(id uuid, "codeMac" text, "accountMac" text, last4 text, cents bigint, currency text,
     "expiresOn" date, "endsAt" timestamptz, "isDemo" boolean)
   on conflict (code_mac) do nothing`,
)

/** Issues certificates to accounts that are there; answers how many were new. */
export function issueCertificates(tx: Tx, certificates: readonly IssuedCertificate[], keyNo: number): Promise<number> {
  return tx.count(insertCertificates, [JSON.stringify(certificates), keyNo])
}
