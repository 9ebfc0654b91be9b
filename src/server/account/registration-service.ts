import { createHash } from 'node:crypto'
import { isGoodPassword } from '#domain/account/password-rule.ts'
import { emailKey, isEmail } from '#domain/address/email.ts'
import type { Variant } from '#domain/variant.ts'
import { wrongNames } from '#server/account/account-names.ts'
import type { AccountService, SignedIn } from '#server/account/account-service.ts'
import { insertAccount, nameRegistered } from '#server/account/account-store.ts'
import { proveAddress } from '#server/account/address-proof.ts'
import { type JoinedIdentity, joinIdentity } from '#server/account/identity-join.ts'
import { accountOfAddress, addIdentity, lockNewAddress } from '#server/account/identity-provider-store.ts'
import { isCommonPassword } from '#server/account/most-used-password.ts'
import { hashPassword, isPassword } from '#server/account/password.ts'
import {
  claimRegisteredOrder,
  endRegistrations,
  findByLink,
  findOfBrowser,
  findRegistration,
  findWaiting,
  insertRegistration,
  type Registration,
  type WaitingRegistration,
} from '#server/account/registration-store.ts'
import type { Session } from '#server/account/sessions/session-service.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { mailLimits, mayAskForMail } from '#server/http/guards/mail-limits.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { addToOutbox } from '#server/order/mail/outbox-store.ts'

type Names = { readonly firstName: string; readonly lastName: string }

export type NewAccount = Names & { readonly email: string; readonly password: string }

/** A person of an outside provider that does not vouch for the address. */
export type UnprovenPerson = Names & { readonly email: string; readonly identity: JoinedIdentity }

export type WrongField = 'firstName' | 'lastName' | 'email' | 'password' | 'commonPassword' | 'tooManyTries'

/** Where an account is asked for. */
export type RegistrationOrigin = {
  readonly session: Session
  readonly address: string
  /** Where the browser goes on to once the link was used: a path of the storefront. */
  readonly returnUrl: string
  /** The order whose confirmation page it was asked on; '' elsewhere. */
  readonly orderNumber: string
}

/**
 * What a live link shows before it is used. The browser that asked presses it; another types the password, and where there
 * is none but an identity (`provider`), it is told to go back.
 */
export type LinkView = {
  readonly email: string
  readonly needs: 'press' | 'password' | 'ownBrowser'
  /** '' when the account is by a password. */
  readonly provider: string
}

export type Confirmed =
  | { readonly state: 'signedIn'; readonly signedIn: SignedIn; readonly returnUrl: string }
  | { readonly state: 'linkEnded' | 'wrongPassword' | 'tooManyTries' }

export type Registrations = {
  /** Keeps what was typed until the mailed link is used: the same work for every address. All that is wrong, else nothing. */
  ask(account: NewAccount, from: RegistrationOrigin): Promise<readonly WrongField[]>
  /** Keeps who came from a provider until the mailed link shows that the address is hers: likewise. */
  askByIdentity(person: UnprovenPerson, from: RegistrationOrigin): Promise<'tooManyTries' | null>
  /** What a guest's browser has asked for and not yet confirmed. */
  waiting(session: Session): Promise<WaitingRegistration | undefined>
  /** What a mailed link is for; null when it no longer works. */
  look(token: string, session: Session): Promise<LinkView | null>
  /** Makes the account of a link, or joins the identity to it, and signs its owner in. */
  confirm(
    token: string,
    password: string,
    by: { readonly session: Session; readonly address: string; readonly variant: Variant },
  ): Promise<Confirmed>
}

