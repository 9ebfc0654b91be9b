import { createHash, randomBytes } from 'node:crypto'
import { emailKey, isEmail } from '#domain/address/email.ts'
import { isName } from '#domain/address/names.ts'
import { holdsCardNumber } from '#domain/payment/card-numbers-in-text.ts'
import type { Variant } from '#domain/variant.ts'
import type { AccountService, SignedIn } from '#server/account/account-service.ts'
import { renameAccount } from '#server/account/account-store.ts'
import { proveAddress } from '#server/account/address-proof.ts'
import { type JoinedIdentity, joinIdentity } from '#server/account/identity-join.ts'
import {
  accountOfAddress,
  addIdentity,
  insertIdentityAccount,
  insertIdentityFlow,
  lockNewAddress,
  noteIdentityUse,
  storePostedAnswer,
  takeIdentityFlow,
} from '#server/account/identity-provider-store.ts'
import type { Registrations } from '#server/account/registration-service.ts'
import { endRegistrations } from '#server/account/registration-store.ts'
import type { Session } from '#server/account/sessions/session-service.ts'
import { type Database, DatabaseUnavailable, type Tx } from '#server/db/database.ts'
import type { Log } from '#server/http/context.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import type { IdentityProvider, OutsideIdentity, ProviderAnswer } from '#server/providers/identity/port.ts'
import type { IdentityKey } from '#server/providers/identity/settings.ts'

/** Why nobody was signed in. */
export type IdentityRefusal =
  /** Not begun by this browser, used already, or more than ten minutes ago. */
  | 'ended'
  | 'denied'
  /** A check of the provider's answer did not hold. */
  | 'failed'
  | 'unavailable'
  | 'noEmail'
  | 'tooManyTries'

export type IdentityStart =
  | { readonly state: 'begun'; readonly url: string }
  | { readonly state: 'refused'; readonly reason: IdentityRefusal }

export type IdentityFinish =
  | { readonly state: 'signedIn'; readonly signedIn: SignedIn; readonly returnUrl: string }
  /** The provider does not vouch for the address: a mailed link does, whether or not the address has an account. */
  | { readonly state: 'mailed' }
  | { readonly state: 'refused'; readonly reason: IdentityRefusal; readonly returnUrl: string }

export type IdentityVisitor = { readonly session: Session; readonly address: string; readonly log: Log }

export type IdentitySignIn = {
  readonly providers: readonly Pick<IdentityProvider, 'key' | 'name'>[]
  /** Begins a sign-in for this browser session; `returnUrl` is one of our own paths, `redirectUri` where the answer goes. */
  begin(
    provider: IdentityKey,
    visitor: IdentityVisitor,
    to: { readonly returnUrl: string; readonly redirectUri: string },
  ): Promise<IdentityStart>
  /** Keeps an answer that a provider had posted by a page of its own, for the browser to fetch with its cookie; false when none waits for it. */
  storePosted(provider: IdentityKey, answer: ProviderAnswer): Promise<boolean>
  /** Signs the person of an answer in, when this browser session began it and every check holds. */
  finish(
    provider: IdentityKey,
    visitor: IdentityVisitor,
    answer: ProviderAnswer,
    variant: Variant,
  ): Promise<IdentityFinish>
}

export type IdentitySignInParts = {
  readonly database: Database
  readonly providers: readonly IdentityProvider[]
  readonly accounts: AccountService
  readonly registrations: Pick<Registrations, 'askByIdentity'>
  readonly throttle: Throttle
  readonly newId: () => string
}

const random = () => randomBytes(32).toString('base64url')
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const maxLength = 2_000

