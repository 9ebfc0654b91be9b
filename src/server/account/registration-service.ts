import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { isGoodPassword } from '#domain/account/password-rule.ts'
import { emailKey, isEmail } from '#domain/address/email.ts'
import type { Variant } from '#domain/variant.ts'
import { sendAccountMail } from '#server/account/account-mail.ts'
import { wrongName } from '#server/account/account-names.ts'
import type { AccountService, SignedIn } from '#server/account/account-service.ts'
import { findAccount, insertAccount, nameRegistered } from '#server/account/account-store.ts'
import { proveAddress } from '#server/account/address-proof.ts'
import { accountOfAddress, lockNewAddress } from '#server/account/identity-provider-store.ts'
import { isCommonPassword } from '#server/account/most-used-password.ts'
import { hashPassword, isPassword } from '#server/account/password.ts'
import {
  claimRegisteredOrder,
  findByLink,
  findRegistration,
  findWaiting,
  insertRegistration,
  keepRegistrationLink,
  type Registration,
  takeRegistration,
  type WaitingRegistration,
} from '#server/account/registration-store.ts'
import type { Session } from '#server/account/session-service.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { limits, type Throttle } from '#server/http/throttle.ts'
import type { Delivered, DeliveryWorld } from '#server/order/deliver.ts'
import { addToOutbox, type OutboxRow } from '#server/order/outbox-store.ts'
import { keyFor } from '#server/secrets.ts'

export type NewAccount = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

export type WrongField = 'firstName' | 'lastName' | 'email' | 'password' | 'commonPassword' | 'tooManyTries'

/** Where an account is asked for. */
export type AskedFrom = {
  readonly session: Session
  readonly address: string
  /** Where the browser goes on to once the link was used: a path of the storefront. */
  readonly returnUrl: string
  /** The order whose confirmation page it was asked on; '' elsewhere. */
  readonly orderNumber: string
}

/** What a live link shows before it is used. */
export type LinkView = { readonly email: string; readonly asksPassword: boolean }

export type Confirmed =
  | { readonly state: 'signedIn'; readonly signedIn: SignedIn; readonly returnUrl: string }
  | { readonly state: 'linkEnded' | 'wrongPassword' | 'tooManyTries' }

export type Registrations = {
  /** Keeps what was typed until the mailed link is used: the same work for every address. Null when all is well. */
  ask(account: NewAccount, from: AskedFrom): Promise<WrongField | null>
  /** What a guest's browser has asked for and not yet confirmed. */
  waiting(session: Session): Promise<WaitingRegistration | undefined>
  /** What a mailed link is for; null when it no longer works. */
  look(token: string, session: Session): Promise<LinkView | null>
  /** Makes the account of a link and signs its owner in; a browser that did not ask for it shows the password. */
  confirm(
    token: string,
    password: string,
    by: { readonly session: Session; readonly address: string; readonly variant: Variant },
  ): Promise<Confirmed>
  /** The job's part, which alone looks whether the address has an account. */
  sendMail(world: DeliveryWorld, row: OutboxRow): Promise<Delivered>
}

export type RegistrationParts = {
  readonly database: Database
  readonly accounts: AccountService
  readonly throttle: Throttle
  readonly secret: string
  readonly newId: () => string
}

/** Where the mailed link leads. */
export const confirmAddressPath = '/account/confirm-address'

