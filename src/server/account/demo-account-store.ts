import { dropOwnRows } from '#server/account/address-proof-store.ts'
import { revokeOtherSessions } from '#server/account/sessions/session-store.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** An account that came with the demo: what it holds, its registries in one store. */
export type DemoAccount = {
  readonly shopperId: string
  readonly email: string
  readonly passwordHash: string | null
  readonly isTaxExempt: boolean
  readonly registries: number
  readonly cards: number
}

const demoAccounts = statement<DemoAccount>(
  'account.of-demo',
  `select shopper_id as "shopperId", email, password_hash as "passwordHash", is_tax_exempt as "isTaxExempt",
     coalesce((select max(count)::int from (select count(*) from registry r where r.shopper_id = a.shopper_id
       group by brand, country) s), 0) as registries,
     (select count(*)::int from account_card c where c.shopper_id = a.shopper_id) as cards
   from account a where is_demo order by created_at, email`,
)
const mark = statement(
  'account.mark-demo',
  'update account set is_demo = true, email_verified_at = now(), is_tax_exempt = $2 where shopper_id = $1',
)

/** The accounts that came with the demo. */
export function readDemoAccounts(sql: Sql): Promise<DemoAccount[]> {
  return sql.rows(demoAccounts)
}

/** Marks an account as one of the demo for good, its address as proven, and whether it is exempt from tax. */
export async function markDemoAccount(tx: Tx, shopperId: string, isTaxExempt: boolean): Promise<void> {
  await tx.count(mark, [shopperId, isTaxExempt])
}

const remove = statement(
  'account.remove-demo',
  `with gone as (
     delete from account a where is_demo and not exists (select from registry r where r.shopper_id = a.shopper_id)
       and not exists (select from order_claim c where c.shopper_id = a.shopper_id)
     returning shopper_id)
   update shopper set kind = 'guest' where shopper_id in (select shopper_id from gone)`,
)
const hollow = statement(
  'account.hollow-demo',
  `update account set email = shopper_id || '@removed.invalid', email_key = shopper_id || '@removed.invalid',
     first_name = '', last_name = '', password_hash = null, email_verified_at = null, is_tax_exempt = false, is_demo = false,
     device_round = device_round + 1
   where is_demo`,
)

/**
 * Removes the accounts of the demo with all that is in them, and signs out whoever is signed in to one. Orders stay: they are
 * books. Of an account from whose registry somebody has bought the row stays too, without names, address and password.
 */
export async function removeDemoAccounts(tx: Tx): Promise<void> {
  for (const { shopperId } of await readDemoAccounts(tx)) {
    await dropOwnRows(tx, shopperId)
    await revokeOtherSessions(tx, shopperId, null)
  }
  await tx.count(remove)
  await tx.count(hollow)
}
