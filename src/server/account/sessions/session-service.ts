import { createHash, randomBytes } from 'node:crypto'
import type { Variant } from '#domain/variant.ts'
import { findSessionBeside } from '#server/account/sessions/session-beside-store.ts'
import type { SessionProof } from '#server/account/sessions/session-proof-store.ts'
import {
  findSession,
  insertGuestSession,
  insertMemberSession,
  revokeSession,
  type SessionRow,
  touchSession,
  writeGuestSession,
} from '#server/account/sessions/session-store.ts'
import { type SignedGuestSession, signedGuestSessions } from '#server/account/sessions/signed-guest-session.ts'
import { memberMark, signedMemberTokens } from '#server/account/sessions/signed-member-token.ts'
import type { Secret } from '#server/config/secrets.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'

/** A live session of a guest or a signed-in shopper (PLAT-05), for one brand and country. */
export type Session = {
  readonly shopperId: string
  readonly auth: 'guest' | 'member'
  readonly brand: string
  readonly country: string
  /** What the anti-forgery tokens of this session are made of. */
  readonly csrfSecret: Buffer
  readonly isApp: boolean
  /** Of a member: the guest this browser was before it signed in, whose orders are still shown to it; else null. */
  readonly guestBefore: string | null
  readonly tokenSha256: Buffer
  /** False of a guest who only passes by: nothing is written yet. */
  readonly isStored: boolean
}

/** What a signed cookie says: who its shopper is. Whether her session is live, and in which store, its row says. */
export type SessionClaim = Pick<Session, 'shopperId' | 'auth'> & {
  /** The live session, or null: unknown, ended, revoked. One statement. */
  find(sql: Sql): Promise<Session | null>
  /** The same of its row, when that was found otherwise. */
  judge(row: SessionRow | undefined): Session | null
  /** The same with what is read for the claimed shopper meanwhile: the session's row comes beside the first statement of `read`. */
  findBeside<Found>(read: (sql: Sql) => Promise<Found>): Promise<FoundBeside<Found>>
  /** What the database may judge her session by at a store; `secret` is what her anti-forgery token tells, null where none is asked. */
  proof(variant: Variant, secret: Buffer | null): SessionProof
}

/** The live session or null, and what was read beside its row: of no meaning where the session is not that of the claim. */
export type FoundBeside<Found> = { readonly session: Session | null; readonly read: PromiseSettledResult<Found> }

/** A session just made; `token` is the cookie's value and is never kept here. */
export type OpenedSession = { readonly session: Session; readonly token: string }

export type SessionService = {
  /** The live session of a cookie's value, or null: unknown, ended, revoked. One statement of `sql`, none where no cookie is ours. */
  find(token: string | undefined, sql?: Sql): Promise<Session | null>
  /**
   * Whose session a cookie that we signed is said to be, told by nobody but itself: what is read or locked for her counts only once
   * her session has been found, of the same shopper. Null of members' cookies from before they were signed.
   */
  claimed(token: string | undefined): SessionClaim | null
  /** A new guest with a session of 30 days (OPEN-05), which stands in its cookie alone until it is kept. */
  openGuest(variant: Variant, isApp: boolean): OpenedSession
  /** Writes a guest's session down, once, before anything is kept for it; the same session as it is then. */
  store(session: Session): Promise<Session>
  /** The same with what a transaction writes. */
  storeWith(tx: Tx, session: Session): Session
  /** A session of an account in place of `before`, in the caller's transaction; that one is ended by `close`. */
  openMember(sql: Sql, shopperId: string, variant: Variant, before: Session): Promise<OpenedSession>
  close(sql: Sql, session: Session): Promise<void>
}

export type SessionParts = {
  readonly database: Database
  /** Of the installation; what cookies are signed with comes of it. */
  readonly secret: Secret
  readonly now?: () => Date
}

/** A cookie's value that we made: of a member, of a guest, or (neither) of a member before they were signed. */
type OwnCookie = {
  readonly token: string
  readonly tokenSha256: Buffer
  readonly member: string | null
  readonly guest: SignedGuestSession | null
}

