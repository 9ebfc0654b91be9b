import { createHash, createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isGoodPassword } from '#domain/account/password-rule.ts'
import { emailKey, isEmail } from '#domain/address/email.ts'
import type { Variant } from '#domain/variant.ts'
import { sendAccountMail } from '#server/account/account-mail.ts'
import { findAccount, forgetSignInFailures, readAccount } from '#server/account/account-store.ts'
import { proveAddress } from '#server/account/address-proof.ts'
import { endIdentities } from '#server/account/identity-provider-store.ts'
import { knownBrowsers } from '#server/account/known-browser.ts'
import { isCommonPassword } from '#server/account/most-used-password.ts'
import { hashPassword } from '#server/account/password.ts'
import {
  findResetLink,
  insertResetLink,
  insertResetRequest,
  rollBackResetRequest,
  setPassword,
  takeResetLink,
  takeResetRequest,
} from '#server/account/password-reset-store.ts'
import { endRegistrations } from '#server/account/registration-store.ts'
import type { OpenedSession, Session, SessionService } from '#server/account/sessions/session-service.ts'
import { revokeOtherSessions } from '#server/account/sessions/session-store.ts'
import { signInMac, triesCounter } from '#server/account/sign-in-counter.ts'
import { keysFor, type Secret } from '#server/config/secrets.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'
import { mailLimits, mayAskForMail, mayMail } from '#server/http/guards/mail-limits.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { addToOutbox, type OutboxRow, payloadOf } from '#server/order/mail/outbox-store.ts'

export type ResetRequest = {
  readonly email: string
  /** What `newRequestToken` gave this session. */
  readonly token: string
  readonly session: Session
  readonly address: string
}

export type ResetRefusal = 'invalidEmail' | 'tooManyTries' | 'formEnded'

export type ResetOutcome =
  | {
      readonly state: 'done'
      /** The cookie of a browser that the account knows: the one that set the password, and no other any more. */
      readonly device: string
      /** In place of the account's session that this browser had; null when it had none. */
      readonly opened: OpenedSession | null
    }
  | { readonly state: 'linkEnded' | 'badPassword' | 'commonPassword' }

export type PasswordResets = {
  /** Good for one request of this session within an hour; '' after too many. */
  newRequestToken(sql: Sql, session: Session, address: string): Promise<string>
  /** Leaves a wish for a link to the job: what is done here is the same for addresses with and without an account. Null: taken. */
  request(tx: Tx, request: ResetRequest): Promise<ResetRefusal | null>
  /** Whether a mailed link still works. */
  isLive(token: string): Promise<boolean>
  /** Sets the password of a link's account; ends its links, every session, joined identities and remembered browsers. */
  reset(token: string, password: string, by: { session: Session; variant: Variant }): Promise<ResetOutcome>
  /** The job's part: makes the link and mails it, when there is such an account. */
  sendMail(deps: Pick<DeliveryDeps, 'database' | 'mail' | 'mailFrom' | 'originOf'>, row: OutboxRow): Promise<Delivered>
}

