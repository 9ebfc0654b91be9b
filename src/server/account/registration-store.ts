import type { JoinedIdentity } from '#server/account/identity-join.ts'
import { type Sql, statement, type Tx } from '#server/db/database.ts'

/** An account that waits for its link: by a password, or by an identity whose provider does not vouch for the address. */
export type Registration = {
  readonly registrationId: string
  readonly email: string
  readonly emailKey: string
  readonly firstName: string
  readonly lastName: string
  /** Null when it is by an identity. */
  readonly passwordHash: string | null
  /** Null when it is by a password. */
  readonly identity: JoinedIdentity | null
  /** Of the browser that asked. */
  readonly shopperId: string
  /** What was ordered in it, when it asked from a confirmation page. */
  readonly orderId: string | null
  readonly returnUrl: string
}

export type NewRegistration = Omit<Registration, 'orderId'> & { readonly orderNumber: string }

/** What the page after the form says. */
export type WaitingRegistration = {
  readonly email: string
  readonly orderNumber: string | null
  readonly provider: string | null
}

const columns = `registration_id as "registrationId", email, email_key as "emailKey", first_name as "firstName",
  last_name as "lastName", password_hash as "passwordHash", shopper_id as "shopperId", order_id as "orderId",
  return_url as "returnUrl", case when issuer is not null
    then jsonb_build_object('provider', provider, 'issuer', issuer, 'subject', subject) end as identity`
const isLive = `ended_at is null and created_at > now() - interval '24 hours'`

const end = statement('account.end-registrations', 'delete from registration where email_key = $1')

// an order of this browser only
const insert = statement(
  'account.insert-registration',
  `insert into registration (registration_id, email, email_key, first_name, last_name, password_hash, shopper_id, return_url,
     order_id, provider, issuer, subject)
   values ($1, $2, $3, $4, $5, $6, $7, $8, (
       select order_id from orders where shopper_id = $7 and order_number = $9
       union all select order_id from order_archive where shopper_id = $7 and order_number = $9),
     $10, $11, $12)`,
)

const waiting = statement<WaitingRegistration>(
  'account.waiting-registration',
  `select r.email, r.provider, coalesce(o.order_number, a.order_number) as "orderNumber" from registration r
   left join orders o on o.shopper_id = r.shopper_id and o.order_id = r.order_id
   left join order_archive a on a.shopper_id = r.shopper_id and a.order_id = r.order_id
   where r.shopper_id = $1 and r.ended_at is null and r.created_at > now() - interval '24 hours'
   order by r.created_at desc limit 1`,
)

// what this browser asked for goes before what others did
const waitingHash = statement<{ passwordHash: string }>(
  'account.waiting-hash',
  `select password_hash as "passwordHash" from registration
   where email_key = $1 and password_hash is not null and ${isLive}
   order by shopper_id = $2 desc, created_at desc limit 1`,
)

// made once, however often its mail is tried; one browser's newer link ends its older ones
const mailed = statement(
  'account.mail-registration',
  `with made as (
     update registration set token_sha256 = $2 where registration_id = $1 and ${isLive}
       and not exists (select from registration newer where newer.email_key = registration.email_key
         and newer.shopper_id = registration.shopper_id and newer.created_at > registration.created_at
         and newer.token_sha256 is not null)
     returning email_key, shopper_id, created_at),
   older as (
     delete from registration r using made
     where r.email_key = made.email_key and r.shopper_id = made.shopper_id and r.created_at < made.created_at)
   select from made`,
)
const byId = statement<Registration>(
  'account.registration',
  `select ${columns} from registration where registration_id = $1 and ${isLive}`,
)
const byLink = statement<Registration>(
  'account.find-registration',
  `select ${columns} from registration where token_sha256 = $1 and ${isLive}`,
)
const ofBrowser = statement<Registration>(
  'account.registration-of-browser',
  `select ${columns} from registration where email_key = $1 and shopper_id = any($2) and ${isLive}
   order by created_at desc limit 1`,
)

const claimOrder = statement(
  'account.claim-registered-order',
  `insert into order_claim (shopper_id, placed_by, order_id)
   select $1, o.shopper_id, o.order_id from (select shopper_id, order_id from orders where shopper_id = $2 and order_id = $3
     union all select shopper_id, order_id from order_archive where shopper_id = $2 and order_id = $3) o
   where not exists (select from order_claim c where c.placed_by = $2 and c.order_id = $3)
   on conflict do nothing`,
)

const sweep = statement(
  'account.sweep-registrations',
  `delete from registration where ctid = any(array(
     select ctid from registration where created_at < now() - interval '24 hours' order by created_at limit $1 for update skip locked))`,
)

/** Writes what was asked for. */
export async function insertRegistration(tx: Tx, registration: NewRegistration): Promise<void> {
  const { registrationId, email, emailKey, firstName, lastName, passwordHash, shopperId, returnUrl, orderNumber } =
    registration
  const { provider = null, issuer = null, subject = null } = registration.identity ?? {}
  await tx.count(insert, [
    ...[registrationId, email, emailKey, firstName, lastName, passwordHash, shopperId, returnUrl, orderNumber],
    ...[provider, issuer, subject],
  ])
}

/** The newest account that a browser asked for and that waits for its link. */
export function findWaiting(sql: Sql, shopperId: string): Promise<WaitingRegistration | undefined> {
  return sql.row(waiting, [shopperId])
}

/** The hash of the password that waits for an address's link: this browser's own, else the newest. */
export async function findWaitingHash(sql: Sql, emailKey: string, shopperId: string): Promise<string | null> {
  return (await sql.row(waitingHash, [emailKey, shopperId]))?.passwordHash ?? null
}

export function findRegistration(sql: Sql, registrationId: string): Promise<Registration | undefined> {
  return sql.row(byId, [registrationId])
}

/** Gives a registration the link that is mailed; false when it has ended, or its browser has a newer one. */
export async function storeRegistrationLink(sql: Sql, registrationId: string, tokenSha256: Buffer): Promise<boolean> {
  return (await sql.row(mailed, [registrationId, tokenSha256])) !== undefined
}

/** What a link is for; undefined when it is unknown, used, ended or over. */
export function findByLink(sql: Sql, tokenSha256: Buffer): Promise<Registration | undefined> {
  return sql.row(byLink, [tokenSha256])
}

/** What a browser itself asked for with an address, by any of the shoppers it has been. */
export function findOfBrowser(
  sql: Sql,
  emailKey: string,
  shopperIds: readonly string[],
): Promise<Registration | undefined> {
  return sql.row(ofBrowser, [emailKey, shopperIds])
}

/** The address has been proven: nothing waits for its links any longer, nor the passwords typed with them. */
export async function endRegistrations(tx: Tx, emailKey: string): Promise<void> {
  await tx.count(end, [emailKey])
}

/** Shows the order that an account was asked from in that account. */
export async function claimRegisteredOrder(tx: Tx, shopperId: string, registration: Registration): Promise<void> {
  if (registration.orderId === null) return
  await tx.count(claimOrder, [shopperId, registration.shopperId, registration.orderId])
}

/** Removes what nobody can use any more, and the passwords that were typed with it: so many at most; answers how many. */
export function sweepRegistrations(sql: Sql, max: number): Promise<number> {
  return sql.count(sweep, [max])
}