export type RegistrationParts = {
  readonly database: Database
  readonly accounts: AccountService
  readonly throttle: Throttle
  readonly newId: () => string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Creating accounts (OPEN-97, SAFE-50): an account is made by the link that is mailed to its address, once, for 24 hours. */
export function createRegistrations({ database, accounts, throttle, newId }: RegistrationParts): Registrations {
  const mayAsk = (email: string, network: string) =>
    mayAskForMail(throttle, database, mailLimits.createAccount, { email, network })

  async function store(
    input: Omit<RegistrationInput, 'emailKey'>,
    { session, returnUrl, orderNumber }: RegistrationOrigin,
  ): Promise<void> {
    const { shopperId, brand, country } = session
    const registrationId = newId()
    const of = { registrationId, shopperId, returnUrl, orderNumber, emailKey: emailKey(input.email) }
    await database.transaction(async (tx) => {
      await insertRegistration(tx, { ...input, ...of })
      await addToOutbox(tx, shopperId, 'mail.create-account', registrationId, { registrationId, brand, country })
    })
  }

  /**
   * What a link makes. It shows that who holds it reads the mail of the address; what she asked for in this browser counts,
   * and only where that is nothing, what the link was sent for. So a link that a stranger had sent gives him nothing.
   */
  async function chosenBy(token: string, session: Session): Promise<Choice | undefined> {
    const linked = await findByLink(database, sha256(token))
    if (linked === undefined) return undefined
    const was = [session.shopperId, ...(session.guestBefore === null ? [] : [session.guestBefore])]
    const own = await findOfBrowser(database, linked.emailKey, was)
    if (own !== undefined) return { registration: own, needs: 'press' }
    return { registration: linked, needs: linked.identity === null ? 'password' : 'ownBrowser' }
  }

  /** The account of a registration whose address is proven; undefined when there is none to be had any more. */
  async function accountOf(tx: Tx, registration: Registration, session: Session): Promise<string | undefined> {
    const { email, emailKey: key, firstName, lastName, passwordHash, identity } = registration
    const account = await accountOfAddress(tx, key)
    if (account?.isVerified) {
      const to = { shopperId: account.shopperId, joinId: newId(), brand: session.brand, country: session.country }
      return identity !== null && (await joinIdentity(tx, identity, to)) ? account.shopperId : undefined
    }
    const shopperId = account?.shopperId ?? newId()
    if (account === undefined)
      await insertAccount(tx, { shopperId, email, emailKey: key, firstName, lastName, passwordHash })
    await proveAddress(tx, shopperId, session)
    await nameRegistered(tx, shopperId, { firstName, lastName, passwordHash })
    if (identity !== null) await addIdentity(tx, identity.issuer, identity.subject, shopperId)
    await claimRegisteredOrder(tx, shopperId, registration)
    return shopperId
  }

  return {
    async ask({ firstName, lastName, email, password }, from) {
      const wrong: WrongField[] = [...wrongNames({ firstName, lastName })]
      if (!isEmail(email)) wrong.push('email')
      if (!isGoodPassword(password, email)) wrong.push('password')
      else if (await isCommonPassword(password)) wrong.push('commonPassword')
      if (wrong.length > 0) return wrong
      if (!(await mayAsk(email, from.address))) return ['tooManyTries']
      const passwordHash = await hashPassword(password)
      await store({ firstName, lastName, email, passwordHash, identity: null }, from)
      return []
    },

    async askByIdentity(person, from) {
      if (!(await mayAsk(person.email, from.address))) return 'tooManyTries'
      await store({ ...person, passwordHash: null }, from)
      return null
    },

    waiting: (session) => findWaiting(database, session.shopperId),

    async look(token, session) {
      const chosen = await chosenBy(token, session)
      if (chosen === undefined) return null
      const { email, identity } = chosen.registration
      return { email, needs: chosen.needs, provider: identity?.provider ?? '' }
    },

    async confirm(token, password, { session, address, variant }) {
      const chosen = await chosenBy(token, session)
      if (chosen === undefined || chosen.needs === 'ownBrowser') return { state: 'linkEnded' }
      const { registrationId, passwordHash, emailKey: key } = chosen.registration
      if (chosen.needs === 'password') {
        if (!(await throttle.take(database, limits.confirmationsPerAddress, address))) return { state: 'tooManyTries' }
        if (!(await isPassword(password, passwordHash))) return { state: 'wrongPassword' }
        // only what fails is counted
        await throttle.returnTokens(database, limits.confirmationsPerAddress, address)
      }
      return database.transaction(async (tx): Promise<Confirmed> => {
        await lockNewAddress(tx, key)
        // once: whoever was first has ended them all
        const isLive = (await findByLink(tx, sha256(token))) !== undefined
        const registration = isLive ? await findRegistration(tx, registrationId) : undefined
        const shopperId = registration && (await accountOf(tx, registration, session))
        if (registration === undefined || shopperId === undefined) return { state: 'linkEnded' }
        await endRegistrations(tx, key)
        const signedIn = await accounts.signInAs(tx, shopperId, session, variant)
        return { state: 'signedIn', signedIn, returnUrl: registration.returnUrl }
      })
    },
  }
}

type RegistrationInput = Pick<
  Registration,
  'email' | 'emailKey' | 'firstName' | 'lastName' | 'passwordHash' | 'identity'
>
type Choice = { readonly registration: Registration; readonly needs: LinkView['needs'] }