const payload = z.object({ email: z.string(), brand: z.enum(['CB', 'CB2']), country: z.enum(['US', 'CA']) })
const sha256 = (...parts: readonly (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

export type PasswordResetParts = {
  readonly database: Database
  readonly sessions: Pick<SessionService, 'openMember'>
  readonly throttle: Throttle
  readonly secret: Secret
}

/** Forgotten passwords (OPEN-98): a link by mail that works once, for one hour, until its browser asks for a newer one. */
export function createPasswordResets({ database, sessions, throttle, secret }: PasswordResetParts): PasswordResets {
  const linkKeys = keysFor(secret, 'password-reset')
  const mac = signInMac(secret)
  const known = knownBrowsers(secret)
  // of the delivery's own id, so that a mail tried again carries the same link
  const linkToken = (outboxId: string) => createHmac('sha256', linkKeys()[0]).update(outboxId).digest('base64url')

  return {
    async newRequestToken(sql, session, address) {
      if (!(await throttle.take(sql, limits.resetTokensPerAddress, address))) return ''
      const token = randomBytes(32).toString('base64url')
      await insertResetRequest(sql, sha256(token, session.tokenSha256))
      return token
    },

    async request(tx, { email, token, session, address }) {
      const requested = email.trim()
      if (!isEmail(requested)) return 'invalidEmail'
      const key = sha256(token, session.tokenSha256)
      // before anything counts: what no form of ours sent uses nothing up
      if (!(await takeResetRequest(tx, key))) return 'formEnded'
      if (!(await mayAskForMail(throttle, tx, mailLimits.resetPassword, { email: requested, network: address }))) {
        await rollBackResetRequest(tx, key)
        return 'tooManyTries'
      }
      const { brand, country, shopperId } = session
      await addToOutbox(tx, shopperId, 'mail.reset-password', key.toString('base64url'), {
        ...{ email: requested, brand, country },
      })
      return null
    },

    async isLive(token) {
      return (await findResetLink(database, sha256(token))) !== undefined
    },

    async reset(token, password, { session, variant }) {
      const shopperId = await findResetLink(database, sha256(token))
      const account = shopperId === undefined ? undefined : await readAccount(database, shopperId)
      if (account === undefined) return { state: 'linkEnded' }
      if (!isGoodPassword(password, account.email)) return { state: 'badPassword' }
      if (await isCommonPassword(password)) return { state: 'commonPassword' }
      const passwordHash = await hashPassword(password)
      return database.transaction(async (tx): Promise<ResetOutcome> => {
        const owner = await takeResetLink(tx, sha256(token))
        if (owner === undefined) return { state: 'linkEnded' }
        // who reads the account's mail owns it
        if (await proveAddress(tx, owner, session)) await endRegistrations(tx, emailKey(account.email))
        const deviceRound = await setPassword(tx, owner, passwordHash)
        const { brand, country } = variant
        await addToOutbox(tx, owner, 'mail.password-changed', sha256(token).toString('base64url'), { brand, country })
        // an identity that somebody joined to it would outlive the password
        await endIdentities(tx, owner)
        // this browser's too: somebody else may have a copy of its cookie
        await revokeOtherSessions(tx, owner, null)
        const isSignedIn = session.auth === 'member' && session.shopperId === owner
        const opened = isSignedIn ? await sessions.openMember(tx, owner, variant, session) : null
        // who can read the account's mail is not the one that guessed
        await forgetSignInFailures(tx, triesCounter(mac, emailKey(account.email)))
        // so that guesses of others keep her browser from nothing (LOGIN-26)
        return { state: 'done', device: known.remember({ email: account.email, deviceRound }), opened }
      })
    },

    async sendMail(deps, row) {
      const { email, brand, country } = payloadOf(row, payload)
      const account = await findAccount(deps.database, emailKey(email))
      if (account === undefined) return { state: 'done' }
      const { tries, shopperId: askedBy } = row
      // past the limit the links that were mailed still work
      if (!(await mayMail(throttle, deps.database, mailLimits.resetPassword, { email, tries })))
        return { state: 'done' }
      const token = linkToken(row.outboxId)
      await insertResetLink(deps.database, { tokenSha256: sha256(token), shopperId: account.shopperId, askedBy })
      const owner = await findResetLink(deps.database, sha256(token))
      if (owner === undefined)
        return { state: 'failed', canRetry: false, why: 'the link ended before its mail was sent' }
      return sendAccountMail(deps, row, account.email, {
        brand,
        // until the address is proven a stranger may have typed the name
        firstName: account.isVerified ? account.firstName : '',
        subject: 'reset your password',
        line: 'somebody asked for a new password for your account. With this link you can set one:',
        link: `${deps.originOf(brand, country)}/account/reset-password?token=${token}`,
        action: 'Reset your password',
        note: 'The link works once, for one hour. If it was not you, there is nothing to do: your password stays as it is.',
      })
    },
  }
}
