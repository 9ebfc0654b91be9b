import { z } from 'zod'
import { type Sql, statement, type Tx } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ProviderAnswer } from '#server/providers/identity/port.ts'

export type FlowRow = {
  readonly nonce: string
  readonly verifier: string
  readonly returnUrl: string
  readonly redirectUri: string
  readonly response: ProviderAnswer | null
  readonly isFresh: boolean
}

export type NewFlow = Omit<FlowRow, 'response' | 'isFresh'> & {
  readonly stateSha256: Buffer
  readonly sessionSha256: Buffer
  readonly provider: string
}

export type AccountOfAddress = { readonly shopperId: string; readonly isVerified: boolean }

const word = z.string().exactOptional()
const postedAnswer = z
  .object({ code: word, state: word, iss: word, error: word, error_description: word, user: word })
  .nullable()

const insertFlow = statement(
  'identity.insert-flow',
  `insert into identity_flow (state_sha256, session_sha256, provider, nonce, verifier, return_url, redirect_uri)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

// once: what a provider answers twice, or to two browsers, is taken by one
const takeFlow = statement<Omit<FlowRow, 'response'> & { readonly response: unknown }>(
  'identity.take-flow',
  `delete from identity_flow where state_sha256 = $1 and session_sha256 = $2 and provider = $3
   returning nonce, verifier, return_url as "returnUrl", redirect_uri as "redirectUri", response,
     created_at > now() - interval '10 minutes' as "isFresh"`,
)

const storeResponse = statement(
  'identity.keep-response',
  'update identity_flow set response = $3 where state_sha256 = $1 and provider = $2 and response is null',
)

const lockAddress = statement(
  'identity.lock-address',
  `select from turn where turn = 'new address ' || (hashtextextended($1::text, 0) & 255) for update`,
)

const byIdentity = statement<{ shopperId: string }>(
  'identity.use',
  `update account_identity set last_used_at = now() where issuer = $1 and subject = $2 returning shopper_id as "shopperId"`,
)

const byAddress = statement<AccountOfAddress>(
  'identity.account-of-address',
  `select shopper_id as "shopperId", email_verified_at is not null as "isVerified" from account
   where email_key = $1 for update`,
)

const insertIdentity = statement(
  'identity.insert',
  `insert into account_identity (issuer, subject, shopper_id) values ($1, $2, $3) on conflict (issuer, subject) do nothing`,
)

const endIdentitiesOf = statement('identity.end', 'delete from account_identity where shopper_id = $1')

const insertAccount = statement(
  'identity.insert-account',
  `with new_shopper as (insert into shopper (shopper_id, kind) values ($1, 'member') returning shopper_id)
   insert into account (shopper_id, email, email_key, first_name, last_name)
   select shopper_id, $2, $3, $4, $5 from new_shopper
   on conflict (email_key) do nothing`,
)

const sweepFlows = statement(
  'identity.sweep-flows',
  `delete from identity_flow where ctid = any(array(
     select ctid from identity_flow where created_at < now() - interval '1 hour' order by created_at limit $1 for update skip locked))`,
)
const sweepOffers = statement(
  'identity.sweep-offers',
  `delete from identity_offer where ctid = any(array(
     select ctid from identity_offer where created_at < now() - interval '1 hour' order by created_at limit $1 for update skip locked))`,
)

export async function insertIdentityFlow(sql: Sql, flow: NewFlow): Promise<void> {
  const { stateSha256, sessionSha256, provider, nonce, verifier, returnUrl, redirectUri } = flow
  await sql.count(insertFlow, [stateSha256, sessionSha256, provider, nonce, verifier, returnUrl, redirectUri])
}

/** Takes a sign-in that this browser session began; undefined when there is none. */
export async function takeIdentityFlow(
  sql: Sql,
  { stateSha256, sessionSha256, provider }: Pick<NewFlow, 'stateSha256' | 'sessionSha256' | 'provider'>,
): Promise<FlowRow | undefined> {
  const row = await sql.row(takeFlow, [stateSha256, sessionSha256, provider])
  const name = `shop.identity_flow.response of ${provider}`
  return row && { ...row, response: parseStored(postedAnswer, row.response, name) }
}

/** Keeps an answer that came by form post, the first one only; false when no sign-in waits for it. */
export async function storePostedAnswer(
  sql: Sql,
  stateSha256: Buffer,
  provider: string,
  answer: ProviderAnswer,
): Promise<boolean> {
  return (await sql.count(storeResponse, [stateSha256, provider, JSON.stringify(answer)])) === 1
}

/** Lets sign-ins with the same new address go one after the other. */
export async function lockNewAddress(tx: Tx, emailKey: string): Promise<void> {
  await tx.row(lockAddress, [emailKey])
}

/** Whose identity it is, and that it was used; undefined when nobody's. */
export async function noteIdentityUse(tx: Tx, issuer: string, subject: string): Promise<string | undefined> {
  return (await tx.row(byIdentity, [issuer, subject]))?.shopperId
}

export function accountOfAddress(tx: Tx, emailKey: string): Promise<AccountOfAddress | undefined> {
  return tx.row(byAddress, [emailKey])
}

/** False when the identity is somebody's already. */
export async function addIdentity(tx: Tx, issuer: string, subject: string, shopperId: string): Promise<boolean> {
  return (await tx.count(insertIdentity, [issuer, subject, shopperId])) === 1
}

/** No outside provider signs in to the account any more, until it is joined anew. */
export async function endIdentities(tx: Tx, shopperId: string): Promise<void> {
  await tx.count(endIdentitiesOf, [shopperId])
}

/** False when somebody made an account of that address in the same moment. */
export async function insertIdentityAccount(
  tx: Tx,
  account: {
    readonly shopperId: string
    readonly email: string
    readonly emailKey: string
    readonly firstName: string
    readonly lastName: string
  },
): Promise<boolean> {
  const { shopperId, email, emailKey, firstName, lastName } = account
  return (await tx.count(insertAccount, [shopperId, email, emailKey, firstName, lastName])) === 1
}

/** Removes ways to a provider that were begun an hour ago, so many at most; answers how many. */
export function sweepIdentityFlows(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepFlows, [max])
}

/** Removes offers to join a provider's identity of an hour ago, so many at most; answers how many. */
export function sweepIdentityOffers(sql: Sql, max: number): Promise<number> {
  return sql.count(sweepOffers, [max])
}
