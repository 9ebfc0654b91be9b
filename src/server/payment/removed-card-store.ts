import { defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { undoMinutes } from '#domain/timing.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { type AccountCard, lockAccountCards } from './account-card-store.ts'

/** A saved card as its owner's page has it; one that was just removed still has its place there. */
export type CardEntry = AccountCard & { readonly isRemoved: boolean }

const columns = `card_id as "cardId", provider, token, brand, type, last_four as "lastFour", exp_month as "expMonth",
  exp_year as "expYear", cbhcc_design_type as "cbhccDesignType", is_default as "isDefault", created_at`

const entriesOf = statement<CardEntry>(
  'payment.card-entries',
  `select ${columns}, false as "isRemoved" from shop.account_card where shopper_id = $1
   union all
   select ${columns}, true from shop.removed_card
   where shopper_id = $1 and removed_at > now() - $2 * interval '1 minute'
   order by created_at, "cardId"`,
)

/** The cards of an account, oldest first, with those that can be brought back where they were. */
export function readCardEntries(sql: Sql, shopperId: string): Promise<CardEntry[]> {
  return sql.rows(entriesOf, [shopperId, undoMinutes])
}

const same =
  'shopper_id, card_id, provider, token, brand, type, last_four, exp_month, exp_year, cbhcc_design_type, created_at'

const removeCard = statement(
  'payment.remove-account-card',
  `with gone as (delete from shop.account_card where shopper_id = $1 and card_id = $2::uuid returning *)
   insert into shop.removed_card (${same}, is_default) select ${same}, is_default from gone`,
)
const defaultOldest = statement(
  'payment.default-oldest-card',
  `update shop.account_card set is_default = true where shopper_id = $1 and card_id = (
     select card_id from shop.account_card where shopper_id = $1 order by created_at, card_id limit 1)
     and not exists (select from shop.account_card where shopper_id = $1 and is_default)`,
)

/** Removes a card of an account; the oldest of those left becomes the default when it was that. False: not hers. */
export async function removeAccountCard(tx: Tx, shopperId: string, cardId: string): Promise<boolean> {
  await lockAccountCards(tx, shopperId)
  const removed = await tx.count(removeCard, [shopperId, cardId])
  await tx.count(defaultOldest, [shopperId])
  return removed === 1
}

// what went after it was the default only because it had handed that on
const forgetHandedOn = statement(
  'payment.forget-handed-on-default',
  `update shop.removed_card later set is_default = false from shop.removed_card mine
   where mine.shopper_id = $1 and mine.card_id = $2::uuid and mine.is_default
     and later.shopper_id = $1 and later.removed_at > mine.removed_at`,
)
// the default that it had handed on, unless another was chosen since
const takeDefaultBack = statement(
  'payment.take-default-back',
  `update shop.account_card set is_default = false where shopper_id = $1 and is_default and exists (
     select from shop.removed_card where shopper_id = $1 and card_id = $2::uuid and is_default
       and removed_at > now() - $3 * interval '1 minute')
     and (select count(*) from shop.account_card where shopper_id = $1) < $4`,
)
const restoreCard = statement(
  'payment.bring-card-back',
  `with back as (delete from shop.removed_card
     where shopper_id = $1 and card_id = $2::uuid and removed_at > now() - $3 * interval '1 minute'
       and (select count(*) from shop.account_card where shopper_id = $1) < $4 returning *)
   insert into shop.account_card (${same}, is_default)
   select ${same}, is_default from back
   on conflict (shopper_id, token) do nothing`,
)

/** Brings a removed card back as it was and where it was (CALM-64). False: it is not there any more, or there is no room. */
export async function restoreAccountCard(tx: Tx, shopperId: string, cardId: string): Promise<boolean> {
  const row = [shopperId, cardId, undoMinutes, defaultAccountCardsLimit]
  await tx.count(forgetHandedOn, [shopperId, cardId])
  await tx.count(takeDefaultBack, row)
  const restored = await tx.count(restoreCard, row)
  await tx.count(defaultOldest, [shopperId])
  return restored === 1
}

const sweep = statement(
  'payment.sweep-removed-cards',
  `delete from shop.removed_card where ctid = any(array(
     select ctid from shop.removed_card where removed_at < now() - interval '1 hour' order by removed_at limit $1 for update skip locked))`,
)

/** Forgets for good what can no longer be brought back, so many at most; answers how many. */
export function sweepRemovedCards(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}
