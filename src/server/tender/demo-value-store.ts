import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** Keyed hashes, hexadecimal, of the demo's known numbers and codes. */
export type DemoNumbers = {
  readonly cards: readonly string[]
  readonly codes: readonly string[]
  readonly accounts: readonly string[]
}

/** Keyed hashes, hexadecimal, of what of the demo is issued only to be over. */
export type OverNumbers = {
  readonly blockedCards: readonly string[]
  readonly emptyCards: readonly string[]
  readonly voidCodes: readonly string[]
}

/** A piece of the demo's stored value that somebody could pay with; cents, 0 for an account. */
export type DemoValue = {
  readonly kind: 'giftCard' | 'tenderCode' | 'certificate' | 'rewardsAccount'
  readonly last4: string
  readonly cents: number
  readonly currency: string
}

const hashes = (parameter: string) => `any(array(select decode(mac, 'hex') from unnest(${parameter}::text[]) mac))`
/** By the mark they were issued with, or by a number that everybody knows. */
const isDemoCard = `(is_demo or number_mac = ${hashes('$1')})`
const isDemoCode = `(is_demo or code_mac = ${hashes('$2')})`
const isDemoAccount = `(is_demo or account_number_mac = ${hashes('$3')})`
const isGood = `state <> 'void' and (ends_at is null or ends_at > now())`

const usable = statement<DemoValue>(
  'tender.demo-value',
  `select 'giftCard' as kind, last4, balance_cents as cents, currency from shop.gift_card
   where ${isDemoCard} and status <> 'blocked'
   union all
   select case kind when 'tender' then 'tenderCode' else 'certificate' end, last4, amount_cents, currency
   from shop.certificate where ${isDemoCode} and ${isGood}
   union all
   select 'rewardsAccount', last4, 0, currency from shop.rewards_account a where ${isDemoAccount}
     and exists (select from shop.rewards_card c where c.account_number_mac = a.account_number_mac)
   order by kind, last4`,
)

const writeCardsOff = statement(
  'tender.write-demo-cards-off',
  `with demo as (
     select card_id, balance_cents - held_cents as cents from shop.gift_card
     where ${isDemoCard} and status <> 'blocked' order by card_id for no key update
   ), blocked as (
     update shop.gift_card g set balance_cents = g.balance_cents - d.cents, status = 'blocked', is_demo = true
     from demo d where g.card_id = d.card_id returning g.card_id, d.cents
   )
   insert into shop.gift_card_entry (card_id, kind, amount_cents)
   select card_id, 'writeOff', cents from blocked where cents > 0`,
)

const endCodes = statement(
  'tender.end-demo-codes',
  `update shop.certificate set state = case state when 'free' then 'void' else state end,
     ends_at = least(ends_at, now()) where ${isDemoCode.replace('$2', '$1')} and ${isGood}`,
)

const forgetCards = statement(
  'tender.forget-demo-rewards-cards',
  `delete from shop.rewards_card where account_number_mac in (
     select account_number_mac from shop.rewards_account where ${isDemoAccount.replace('$3', '$1')})`,
)

const blockCards = statement(
  'tender.block-demo-cards',
  `update shop.gift_card set status = 'blocked' where is_demo and number_mac = ${hashes('$1')}`,
)
const emptyCards = statement(
  'tender.empty-demo-cards',
  `with emptied as (
     update shop.gift_card g set balance_cents = 0, status = 'empty' from shop.gift_card old
     where g.is_demo and g.number_mac = ${hashes('$1')} and old.card_id = g.card_id and old.balance_cents > 0
     returning g.card_id, old.balance_cents as cents)
   insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'writeOff', cents from emptied`,
)
const voidCodes = statement(
  'tender.void-demo-codes',
  `update shop.certificate set state = 'void' where is_demo and state = 'free' and code_mac = ${hashes('$1')}`,
)

/** Blocks, empties and voids what of the demo was issued only to be met in that state; just issued, nobody has used it. */
export async function spoilDemoValue(tx: Tx, numbers: OverNumbers): Promise<void> {
  await tx.count(blockCards, [numbers.blockedCards])
  await tx.count(emptyCards, [numbers.emptyCards])
  await tx.count(voidCodes, [numbers.voidCodes])
}

const isIssued = statement<{ isIssued: boolean }>(
  'tender.demo-issued',
  'select exists (select from shop.gift_card where is_demo) as "isIssued"',
)

/** Whether the demo's gift cards were ever issued, usable or not. */
export async function isDemoValueIssued(sql: Sql): Promise<boolean> {
  return (await sql.row(isIssued))?.isIssued === true
}

/** What of the demo's stored value could still pay for something, or be found by a card. */
export function readDemoValue(sql: Sql, { cards, codes, accounts }: DemoNumbers): Promise<DemoValue[]> {
  return sql.rows(usable, [cards, codes, accounts])
}

/**
 * Takes the demo's stored value out for good: what is free on its gift cards is written off and they are blocked, its codes
 * and certificates end, its rewards accounts have no cards. What an order holds or has spent stays its own.
 */
export async function endDemoValue(tx: Tx, { cards, codes, accounts }: DemoNumbers): Promise<void> {
  await tx.count(writeCardsOff, [cards])
  await tx.count(endCodes, [codes])
  await tx.count(forgetCards, [accounts])
}
