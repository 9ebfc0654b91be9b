import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Variant } from '#domain/variant.ts'
import {
  findLiveSession,
  insertGuestSession,
  insertMemberSession,
  revokeSession,
  touchSession,
} from '#server/account/session-store.ts'
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
  readonly tokenSha256: Buffer
}

/** A session just made; `token` is the cookie's value and is never kept here. */
export type OpenedSession = { readonly session: Session; readonly token: string }

export type SessionService = {
  /** The live session of a cookie's value, or null: unknown, ended, revoked. */
  find(token: string | undefined): Promise<Session | null>
  /** A new guest with a session of 30 days (OPEN-05). */
  openGuest(variant: Variant, isApp: boolean): Promise<OpenedSession>
  /** A session of an account, in the caller's transaction; the old one is ended by `close`. */
  openMember(sql: Sql, shopperId: string, variant: Variant, isApp: boolean): Promise<OpenedSession>
  close(sql: Sql, session: Session): Promise<void>
}

/** Sessions on a database. */
export function createSessionService({ database }: { readonly database: Database }): SessionService {
  return {
    async find(token) {
      if (token === undefined || !/^[\w-]{43}$/.test(token)) return null
      const tokenSha256 = sha256(token)
      const row = await findLiveSession(database, tokenSha256)
      if (row === undefined) return null
      // not awaited: nobody waits for a note of being seen, and losing one costs nothing
      if (row.is_stale) void touchSession(database, tokenSha256).catch(() => undefined)
      return {
        shopperId: row.shopper_id,
        auth: row.auth,
        brand: row.brand,
        country: row.country,
        csrfSecret: row.csrf_secret,
        isApp: row.is_app,
        tokenSha256,
      }
    },
    async openGuest(variant, isApp) {
      const opened = newSession(randomUUID(), 'guest', variant, isApp)
      await insertGuestSession(database, opened.session)
      return opened
    },
    async openMember(sql, shopperId, variant, isApp) {
      const opened = newSession(shopperId, 'member', variant, isApp)
      await insertMemberSession(sql, opened.session)
      return opened
    },
    async close(sql, session) {
      await revokeSession(sql, session.tokenSha256)
    },
  }
}

/** Whether a session belongs to the storefront it is shown to (OPEN-06). */
export function isSessionOf(session: Session, variant: Variant): boolean {
  return session.brand === variant.brand && session.country === variant.country
}

function newSession(shopperId: string, auth: Session['auth'], variant: Variant, isApp: boolean): OpenedSession {
  const token = randomBytes(32).toString('base64url')
  const { brand, country } = variant
  const csrfSecret = randomBytes(32)
  return { session: { shopperId, auth, brand, country, csrfSecret, isApp, tokenSha256: sha256(token) }, token }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