/** Sessions on a database. */
export function createSessionService({ database, secret, now = () => new Date() }: SessionParts): SessionService {
  const signedSessions = signedGuestSessions(secret)
  const memberTokens = signedMemberTokens(secret)

  function sessionOf(token: string, { shopperId, csrfSecret, isApp, variant }: SignedGuestSession): Session {
    const { brand, country } = variant
    const own = { brand, country, csrfSecret, isApp, tokenSha256: sha256(token), isStored: false }
    return { shopperId, auth: 'guest', guestBefore: null, ...own }
  }

  /** What of a cookie's value is ours; null of one that we never made. */
  function cookieOf(token: string): OwnCookie | null {
    const member = token.startsWith(memberMark) ? memberTokens.read(token) : null
    const guest = member === null ? signedSessions.read(token, now()) : null
    // members' cookies were random alone before they were signed; such a one is good until it ends
    if (member === null && guest === null && !/^[\w-]{43}$/.test(token)) return null
    return { token, tokenSha256: sha256(token), member, guest }
  }

  function judged({ token, tokenSha256, member, guest }: OwnCookie, row: SessionRow | undefined): Session | null {
    if (member !== null && row?.shopper_id !== member) return null
    // a row decides, by the database's clock; without one the cookie speaks for itself
    if (row === undefined) return guest === null || guest.isOver ? null : sessionOf(token, guest)
    if (!row.is_live) return null
    // not awaited: nobody waits for a note of being seen, and losing one costs nothing
    if (row.is_stale) void touchSession(database, tokenSha256).catch(() => undefined)
    return {
      shopperId: row.shopper_id,
      auth: row.auth,
      brand: row.brand,
      country: row.country,
      csrfSecret: row.csrf_secret,
      isApp: row.is_app,
      guestBefore: row.guest_before,
      tokenSha256,
      isStored: true,
    }
  }

  async function found(cookie: OwnCookie, sql: Sql): Promise<Session | null> {
    return judged(cookie, await findSession(sql, cookie.tokenSha256))
  }

  return {
    claimed(token) {
      const cookie = token === undefined ? null : cookieOf(token)
      const shopperId = cookie?.member ?? cookie?.guest?.shopperId
      if (cookie === null || shopperId === undefined) return null
      return {
        shopperId,
        auth: cookie.member === null ? 'guest' : 'member',
        find: (sql) => found(cookie, sql),
        judge: (row) => judged(cookie, row),
        async findBeside(read) {
          const { row, ...beside } = await findSessionBeside(database, cookie.tokenSha256, read)
          return { session: judged(cookie, row), ...beside }
        },
        proof: (variant, secret) => proofOf(cookie, shopperId, variant, secret),
      }
    },
    async find(token, sql = database) {
      const cookie = token === undefined ? null : cookieOf(token)
      return cookie === null ? null : found(cookie, sql)
    },
    openGuest(variant, isApp) {
      const token = signedSessions.open(variant, isApp, now())
      const read = signedSessions.read(token, now())
      if (read === null) throw new Error('A new session cannot be read')
      return { session: sessionOf(token, read), token }
    },
    async store(session) {
      if (session.isStored) return session
      await insertGuestSession(database, session)
      return { ...session, isStored: true }
    },
    storeWith(tx, session) {
      if (session.isStored) return session
      writeGuestSession(tx, session)
      return { ...session, isStored: true }
    },
    async openMember(sql, shopperId, variant, before) {
      const opened = newMember(memberTokens.open(shopperId), shopperId, variant, before)
      await insertMemberSession(sql, opened.session)
      return opened
    },
    async close(sql, session) {
      // a cookie that speaks for itself ends by a row that says so
      if (!session.isStored) await insertGuestSession(sql, session)
      await revokeSession(sql, session.tokenSha256)
    },
  }
}

/** Whether a session belongs to the storefront it is shown to (OPEN-06). */
export function isSessionOf(session: Session, variant: Variant): boolean {
  return session.brand === variant.brand && session.country === variant.country
}

function proofOf(
  { tokenSha256, guest }: OwnCookie,
  shopperId: string,
  variant: Variant,
  secret: Buffer | null,
): SessionProof {
  const secretSha256 = secret && sha256(secret)
  const isTokenGood = secretSha256 === null || (guest !== null && secretSha256.equals(sha256(guest.csrfSecret)))
  const isGuestHere = guest !== null && !guest.isOver && guest.variant.key === variant.key
  return { tokenSha256, shopperId, variant, secretSha256, isGoodAlone: isGuestHere && isTokenGood }
}

function newMember(token: string, shopperId: string, { brand, country }: Variant, before: Session): OpenedSession {
  const csrfSecret = randomBytes(32)
  const tokenSha256 = sha256(token)
  const { isApp } = before
  const own = { brand, country, csrfSecret, isApp, tokenSha256, isStored: true }
  return { session: { shopperId, auth: 'member', guestBefore: guestOf(before, shopperId), ...own }, token }
}

/** Who signs in again stays who she was before; another account's owner learns nothing of it. */
function guestOf(before: Session, shopperId: string): string | null {
  if (before.auth === 'guest') return before.shopperId
  return before.shopperId === shopperId ? before.guestBefore : null
}

function sha256(given: string | Buffer): Buffer {
  return createHash('sha256').update(given).digest()
}
