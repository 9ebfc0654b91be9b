import { statement, type Tx } from '#server/db/database.ts'

/** A gift card to be issued; keyed hashes as hexadecimal, cents. */
export type IssuedCard = {
  readonly id: string
  readonly numberMac: string
  readonly pinMac: string
  readonly last4: string
  readonly cents: number
  readonly currency: string
  readonly isDemo: boolean
}

/** A tender code to be issued; ends at a moment in ISO 8601, or never. */
export type IssuedCode = {
  readonly id: string
  readonly codeMac: string
  readonly last4: string
  readonly cents: number
  readonly currency: string
  readonly endsAt: string | null
  readonly isDemo: boolean
}

const insertCards = statement(
  'tender.issue-cards',
  `with issued as (
     insert into shop.gift_card (card_id, number_mac, last4, pin_mac, currency, balance_cents, is_demo, key_no)
     select id, decode("numberMac", 'hex'), last4, decode("pinMac", 'hex'), currency, cents, "isDemo", $2::int
     from json_to_recordset($1) as row(id uuid, "numberMac" text, last4 text, "pinMac" text, currency text, cents bigint,
       "isDemo" boolean)
     on conflict (number_mac) do nothing returning card_id, balance_cents)
   insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'issue', balance_cents from issued`,
)

/** Issues gift cards, each with its first ledger entry; answers how many were new. */
export function issueCards(tx: Tx, cards: readonly IssuedCard[], keyNo: number): Promise<number> {
  return tx.count(insertCards, [JSON.stringify(cards), keyNo])
}

const insertCodes = statement(
  'tender.issue-codes',
  `insert into shop.certificate (certificate_id, kind, code_mac, last4, amount_cents, currency, ends_at, is_demo, key_no)
   select id, 'tender', decode("codeMac", 'hex'), last4, cents, currency, "endsAt", "isDemo", $2::int
   from json_to_recordset($1) as row(id uuid, "codeMac" text, last4 text, cents bigint, currency text, "endsAt" timestamptz,
     "isDemo" boolean)
   on conflict (code_mac) do nothing`,
)

/** Issues tender codes; answers how many were new. */
export function issueCodes(tx: Tx, codes: readonly IssuedCode[], keyNo: number): Promise<number> {
  return tx.count(insertCodes, [JSON.stringify(codes), keyNo])
}