/** Signing in with Google, Apple and Okta (OPEN-96). */
export function createIdentitySignIn(parts: IdentitySignInParts): IdentitySignIn {
  const { database, providers, accounts, registrations, throttle } = parts
  const providerOf = (key: IdentityKey) => providers.find((each) => each.key === key)

  return {
    providers,

    async begin(key, { session, address, log }, { returnUrl, redirectUri }) {
      const provider = providerOf(key)
      if (provider === undefined) return { state: 'refused', reason: 'unavailable' }
      if (!(await throttle.take(database, limits.identityPerAddress, address))) {
        return { state: 'refused', reason: 'tooManyTries' }
      }
      const secrets = { state: random(), nonce: random(), verifier: random() }
      const begun = await provider.begin(secrets, redirectUri)
      if (begun.state === 'unavailable') {
        log.warn({ event: 'identity-provider-unavailable', provider: key, why: begun.why }, 'sign-in cannot begin')
        return { state: 'refused', reason: 'unavailable' }
      }
      const { nonce, verifier } = secrets
      const bound = { stateSha256: sha256(secrets.state), sessionSha256: session.tokenSha256, provider: key }
      await insertIdentityFlow(database, { ...bound, nonce, verifier, returnUrl, redirectUri })
      return { state: 'begun', url: begun.url }
    },

    async storePosted(key, answer) {
      const { state = '' } = answer
      const isShort = Object.values(answer).every((value) => value === undefined || value.length <= maxLength)
      return isShort && storePostedAnswer(database, sha256(state), key, answer)
    },

    async finish(key, { session, address, log }, given, variant) {
      const provider = providerOf(key)
      const state = given.state ?? ''
      const bound = { stateSha256: sha256(state), sessionSha256: session.tokenSha256, provider: key }
      const flow = provider === undefined || state === '' ? undefined : await takeIdentityFlow(database, bound)
      if (provider === undefined || flow === undefined) return { state: 'refused', reason: 'ended', returnUrl: '' }
      const { nonce, verifier, returnUrl, redirectUri } = flow
      const refuse = (reason: IdentityRefusal): IdentityFinish => ({ state: 'refused', reason, returnUrl })
      if (!flow.isFresh) return refuse('ended')
      const answer = flow.response ?? given
      const redeemed = await provider.redeem(answer, { state, nonce, verifier }, redirectUri)
      if (redeemed.state !== 'identified') {
        const why = 'why' in redeemed ? redeemed.why : ''
        log.warn({ event: 'identity-refused', provider: key, state: redeemed.state, why }, 'nobody is signed in')
        return refuse(redeemed.state === 'refused' ? 'failed' : redeemed.state)
      }
      const identity = { ...redeemed.identity, provider: provider.name }
      const signedIn = await database.transaction(async (tx) => {
        const owner = await ownerOf(tx, identity, session)
        return owner === undefined ? null : accounts.signInAs(tx, owner, session, variant)
      })
      if (signedIn !== null) return { state: 'signedIn', signedIn, returnUrl }
      if (!isEmail(identity.email)) return refuse('noEmail')
      const person = { email: identity.email, ...namesOf(identity), identity: joinedOf(identity) }
      const wrong = await registrations.askByIdentity(person, { session, address, returnUrl, orderNumber: '' })
      return wrong === null ? { state: 'mailed' } : refuse(wrong)
    },
  }

  /**
   * The account of an identity: its own, and where the provider vouches for the address that address's or a new one. Else
   * undefined, and nothing has looked whether the address has an account.
   */
  async function ownerOf(tx: Tx, identity: Person, session: Session): Promise<string | undefined> {
    const { issuer, subject, email, isEmailVerified } = identity
    const known = await noteIdentityUse(tx, issuer, subject)
    const key = emailKey(email)
    if (known !== undefined) {
      const own = isEmailVerified ? await accountOfAddress(tx, key) : undefined
      if (own?.shopperId === known && !own.isVerified) await proveBy(tx, identity, known, session)
      return known
    }
    if (!isEmail(email) || !isEmailVerified) return undefined
    await lockNewAddress(tx, key)
    // another of the same person's sign-ins may have been first
    const since = await noteIdentityUse(tx, issuer, subject)
    if (since !== undefined) return since
    const account = await accountOfAddress(tx, key)
    const shopperId = account?.shopperId ?? (await newAccount(tx, identity, key))
    const { brand, country } = session
    if (account?.isVerified) await joinIdentity(tx, identity, { shopperId, joinId: parts.newId(), brand, country })
    else await proveBy(tx, identity, shopperId, session)
    return shopperId
  }

  /** The provider vouches for the address: what was put into the account before anybody had shown it is theirs goes. */
  async function proveBy(tx: Tx, identity: OutsideIdentity, shopperId: string, session: Session): Promise<void> {
    await proveAddress(tx, shopperId, session)
    await renameAccount(tx, shopperId, namesOf(identity))
    await addIdentity(tx, identity.issuer, identity.subject, shopperId)
    await endRegistrations(tx, emailKey(identity.email))
  }

  async function newAccount(tx: Tx, identity: OutsideIdentity, key: string): Promise<string> {
    const { email } = identity
    const shopperId = parts.newId()
    const account = { shopperId, email, emailKey: key, ...namesOf(identity) }
    // thrown, so that nothing of it is kept; the next try finds that account
    if (!(await insertIdentityAccount(tx, account)))
      throw new DatabaseUnavailable('The address got an account meanwhile')
    return shopperId
  }
}

type Person = OutsideIdentity & JoinedIdentity

function joinedOf({ provider, issuer, subject }: Person): JoinedIdentity {
  return { provider, issuer, subject }
}

function namesOf({ firstName, lastName }: OutsideIdentity) {
  return { firstName: nameOf(firstName), lastName: nameOf(lastName) }
}

/** A name as accounts have them; '' when the provider's is none that our forms would take, or has a card number in it. */
function nameOf(text: string): string {
  return text.length <= 50 && isName(text) && !holdsCardNumber(text) ? text : ''
}
