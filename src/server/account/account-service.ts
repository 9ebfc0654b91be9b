import { createHash, randomBytes } from 'node:crypto'
import { emailKey } from '#domain/address/email.ts'
import type { Variant } from '#domain/variant.ts'
import { type Names, wrongNames } from '#server/account/account-names.ts'
import {
  countFailure,
  findAccount,
  forgetNewestFailure,
  forgetSignInFailures,
  insertSignInToken,
  readAccount,
  renameAccount,
  useSignInToken,
} from '#server/account/account-store.ts'
import { knownBrowsers } from '#server/account/known-browser.ts'
import { isPassword } from '#server/account/password.ts'
import { endSignInTokens } from '#server/account/password-reset-store.ts'
import { findWaitingHash } from '#server/account/registration-store.ts'
import type { OpenedSession, Session, SessionService } from '#server/account/sessions/session-service.ts'
import { revokeOtherSessions } from '#server/account/sessions/session-store.ts'
import { signInMac, triesCounter } from '#server/account/sign-in-counter.ts'
import { mergeCarts, mergeWaitingCarts } from '#server/cart/merge-carts.ts'
import { mergeFavorites } from '#server/catalog/browse/favorite-store.ts'
import type { Secret } from '#server/config/secrets.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { copyRequestKeys } from '#server/http/calls/request-key-store.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import { joinGuestOrders } from '#server/order/claim-store.ts'
import { dropCheckoutHolds } from '#server/registry/registry-gift-store.ts'

/** Failed tries of 15 minutes after which no password is looked at (LOGIN-26). */
const maxFailures = 5

export type SignInTry = {
  readonly email: string
  readonly password: string
  readonly session: Session
  readonly address: string
  /** The cookie of a browser that has signed in before; it has a counter of its own. */
  readonly device: string | undefined
}

export type SignInResult =
  | { readonly status: 'SUCCESS'; readonly sessionToken: string }
  /** `waitsForLink`: it is the password of an account that was asked for and whose mailed link was not used. */
  | { readonly status: 'FAILED'; readonly sessionToken: ''; readonly waitsForLink: boolean }
  /** The account is locked, or the address tried too often. */
  | { readonly status: 'LOCKED_OUT'; readonly sessionToken: ''; readonly by: 'account' | 'address' }

/** A member's session, and what marks the browser as one that has signed in to this account. */
export type SignedIn = OpenedSession & { readonly device: string }

export type AccountService = {
  /** Judges email and password; says the same, in the same time, of addresses with and without an account. */
  authenticate(attempt: SignInTry): Promise<SignInResult>
  /** Signs in with a session token: new session, guest's cart and request keys moved along, old session ended. Null: refused. */
  signIn(token: string, guest: Session, variant: Variant): Promise<SignedIn | null>
  /** The same for a shopper whom somebody else has vouched for, in the caller's transaction. */
  signInAs(tx: Tx, shopperId: string, guest: Session, variant: Variant): Promise<SignedIn>
  /** Changes a member's name; answers the field that is wrong, or null. */
  rename(shopperId: string, names: Names): Promise<'firstName' | 'lastName' | null>
  /** Ends a member's session and opens a guest's. */
  signOut(session: Session, variant: Variant): Promise<OpenedSession>
  /** Ends every session of a member, on all devices, and opens a guest's here. */
  signOutEverywhere(session: Session, variant: Variant): Promise<OpenedSession>
}

export type AccountParts = {
  readonly database: Database
  readonly sessions: SessionService
  readonly throttle: Throttle
  readonly secret: Secret
  readonly newId: () => string
}

