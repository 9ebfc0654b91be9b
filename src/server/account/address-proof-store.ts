import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** Tables whose rows go from an account when its address is proven for the first time (SAFE-51). */
export const droppedTables = [
  'account_address',
  'account_card',
  'account_identity',
  'favorite',
  'identity_offer',
  'password_reset',
  'product_view',
  'registry_hold',
  'removed_address',
  'removed_card',
  'saved_design',
  'sign_in_token',
] as const

const drops = droppedTables.map((table) =>
  statement(`account.drop-${table}`, `delete from ${table} where shopper_id = $1`),
)

// what somebody has bought from is part of an order's story: it stays, private, with no address and a link nobody knows
const isUnused = `not exists (select from registry_gift g where g.gr_id = r.gr_id)
  and not exists (select from registry_hold h where h.gr_id = r.gr_id)`
const registryDrops = [
  statement(
    'account.drop-registry-items',
    `delete from registry_item i using registry r where i.shopper_id = $1 and r.gr_id = i.gr_id and ${isUnused}`,
  ),
  statement('account.drop-registries', `delete from registry r where r.shopper_id = $1 and ${isUnused}`),
  statement(
    'account.drop-registry-pictures',
    'delete from registry_picture p using registry r where r.shopper_id = $1 and p.gr_id = r.gr_id',
  ),
  statement(
    'account.hide-registries',
    `update registry set is_public = false, address = null, share_id = gen_random_uuid(), partner_email = '', greeting = '',
       gift_mail = 'none' where shopper_id = $1`,
  ),
]

const emptyAccount = statement(
  'account.empty',
  `update account set password_hash = null, first_name = '', last_name = '', email_verified_at = now(),
     device_round = device_round + 1
   where shopper_id = $1 and email_verified_at is null`,
)

/** Marks an account's address as proven, takes its names and password away and forgets its browsers; false when it was proven before. */
export async function emptyUnprovenAccount(tx: Tx, shopperId: string): Promise<boolean> {
  return (await tx.count(emptyAccount, [shopperId])) === 1
}

/** Takes away all that was put into an account, besides carts and sessions. */
export async function dropOwnRows(tx: Sql, shopperId: string): Promise<void> {
  for (const drop of [...drops, ...registryDrops]) await tx.count(drop, [shopperId])
}
