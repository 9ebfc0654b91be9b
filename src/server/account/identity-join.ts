import { z } from 'zod'
import { sendAccountMail } from '#server/account/account-mail.ts'
import { readAccount } from '#server/account/account-store.ts'
import { addIdentity, noteIdentityUse } from '#server/account/identity-provider-store.ts'
import type { Tx } from '#server/db/database.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { addToOutbox, type OutboxRow, payloadOf } from '#server/order/mail/outbox-store.ts'

/** A person at an outside provider, by the provider's name as shoppers know it. */
export type JoinedIdentity = { readonly provider: string; readonly issuer: string; readonly subject: string }

/** To which account, and the storefront its owner's mail is of; `joinId` is new for each joining. */
export type JoinTo = {
  readonly shopperId: string
  readonly joinId: string
  readonly brand: string
  readonly country: string
}

const payload = z.object({ provider: z.string(), brand: z.enum(['CB', 'CB2']), country: z.enum(['US', 'CA']) })

/**
 * Joins an identity to an account that had an owner before, and leaves word of it to her by mail: nothing that signs in to
 * her account comes to it in silence. False when the identity is another account's.
 */
export async function joinIdentity(tx: Tx, identity: JoinedIdentity, to: JoinTo): Promise<boolean> {
  const { provider, issuer, subject } = identity
  const { shopperId, joinId, brand, country } = to
  if (!(await addIdentity(tx, issuer, subject, shopperId))) {
    return (await noteIdentityUse(tx, issuer, subject)) === shopperId
  }
  await addToOutbox(tx, shopperId, 'mail.identity-joined', joinId, { provider, brand, country })
  return true
}

/** The job's part: tells the owner of an account which provider signs her in from now on. */
export async function sendIdentityJoinedMail(
  deps: Pick<DeliveryDeps, 'database' | 'mail' | 'mailFrom' | 'originOf'>,
  row: OutboxRow,
): Promise<Delivered> {
  const { provider, brand, country } = payloadOf(row, payload)
  const account = await readAccount(deps.database, row.shopperId)
  if (account === undefined) return { state: 'done' }
  return sendAccountMail(deps, row, account.email, {
    ...{ brand, firstName: account.firstName },
    subject: `${provider} is connected to your account`,
    line: `from now on you can sign in to your account with ${provider}. If it was you who connected it, there is nothing to do.`,
    link: `${deps.originOf(brand, country)}/account/login`,
    action: 'Sign in',
    note: `If it was not you, press 'Reset password' there and choose a new one: ${provider} is disconnected then, and everybody is signed out.`,
  })
}