const payload = z.object({ registrationId: z.string(), brand: z.string(), country: z.string() })
const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Creating accounts (OPEN-97, SAFE-50): an account is made by the link that is mailed to its address, once, for 24 hours. */
export function createRegistrations(parts: RegistrationParts): Registrations {
  const { database, accounts, throttle, newId } = parts
  const linkKey = keyFor(parts.secret, 'registration')
  // of the delivery's own id, so that a mail tried again carries the same link
  const linkToken = (outboxId: string) => createHmac('sha256', linkKey).update(outboxId).digest('base64url')

  // who did not ask for it may have been sent another's link: the password that was typed shows that it is hers
  const asksPassword = (registration: Registration, session: Session) => registration.shopperId !== session.shopperId

  /** Whether an address may be written to: a mailbox is not flooded, and one sender cannot use up its owner's tries. */
  async function mayAsk(key: string, address: string): Promise<boolean> {
    return (
      (await throttle.take(database, limits.accountsPerAddress, address)) &&
      (await throttle.take(database, limits.accountsPerEmailAndAddress, `${key}\n${address}`)) &&
      (await throttle.take(database, limits.accountsPerEmail, key))
    )
  }

  /** The account of a registration whose address is proven; undefined when another proof was first. */
  async function accountOf(tx: Tx, registration: Registration, session: Session): Promise<string | undefined> {
    const { email, emailKey: key, firstName, lastName, passwordHash } = registration
    await lockNewAddress(tx, key)
    const account = await accountOfAddress(tx, key)
    if (account?.isVerified) return undefined
    const shopperId = account?.shopperId ?? newId()
    if (account === undefined)
      await insertAccount(tx, { shopperId, email, emailKey: key, firstName, lastName, passwordHash })
    await proveAddress(tx, shopperId, session)
    await nameRegistered(tx, shopperId, { firstName, lastName, passwordHash })
    await claimRegisteredOrder(tx, shopperId, registration)
    return shopperId
  }

  return {
    async ask({ firstName, lastName, email, password }, { session, address, returnUrl, orderNumber }) {
      const wrong = wrongName({ firstName, lastName })
      if (wrong !== null) return wrong
      if (!isEmail(email)) return 'email'
      if (!isGoodPassword(password, email)) return 'password'
      if (await isCommonPassword(password)) return 'commonPassword'
      const key = emailKey(email)
      if (!(await mayAsk(key, address))) return 'tooManyTries'
      const passwordHash = await hashPassword(password)
      const { shopperId, brand, country } = session
      const registrationId = newId()
      const of = { registrationId, shopperId, returnUrl, orderNumber }
      await database.transaction(async (tx) => {
        await lockNewAddress(tx, key)
        await insertRegistration(tx, { ...of, email, emailKey: key, firstName, lastName, passwordHash })
        await addToOutbox(tx, shopperId, 'mail.create-account', registrationId, { registrationId, brand, country })
      })
      return null
    },

    waiting: (session) => findWaiting(database, session.shopperId),

    async look(token, session) {
      const found = await findByLink(database, sha256(token))
      return found === undefined ? null : { email: found.email, asksPassword: asksPassword(found, session) }
    },

    async confirm(token, password, { session, address, variant }) {
      const found = await findByLink(database, sha256(token))
      if (found === undefined) return { state: 'linkEnded' }
      if (asksPassword(found, session)) {
        if (!(await throttle.take(database, limits.confirmationsPerAddress, address))) return { state: 'tooManyTries' }
        if (!(await isPassword(password, found.passwordHash))) return { state: 'wrongPassword' }
        // only what fails is counted
        await throttle.giveBack(database, limits.confirmationsPerAddress, address)
      }
      return database.transaction(async (tx): Promise<Confirmed> => {
        const taken = await takeRegistration(tx, sha256(token))
        const shopperId = taken === undefined ? undefined : await accountOf(tx, taken, session)
        if (taken === undefined || shopperId === undefined) return { state: 'linkEnded' }
        const signedIn = await accounts.signInAs(tx, shopperId, session, variant)
        return { state: 'signedIn', signedIn, returnUrl: taken.returnUrl }
      })
    },

    async sendMail(world, row) {
      const { registrationId, brand, country } = payload.parse(row.payload)
      const registration = await findRegistration(world.database, registrationId)
      // a newer one has its own mail
      if (registration === undefined) return { state: 'done' }
      const account = await findAccount(world.database, registration.emailKey)
      const origin = world.originOf(brand, country)
      if (account?.isVerified) {
        return sendAccountMail(world, row, account.email, {
          ...{ brand, firstName: account.firstName },
          subject: 'you have an account already',
          line: 'somebody tried to create an account with your email address. You have one already, and it stays as it is:',
          link: `${origin}/account/login`,
          action: 'Sign in',
          note: 'If it was you and you forgot your password, you can have a new one set there. If it was not you, there is nothing to do.',
        })
      }
      const token = linkToken(row.outboxId)
      if ((await keepRegistrationLink(world.database, registrationId, sha256(token))) === undefined)
        return { state: 'done' }
      return sendAccountMail(world, row, registration.email, {
        // a name that a stranger may have typed is not put into somebody's mailbox
        ...{ brand, firstName: '' },
        subject: 'confirm your email address',
        line: 'somebody, most likely you, asked for an account with this email address. With this link it is yours:',
        link: `${origin}${confirmAddressPath}?token=${token}`,
        action: 'Confirm my email address',
        note: 'The link works once, for 24 hours, and only the newest one. If it was not you, there is nothing to do: without the link there is no account.',
      })
    },
  }
}
