import { createHash } from 'node:crypto'
import type { Variant } from '#domain/variant.ts'
import { type Sql, statement } from '#server/db/database.ts'

/** Who asks with a token, and in which store. */
export type TokenOwner = { readonly shopperId: string; readonly variant: Pick<Variant, 'brand' | 'country'> }

const own = statement<{ isOwn: boolean }>(
  'payment.own-token',
  `with fresh as (
     insert into shop.token_owner (token_sha256, shopper_id, brand, country) values ($1, $2, $3, $4)
     on conflict (token_sha256) do nothing returning true as "isOwn")
   select "isOwn" from fresh
   union all
   select shopper_id = $2 and brand = $3 and country = $4 from shop.token_owner where token_sha256 = $1`,
)

/**
 * Whether a token of the gateway or a wallet is this shopper's in this store (SAFE-19): a session from when it was made for
 * her, anything else from when she showed it first. Another's is to be answered as one that does not exist.
 */
export async function ownsToken(sql: Sql, token: string, { shopperId, variant }: TokenOwner): Promise<boolean> {
  const owner = [createHash('sha256').update(token).digest(), shopperId, variant.brand, variant.country]
  const row = (await sql.row(own, owner)) ?? (await sql.row(own, owner))
  return row?.isOwn === true
}

const approve = statement<{ isOwn: boolean; approvedCents: number | null }>(
  'payment.own-approval',
  `with fresh as (
     insert into shop.token_owner (token_sha256, shopper_id, brand, country, approved_cents) values ($1, $2, $3, $4, $5)
     on conflict (token_sha256) do nothing returning true as "isOwn", approved_cents as "approvedCents")
   select "isOwn", "approvedCents" from fresh
   union all
   select shopper_id = $2 and brand = $3 and country = $4, case when approved_cents is not null then least(approved_cents, $5) end
   from shop.token_owner where token_sha256 = $1`,
)

/** Whether an approval of a wallet is this shopper's, and the most that it is for, cents; null where no sheet was open: it is none. */
export type Approval = { readonly isOwn: boolean; readonly approvedCents: number | null }

/**
 * Whose an approval is, as `ownsToken` says, and what for: what the sheet asked for that was open when it was shown first. A
 * sheet that is opened later may ask for less and never makes it more.
 */
export async function readApproval(
  sql: Sql,
  nonce: string,
  { shopperId, variant }: TokenOwner,
  sheetCents: number | null,
): Promise<Approval> {
  const owner = [createHash('sha256').update(nonce).digest(), shopperId, variant.brand, variant.country, sheetCents]
  const row = (await sql.row(approve, owner)) ?? (await sql.row(approve, owner))
  return row ?? { isOwn: false, approvedCents: null }
}

const sweep = statement(
  'payment.sweep-token-owners',
  `delete from shop.token_owner where ctid = any(array(
     select ctid from shop.token_owner where owned_at < now() - interval '90 days' order by owned_at limit $1 for update skip locked))`,
)

/** Forgets whose tokens were that ended long ago: so many at most; answers how many. */
export function sweepTokenOwners(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}
