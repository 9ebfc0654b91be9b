import type { Variant } from '#domain/variant.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

export type AccountRow = {
  readonly shopperId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Null when it is signed in to by an outside provider only. */
  readonly passwordHash: string | null
  /** Somebody has shown that the address is theirs. */
  readonly isVerified: boolean
  /** Cookies of browsers that signed in before are of a round; those of an earlier one are forgotten. */
  readonly deviceRound: number
}

const columns = `shopper_id as "shopperId", email, first_name as "firstName", last_name as "lastName",
  password_hash as "passwordHash", email_verified_at is not null as "isVerified", device_round as "deviceRound"`

const byEmail = statement<AccountRow>('account.by-email', `select ${columns} from account where email_key = $1`)
const byShopper = statement<AccountRow>('account.by-shopper', `select ${columns} from account where shopper_id = $1`)

const insert = statement(
  'account.insert',
  `with new_shopper as (
     insert into shopper (shopper_id, kind)
     select $1, 'member' where not exists (select 1 from account where email_key = $3) returning shopper_id)
   insert into account (shopper_id, email, email_key, first_name, last_name, password_hash)
   select shopper_id, $2, $3, $4, $5, $6 from new_shopper
   on conflict (email_key) do nothing`,
)

const rename = statement('account.rename', 'update account set first_name = $2, last_name = $3 where shopper_id = $1')

const register = statement(
  'account.register',
  'update account set first_name = $2, last_name = $3, password_hash = $4 where shopper_id = $1',
)

const insertToken = statement(
  'account.insert-token',
  // not by a password that was changed while it was judged, nor to the demo's accounts where production has opened
  `insert into sign_in_token (token_sha256, shopper_id) select $1, shopper_id from account
   where shopper_id = $2 and password_hash = $3 and (not is_demo or shop.demo_pays())`,
)

// once, and within 5 minutes (OPEN-94)
const useToken = statement<{ shopperId: string }>(
  'account.use-token',
  `update sign_in_token set used_at = now()
   where token_sha256 = $1 and used_at is null and created_at > now() - interval '5 minutes'
   returning shopper_id as "shopperId"`,
)

const addFailure = statement('account.add-failure', 'insert into sign_in_failure (counter_mac, at) values ($1, now())')

// the try that is being judged is in it already
const failures = statement<{ count: number }>(
  'account.failures',
  `select count(*)::int as count from sign_in_failure where counter_mac = $1 and at > now() - interval '15 minutes'`,
)

const forgetFailures = statement('account.forget-failures', 'delete from sign_in_failure where counter_mac = $1')
const forgetNewest = statement(
  'account.forget-newest',
  `delete from sign_in_failure where ctid = (
     select ctid from sign_in_failure where counter_mac = $1 order by at desc limit 1)`,
)

const sweepTokens = statement(
  'account.sweep-tokens',
  `delete from sign_in_token where ctid = any(array(
     select ctid from sign_in_token where created_at < now() - interval '1 day' order by created_at limit $1 for update skip locked))`,
)
const sweepFailures = statement(
  'account.sweep-failures',
  `delete from sign_in_failure where ctid = any(array(
     select ctid from sign_in_failure where at < now() - interval '1 day' order by at limit $1 for update skip locked))`,
)

export type AccountOrder = {
  readonly orderNumber: string
  readonly placedAt: Date
  readonly total: number
  readonly state: 'pending' | 'placed' | 'cancelled'
  readonly pieces: number
  readonly lines: number
  /** The first three things on it, as they were called when it was placed. */
  readonly firstPieces: readonly { readonly lineNo: number; readonly name: string; readonly imagePath: string }[]
}

const linesOf = 'from order_line l where l.shopper_id = o.shopper_id and l.order_id = o.order_id'
const archivedLines = `from jsonb_to_recordset(o.document->'lines') l(line_no int, quantity int, item jsonb) where true`

