import { createHash, randomBytes } from 'node:crypto'
import type { Variant } from '#domain/variant.ts'
import {
  findSession,
  insertGuestSession,
  insertMemberSession,
  revokeSession,
  touchSession,
} from '#server/account/sessions/session-store.ts'
import { type SignedGuestSession, signedGuestSessions } from '#server/account/sessions/signed-guest-session.ts'
import { memberMark, signedMemberTokens } from '#server/account/sessions/signed-member-token.ts'
import type { Database, Sql } from '#server/db/database.ts'

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

/** A session just made; `token` is the cookie's value and is never kept here. */
export type OpenedSession = { readonly session: Session; readonly token: string }

export type SessionService = {
  /** The live session of a cookie's value, or null: unknown, ended, revoked. */
  find(token: string | undefined, sql?: Sql): Promise<Session | null>
  /** What a guest's signed cookie says of itself, which is the live session unless a row says otherwise; null of others. */
  claimed(token: string | undefined): Session | null
  /** A new guest with a session of 30 days (OPEN-05), which stands in its cookie alone until it is kept. */
  openGuest(variant: Variant, isApp: boolean): OpenedSession
  /** Writes a guest's session down, once, before anything is kept for it; the same session as it is then. */
  store(session: Session): Promise<Session>
  /** A session of an account in place of `before`, in the caller's transaction; that one is ended by `close`. */
  openMember(sql: Sql, shopperId: string, variant: Variant, before: Session): Promise<OpenedSession>
  close(sql: Sql, session: Session): Promise<void>
}

export type SessionParts = {
  readonly database: Database
  /** Of the installation; what cookies are signed with comes of it. */
  readonly secret: string
  readonly now?: () => Date
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

  return {
    claimed(token) {
      const read = token === undefined || !token.includes('.') ? null : signedSessions.read(token, now())
      return token === undefined || read === null || read.isOver ? null : sessionOf(token, read)
    },
    async find(token, sql = database) {
      if (token === undefined) return null
      const member = token.startsWith(memberMark) ? memberTokens.read(token) : null
      const read = signedSessions.read(token, now())
      // members' cookies were random alone before they were signed; such a one is good until it ends
      if (member === null && read === null && !/^[\w-]{43}$/.test(token)) return null
      const tokenSha256 = sha256(token)
      const row = await findSession(sql, tokenSha256)
      if (member !== null && row?.shopper_id !== member) return null
      // a row decides, by the database's clock; without one the cookie speaks for itself
      if (row === undefined) return read === null || read.isOver ? null : sessionOf(token, read)
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

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
