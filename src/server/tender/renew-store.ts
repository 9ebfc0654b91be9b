import { type Sql, type Statement, statement } from '#server/db/database.ts'
import type { StoredValueMac } from './stored-value-mac.ts'

/** What is known by a hash, in its table. */
type Renewed = 'number' | 'code' | 'account' | 'card'

/** Hashes of now and of before, in pairs; one that has its new hash already stays. */
const pairs = `pairs as (select decode(n, 'hex') as new, decode(o, 'hex') as old from unnest($1::text[], $2::text[]) p(n, o))`

const renewing: { readonly [What in Renewed]: Statement<never> } = {
  // the pin is rewritten when it was right: its hash cannot be made without it
  number: statement(
    'tender.renew-number',
    `with ${pairs} update shop.gift_card g set number_mac = p.new from pairs p
     where g.number_mac = p.old and not exists (select from shop.gift_card n where n.number_mac = p.new)`,
  ),
  code: statement(
    'tender.renew-code',
    `with ${pairs} update shop.certificate c set code_mac = p.new, key_no = $3::int from pairs p
     where c.code_mac = p.old and not exists (select from shop.certificate n where n.code_mac = p.new)`,
  ),
  // what belongs to it is led to its new name before the old one goes
  account: statement(
    'tender.renew-account',
    `with ${pairs}, made as (
       insert into shop.rewards_account (account_number_mac, last4, currency, created_at, is_demo, key_no)
       select p.new, a.last4, a.currency, a.created_at, a.is_demo, $3::int from shop.rewards_account a join pairs p on p.old = a.account_number_mac
       on conflict (account_number_mac) do nothing
     ), cards as (
       update shop.rewards_card c set account_number_mac = p.new from pairs p where c.account_number_mac = p.old
     ), certificates as (
       update shop.certificate c set account_number_mac = p.new from pairs p where c.account_number_mac = p.old
     )
     delete from shop.rewards_account a using pairs p where a.account_number_mac = p.old`,
  ),
  card: statement(
    'tender.renew-card',
    `with ${pairs} update shop.rewards_card c set fingerprint_mac = p.new, key_no = $3::int from pairs p
     where c.fingerprint_mac = p.old and not exists (select from shop.rewards_card n where n.fingerprint_mac = p.new)`,
  ),
}

/** Rewrites what is still known by a key of before, so that it is found by the newest; asks nothing where there is one key. */
export async function renew(sql: Sql, mac: StoredValueMac, what: Renewed, texts: readonly string[]): Promise<void> {
  if (mac.old.length === 0 || texts.length === 0) return
  const found = texts.flatMap((text) =>
    mac.old.map((old) => [mac[what](text).toString('hex'), old[what](text).toString('hex')] as const),
  )
  const values = [found.map(([now]) => now), found.map(([, before]) => before)]
  await sql.count(renewing[what], what === 'number' ? values : [...values, mac.keyNo])
}

const storePin = statement('tender.renew-pin', 'update shop.gift_card set pin_mac = $2, key_no = $3 where card_id = $1')

/** Rewrites the pin of a gift card that was right. */
export async function renewPin(sql: Sql, cardId: string, pinMac: Buffer, keyNo: number): Promise<void> {
  await sql.count(storePin, [cardId, pinMac, keyNo])
}