/** What is shown of the order `o` in a list. */
const listed = (
  total: string,
  lines: string,
) => `o.order_number as "orderNumber", coalesce(o.settled_at, o.created_at) as "placedAt",
     ${total} as total, o.state, (select coalesce(sum(quantity), 0)::int ${lines}) as pieces, (select count(*)::int ${lines}) as lines,
     (select coalesce(jsonb_agg(jsonb_build_object('lineNo', line_no, 'name', name, 'imagePath', path) order by line_no), '[]') from (
       select line_no, item->>'title' as name, coalesce(item->>'imagePath', '') as path ${lines}
         and item->>'title' is not null order by line_no limit 3) first) as "firstPieces"`
const ownIn = (table: string) => `(select shopper_id, order_id from ${table} where shopper_id = $1
     union select placed_by, order_id from order_claim where shopper_id = $1) own
   join ${table} o on o.shopper_id = own.shopper_id and o.order_id = own.order_id
   where o.brand = $2 and o.country = $3 and o.state in ('pending', 'placed', 'cancelled')`

// her own, and those she placed as a guest and has claimed
const orders = statement<AccountOrder>(
  'account.orders',
  `select ${listed('o.total_cents', linesOf)} from ${ownIn('orders')}
   union all
   select ${listed("(o.document->'order'->>'total_cents')::bigint", archivedLines)} from ${ownIn('order_archive')}
   order by 2 desc limit 100`,
)

export function findAccount(sql: Sql, emailKey: string): Promise<AccountRow | undefined> {
  return sql.row(byEmail, [emailKey])
}

export function readAccount(sql: Sql, shopperId: string): Promise<AccountRow | undefined> {
  return sql.row(byShopper, [shopperId])
}

/** False when the address has an account already; then nothing is written. */
export async function insertAccount(
  sql: Sql,
  account: Omit<AccountRow, 'isVerified' | 'deviceRound'> & { readonly emailKey: string },
): Promise<boolean> {
  const { shopperId, email, emailKey, firstName, lastName, passwordHash } = account
  return (await sql.count(insert, [shopperId, email, emailKey, firstName, lastName, passwordHash])) === 1
}

/** Gives an account whose address is proven what was typed when it was asked for. */
export async function nameRegistered(
  tx: Tx,
  shopperId: string,
  { firstName, lastName, passwordHash }: Pick<AccountRow, 'firstName' | 'lastName' | 'passwordHash'>,
): Promise<void> {
  await tx.count(register, [shopperId, firstName, lastName, passwordHash])
}

export async function renameAccount(
  sql: Sql,
  shopperId: string,
  { firstName, lastName }: Pick<AccountRow, 'firstName' | 'lastName'>,
): Promise<void> {
  await sql.count(rename, [shopperId, firstName, lastName])
}

export async function insertSignInToken(
  sql: Sql,
  tokenSha256: Buffer,
  { shopperId, passwordHash }: Pick<AccountRow, 'shopperId' | 'passwordHash'>,
): Promise<void> {
  await sql.count(insertToken, [tokenSha256, shopperId, passwordHash])
}

/** Whose token it was; undefined when it is unknown, used or over. */
export async function useSignInToken(tx: Tx, tokenSha256: Buffer): Promise<string | undefined> {
  return (await tx.row(useToken, [tokenSha256]))?.shopperId
}

/** Writes a failure before the try is judged, so that tries at the same time all count; answers how many there are. */
export async function countFailure(sql: Sql, counterMac: Buffer): Promise<number> {
  await sql.count(addFailure, [counterMac])
  return (await sql.row(failures, [counterMac]))?.count ?? 1
}

export async function forgetSignInFailures(sql: Sql, counterMac: Buffer): Promise<void> {
  await sql.count(forgetFailures, [counterMac])
}

/** Takes back the failure of a try that was not judged: a locked account stays locked for 15 minutes and no longer. */
export async function forgetNewestFailure(sql: Sql, counterMac: Buffer): Promise<void> {
  await sql.count(forgetNewest, [counterMac])
}

/** The orders of an account in one storefront, the last first. */
export function readAccountOrders(sql: Sql, shopperId: string, { brand, country }: Variant): Promise<AccountOrder[]> {
  return sql.rows(orders, [shopperId, brand, country])
}

/** Removes tokens that signing in left behind a day ago, so many at most; answers how many. */
export function sweepSignInTokens(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepTokens, [max])
}

/** Removes failures to sign in of a day ago, so many at most; answers how many. */
export function sweepSignInFailures(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepFailures, [max])
}
