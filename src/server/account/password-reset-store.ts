import { type Sql, statement, type Tx } from '#server/db/database.ts'

const insertRequest = statement('account.insert-reset-request', 'insert into reset_request (token_sha256) values ($1)')

// once, and within an hour (OPEN-98)
const takeRequest = statement(
  'account.use-reset-request',
  `update reset_request set used_at = now()
   where token_sha256 = $1 and used_at is null and created_at > now() - interval '1 hour'`,
)

// what a refused request did not use works for the next
const rollBackRequest = statement(
  'account.give-back-reset-request',
  'update reset_request set used_at = null where token_sha256 = $1',
)

// a newer link ends those before it that the same browser asked for; made once, however often its mail is tried
const insertLink = statement(
  'account.insert-reset-link',
  `with made as (
     insert into password_reset (token_sha256, shopper_id, asked_by) values ($1, $2, $3)
     on conflict (token_sha256) do nothing returning shopper_id, asked_by)
   update password_reset p set ended_at = now() from made
   where p.shopper_id = made.shopper_id and p.asked_by = made.asked_by and p.ended_at is null and p.token_sha256 <> $1`,
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

// one after the other, so that of two links of an account that are used at once one is taken
const lockOwner = statement(
  'account.lock-reset-owner',
  `select 1 from account where shopper_id = (select shopper_id from password_reset where token_sha256 = $1) for update`,
)
const endLinks = statement(
  'account.end-reset-links',
  'update password_reset set ended_at = now() where shopper_id = $1 and ended_at is null',
)

const setHash = statement<{ deviceRound: number }>(
  'account.set-password',
  'update account set password_hash = $2, device_round = device_round + 1 where shopper_id = $1 returning device_round as "deviceRound"',
)
const endTokens = statement(
  'account.end-sign-in-tokens',
  'update sign_in_token set used_at = now() where shopper_id = $1 and used_at is null',
)

const sweepRequests = statement(
  'account.sweep-reset-requests',
  `delete from reset_request where ctid = any(array(
     select ctid from reset_request where created_at < now() - interval '1 day' order by created_at limit $1 for update skip locked))`,
)
const sweepLinks = statement(
  'account.sweep-reset-links',
  `delete from password_reset where ctid = any(array(
     select ctid from password_reset where created_at < now() - interval '30 days' order by created_at limit $1 for update skip locked))`,
)

export async function insertResetRequest(sql: Sql, tokenSha256: Buffer): Promise<void> {
  await sql.count(insertRequest, [tokenSha256])
}

/** False when the token is unknown, used or over. */
export async function takeResetRequest(tx: Tx, tokenSha256: Buffer): Promise<boolean> {
  return (await tx.count(takeRequest, [tokenSha256])) === 1
}

/** Makes the token of a request that was refused work once more. */
export async function rollBackResetRequest(tx: Tx, tokenSha256: Buffer): Promise<void> {
  await tx.count(rollBackRequest, [tokenSha256])
}

/** Keeps a link's hash and ends the links mailed before it for the same browser. The same link again changes nothing. */
export async function insertResetLink(
  sql: Sql,
  { tokenSha256, shopperId, askedBy }: { tokenSha256: Buffer; shopperId: string; askedBy: string },
): Promise<void> {
  await sql.count(insertLink, [tokenSha256, shopperId, askedBy])
}

/** Whose link it is; undefined when it is unknown, used, ended or over. */
export async function findResetLink(sql: Sql, tokenSha256: Buffer): Promise<string | undefined> {
  return (await sql.row(findLink, [tokenSha256]))?.shopperId
}

/** Takes a link, once, and ends all others of its account. */
export async function takeResetLink(tx: Tx, tokenSha256: Buffer): Promise<string | undefined> {
  await tx.row(lockOwner, [tokenSha256])
  const owner = (await tx.row(takeLink, [tokenSha256]))?.shopperId
  if (owner !== undefined) await tx.count(endLinks, [owner])
  return owner
}

/**
 * Sets a new password by a mailed link. What was signed in with the old one and not yet taken is void, and no browser is
 * remembered as one that signed in before: answers the round that begins.
 */
export async function setPassword(tx: Tx, shopperId: string, passwordHash: string): Promise<number> {
  const row = await tx.row(setHash, [shopperId, passwordHash])
  await endSignInTokens(tx, shopperId)
  return row?.deviceRound ?? 0
}

/** What was signed in and not yet taken is void. */
export async function endSignInTokens(tx: Tx, shopperId: string): Promise<void> {
  await tx.count(endTokens, [shopperId])
}

/** Removes requests to reset a password of a day ago, so many at most; answers how many. */
export function sweepResetRequests(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepRequests, [max])
}

/** Removes links to reset a password of 30 days ago, so many at most; answers how many. */
export function sweepPasswordResets(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepLinks, [max])
}
