import { type Sql, statement, type Tx } from '#server/db/database.ts'

export type SessionRow = {
  readonly shopper_id: string
  readonly brand: string
  readonly country: string
  readonly csrf_secret: Buffer
  readonly auth: 'guest' | 'member'
  readonly is_app: boolean
  readonly guest_before: string | null
  readonly is_stale: boolean
  readonly is_live: boolean
}

/** A session's row as it comes in JSON. */
export type StoredSessionRow = Omit<SessionRow, 'csrf_secret'> & { readonly csrf_secret: string }

/** A session's row of its JSON. */
export function sessionRowOf(row: StoredSessionRow | null): SessionRow | undefined {
  return row === null ? undefined : { ...row, csrf_secret: Buffer.from(row.csrf_secret.slice(2), 'hex') }
}

/** A session's row; the hash of its token is SQL. A member's ends after 12 hours of rest, each after 30 days. */
export function sessionSelect(tokenSha256: string): string {
  return `select shopper_id, brand, country, csrf_secret, auth, is_app, guest_before, seen_at < now() - interval '1 hour' as is_stale,
     revoked_at is null and ends_at > now() and (auth = 'guest' or seen_at > now() - interval '12 hours') as is_live
   from session where token_sha256 = ${tokenSha256}`
}

const find = statement<SessionRow>('session.find', sessionSelect('$1'))

const insertGuest = statement(
  'session.insert-guest',
  `with new_shopper as (insert into shopper (shopper_id) values ($2) on conflict (shopper_id) do nothing)
   insert into session (token_sha256, shopper_id, csrf_secret, brand, country, is_app, ends_at)
   values ($1, $2, $3, $4, $5, $6, now() + interval '30 days') on conflict (token_sha256) do nothing`,
)

const insertMember = statement(
  'session.insert-member',
  `insert into session (token_sha256, shopper_id, csrf_secret, brand, country, is_app, guest_before, auth, signed_in_at, ends_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'member', now(), now() + interval '30 days')`,
)

const touch = statement('session.touch', 'update session set seen_at = now() where token_sha256 = $1')

const revoke = statement(
  'session.revoke',
  'update session set revoked_at = now() where token_sha256 = $1 and revoked_at is null',
)

const revokeOfShopper = statement(
  'session.revoke-of-shopper',
  `update session set revoked_at = now()
   where shopper_id = $1 and revoked_at is null and token_sha256 is distinct from $2`,
)

// not before any process could still take the cookie for one that nothing was written for: its clock may be a day behind
const deleteEnded = statement<{ shopperIds: (string | null)[] }>(
  'session.delete-ended',
  `delete from session where ctid = any(array(
     select ctid from session where ends_at < now() - $2::interval order by ends_at limit $1 for update skip locked))
   returning array[shopper_id, guest_before] as "shopperIds"`,
)

export type NewSession = {
  readonly tokenSha256: Buffer
  readonly shopperId: string
  readonly csrfSecret: Buffer
  readonly brand: string
  readonly country: string
  readonly isApp: boolean
}

const valuesOf = (session: NewSession) => [
  session.tokenSha256,
  session.shopperId,
  session.csrfSecret,
  session.brand,
  session.country,
  session.isApp,
]

/** A session's row, live or ended. */
export function findSession(sql: Sql, tokenSha256: Buffer): Promise<SessionRow | undefined> {
  return sql.row(find, [tokenSha256])
}

/** Writes a guest's session; one that is written already stays as it is. */
export async function insertGuestSession(sql: Sql, session: NewSession): Promise<void> {
  await sql.count(insertGuest, valuesOf(session))
}

/** The same with what a transaction writes. */
export function writeGuestSession(tx: Tx, session: NewSession): void {
  tx.write(insertGuest, valuesOf(session))
}

export async function insertMemberSession(
  sql: Sql,
  session: NewSession & { readonly guestBefore: string | null },
): Promise<void> {
  await sql.count(insertMember, [...valuesOf(session), session.guestBefore])
}

export async function touchSession(sql: Sql, tokenSha256: Buffer): Promise<void> {
  await sql.count(touch, [tokenSha256])
}

/** Ends one session; answers whether it was live. */
export async function revokeSession(sql: Sql, tokenSha256: Buffer): Promise<boolean> {
  return (await sql.count(revoke, [tokenSha256])) === 1
}

/** Ends all sessions of a shopper but one; answers how many. */
export function revokeOtherSessions(sql: Sql, shopperId: string, except: Buffer | null): Promise<number> {
  return sql.count(revokeOfShopper, [shopperId, except])
}

/** Removes sessions that ended so long ago, so many at most; answers of each whose it was, with the guest she was before. */
export async function sweepSessions(sql: Sql, max: number, age: string): Promise<string[][]> {
  const rows = await sql.rows(deleteEnded, [max, age])
  return rows.map(({ shopperIds }) => shopperIds.filter((id) => id !== null))
}
