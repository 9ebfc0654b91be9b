import { type Sql, statement, type Tx } from '#server/db/database.ts'

const insertRequest = statement('account.insert-reset-request', 'insert into reset_request (token_sha256) values ($1)')

// once, and within an hour (OPEN-98)
const takeRequest = statement(
  'account.use-reset-request',
  `update reset_request set used_at = now()
   where token_sha256 = $1 and used_at is null and created_at > now() - interval '1 hour'`,
)

// a newer link ends those before it; made once, however often its mail is tried
const insertLink = statement(
  'account.insert-reset-link',
  `with made as (
     insert into password_reset (token_sha256, shopper_id) values ($1, $2)
     on conflict (token_sha256) do nothing returning shopper_id)
   update password_reset set ended_at = now()
   where shopper_id = (select shopper_id from made) and ended_at is null and token_sha256 <> $1`,
)

const live = `token_sha256 = $1 and ended_at is null and created_at > now() - interval '1 hour'`
const findLink = statement<{ shopperId: string }>(
  'account.find-reset-link',
  `select shopper_id as "shopperId" from password_reset where ${live}`,
)
const takeLink = statement<{ shopperId: string }>(
  'account.use-reset-link',
  `update password_reset set ended_at = now() where ${live} returning shopper_id as "shopperId"`,
)

const setHash = statement('account.set-password', 'update account set password_hash = $2 where shopper_id = $1')
const endTokens = statement(
  'account.end-sign-in-tokens',
  'update sign_in_token set used_at = now() where shopper_id = $1 and used_at is null',
)

const sweepRequests = statement(
  'account.sweep-reset-requests',
  `delete from reset_request where created_at < now() - interval '1 day'`,
)
const sweepLinks = statement(
  'account.sweep-reset-links',
  `delete from password_reset where created_at < now() - interval '30 days'`,
)

export async function insertResetRequest(sql: Sql, tokenSha256: Buffer): Promise<void> {
  await sql.count(insertRequest, [tokenSha256])
}

/** False when the token is unknown, used or over. */
export async function takeResetRequest(tx: Tx, tokenSha256: Buffer): Promise<boolean> {
  return (await tx.count(takeRequest, [tokenSha256])) === 1
}

/** Keeps a link's hash and ends the links mailed before it. The same link again changes nothing. */
export async function insertResetLink(sql: Sql, tokenSha256: Buffer, shopperId: string): Promise<void> {
  await sql.count(insertLink, [tokenSha256, shopperId])
}

/** Whose link it is; undefined when it is unknown, used, ended or over. */
export async function findResetLink(sql: Sql, tokenSha256: Buffer): Promise<string | undefined> {
  return (await sql.row(findLink, [tokenSha256]))?.shopperId
}

/** Takes a link, once. */
export async function takeResetLink(tx: Tx, tokenSha256: Buffer): Promise<string | undefined> {
  return (await tx.row(takeLink, [tokenSha256]))?.shopperId
}

/** Sets a new password by a mailed link; what was signed in with the old one and not yet taken is void. */
export async function setPassword(tx: Tx, shopperId: string, passwordHash: string): Promise<void> {
  await tx.count(setHash, [shopperId, passwordHash])
  await endSignInTokens(tx, shopperId)
}

/** What was signed in and not yet taken is void. */
export async function endSignInTokens(tx: Tx, shopperId: string): Promise<void> {
  await tx.count(endTokens, [shopperId])
}

/** Removes what resetting passwords left behind. */
export async function sweepPasswordResets(sql: Sql): Promise<void> {
  await sql.count(sweepRequests)
  await sql.count(sweepLinks)
}