/** Accounts with email and password. */
export function createAccountService(parts: AccountParts): AccountService {
  const { database, sessions, throttle, newId } = parts
  const mac = signInMac(parts.secret)

  const known = knownBrowsers(parts.secret)

  // a token is good only in the browser that asked for it: the session is part of what is kept
  const tokenSha256 = (token: string, session: Session) =>
    createHash('sha256').update(token).update(session.tokenSha256).digest()

  async function signInAs(tx: Tx, shopperId: string, guest: Session, variant: Variant): Promise<SignedIn> {
    const opened = await sessions.openMember(tx, shopperId, variant, guest)
    await sessions.close(tx, guest)
    if (guest.auth === 'guest') {
      await mergeCarts(tx, { shopperId: guest.shopperId, variant }, { shopperId, variant }, newId)
      await mergeWaitingCarts(tx, { shopperId, variant }, newId)
      // the member holds them anew as she goes on
      await dropCheckoutHolds(tx, guest.shopperId)
      await mergeFavorites(tx, guest.shopperId, shopperId)
      await copyRequestKeys(tx, guest.shopperId, shopperId)
    }
    await joinGuestOrders(tx, shopperId)
    const account = await readAccount(tx, shopperId)
    if (account === undefined) throw new Error('A member without an account')
    return { ...opened, device: known.remember(account) }
  }

  return {
    signInAs,

    async authenticate({ email, password, session, address, device }) {
      const key = emailKey(email)
      const account = await findAccount(database, key)
      const own = known.idOf(device, key, account?.deviceRound ?? 0)
      // a known browser has a counter of its own, and is not kept out by what others of its network do
      const network = own === null ? address : null
      if (network !== null && !(await throttle.take(database, limits.signInPerAddress, network))) {
        return lockedOut('address')
      }
      const counter = own === null ? triesCounter(mac, key) : mac(`device-tries\n${own}`)
      const tries = await countFailure(database, counter)
      if (tries > maxFailures) {
        await forgetNewestFailure(database, counter)
        return lockedOut('account')
      }
      if (!(await isPassword(password, account?.passwordHash ?? null)) || account === undefined) {
        // whether or not the address has an account: the work tells no more than the answer
        const waiting = await findWaitingHash(database, key, session.shopperId)
        const waitsForLink = waiting !== null && (await isPassword(password, waiting))
        return { status: 'FAILED', sessionToken: '', waitsForLink }
      }
      await forgetSignInFailures(database, counter)
      // taken before it was judged, so that tries at the same time all count; only failures are kept
      if (network !== null) await throttle.returnTokens(database, limits.signInPerAddress, network)
      const sessionToken = randomBytes(32).toString('base64url')
      await insertSignInToken(database, tokenSha256(sessionToken, session), account)
      return { status: 'SUCCESS', sessionToken }
    },

    async signIn(token, guest, variant) {
      return database.transaction(async (tx) => {
        const shopperId = await useSignInToken(tx, tokenSha256(token, guest))
        if (shopperId === undefined) return null
        return signInAs(tx, shopperId, guest, variant)
      })
    },

    async rename(shopperId, names) {
      const wrong = wrongNames(names)[0] ?? null
      if (wrong === null) await renameAccount(database, shopperId, names)
      return wrong
    },

    async signOutEverywhere(session, variant) {
      await database.transaction(async (tx) => {
        // in this order: it waits for a sign-in that is just taking its token, whose session is then seen
        await endSignInTokens(tx, session.shopperId)
        await revokeOtherSessions(tx, session.shopperId, null)
      })
      return sessions.openGuest(variant, session.isApp)
    },

    async signOut(session, variant) {
      await sessions.close(database, session)
      return sessions.openGuest(variant, session.isApp)
    },
  }
}

/** What is said of a sign-in in place of the usual text of its status; null: the usual text. */
export function signInMessage(result: SignInResult): 'signIn.linkFirst' | 'signIn.network' | null {
  if (result.status === 'FAILED') return result.waitsForLink ? 'signIn.linkFirst' : null
  return result.status === 'LOCKED_OUT' && result.by === 'address' ? 'signIn.network' : null
}

function lockedOut(by: 'account' | 'address'): SignInResult {
  return { status: 'LOCKED_OUT', sessionToken: '', by }
}
