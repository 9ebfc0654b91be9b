import type { Call, InputOf, ReplyOf } from '#contracts/call.ts'
import type { FlagName } from '#domain/flags.ts'
import type { MessageKey } from '#domain/messages.ts'
import type { Variant } from '#domain/variant.ts'
import type { Session } from '#server/account/sessions/session-service.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'
import type { KeyedOrder } from '#server/http/calls/request-key-store.ts'
import type { IdempotentRequest } from '#server/http/calls/request-keys.ts'
import type { PriceAlong } from '#server/pricing/price-along-store.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'

/** Who asks. Every row that belongs to a shopper is found by shopperId, never by a bare id of the request (CALL-91). */
export type Shopper = {
  readonly shopperId: string
  readonly auth: 'guest' | 'member'
  /** The guest this browser was before it signed in; what she ordered is still hers who sits before it (SAFE-13). */
  readonly guestBefore: string | null
}

/** Who asks in a call that needs no session (CALL-92), when there is none. Owns nothing. */
export const nobody: Shopper = {
  shopperId: '00000000-0000-0000-0000-000000000000',
  auth: 'guest',
  guestBefore: null,
}

/** All ids under which there may be orders of who asks. */
export function idsOf({ shopperId, guestBefore }: Omit<Shopper, 'auth'>): readonly string[] {
  return guestBefore === null ? [shopperId] : [shopperId, guestBefore]
}

export type FeatureFlags = { readonly [Name in FlagName]: boolean }

/** Looks a configured message up for the brand and locale of the request and fills in its facts as plain text. */
export type Text = (key: MessageKey, facts?: { readonly [fact: string]: unknown }) => string

export type Log = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** All a handler may know of the request. Time comes from here, never from the air. */
export type CallContext = {
  readonly variant: Variant
  /** The storefront's configured origin. */
  readonly origin: string
  readonly shopper: Shopper
  /** The session itself and the mark of a browser that signed in before: for signing in only. */
  readonly session: Session | null
  readonly deviceCookie: string | undefined
  readonly now: Date
  readonly requestId: string
  readonly log: Log
  readonly text: Text
  readonly flags: FeatureFlags
  /** What shipping costs, what is taxed where, and where some pieces may not go, as of now. */
  readonly rates: PriceRates
  /** What was read ahead of a change for its price. */
  readonly along?: PriceAlong
  readonly isApp: boolean
  /** The cookie 'ship-to-country' names a country other than US and CA (OPEN-42). */
  readonly isInternational: boolean
  readonly clientAddress: string
  /** The cart version the shopper last saw (header 'Basket-Version'), for the receipt of BEYOND-01; null when not sent. */
  readonly seenVersion: number | null
  /** Idempotency-Key of the request, or null. */
  readonly requestKey: string | null
  readonly database: Database
}

/** Answered as {IsReset: true} (OPEN-06); nothing of the transaction is kept. */
export const isReset = Symbol('IsReset')
export type Answer<C extends Call> = ReplyOf<C> | typeof isReset

/** Who asks for a read, as far as it is known before her session is. */
export type Reader = Pick<CallContext, 'variant' | 'now' | 'seenVersion'> & {
  readonly shopper: Omit<Shopper, 'guestBefore'>
}

type ReadAnswer<C extends Call> = (context: CallContext, input: InputOf<C>, sql: Sql) => Promise<Answer<C>>

/** Answers from a read; runs outside a transaction. */
export type ReadHandler<C extends Call> = {
  readonly kind: 'read'
  /** Its first statement, which may be asked while the session is being checked, and how it answers then (`eagerRead`). */
  readonly begin?: (sql: Sql, reader: Reader) => Promise<ReadAnswer<C>>
  readonly run: ReadAnswer<C>
}

/**
 * Changes the database in one transaction. The request key's row and the stored answer are written in the same
 * transaction by the server, so a crash between commit and answer still gives the first answer again (OPEN-07).
 */
export type ChangeHandler<C extends Call> = {
  readonly kind: 'change'
  /**
   * What `run` reads and locks first, asked while the session and the request key are being checked (decision 0115); `run` asks for it
   * again and is answered from this. It changes nothing.
   */
  readonly ahead?: (tx: Tx, reader: Reader, input: InputOf<C>) => Promise<Pick<CallContext, 'along'>>
  readonly run: (context: CallContext, input: InputOf<C>, tx: Tx) => Promise<Answer<C>>
}

/** Asks the outside world between transactions; `once.commit` writes the effect and the stored answer together. */
export type ExternalHandler<C extends Call> = {
  readonly kind: 'external'
  /**
   * Its first transaction checks the session and claims the request's key before anything is done, by `idempotent.gate`: neither is
   * looked up before. Where that found the session already there is no gate.
   */
  readonly claimsKey?: true
  readonly run: (context: CallContext, input: InputOf<C>, idempotent: IdempotentCommit<Answer<C>>) => Promise<Answer<C>>
}

export type IdempotentCommit<Reply> = {
  /** Checks the session in the handler's own transactions; null where it is checked. Until then the context knows the shopper by her cookie alone. */
  readonly gate: SessionGate | null
  /** What the request key stands for, for a protocol of its own over several transactions; null without a key. */
  readonly request: IdempotentRequest | null
  /** One transaction with the request key's row in it: gives the first answer when the key is already done. */
  commit(work: (tx: Tx) => Promise<Reply>): Promise<Reply>
}

export type Handler<C extends Call> = ReadHandler<C> | ChangeHandler<C> | ExternalHandler<C>

/** The check of a session in the first write of a transaction (decision 0115). */
export type SessionGate = {
  /** Through it statements that lock do nothing, and wait for nobody, where the session is not proven. */
  guarded(tx: Tx): Tx
  /** Finds the session, and claims the request's key with it where there is one; a guest's is stored. @throws what answers the call */
  open(tx: Tx, order: KeyedOrder | null): Promise<{ readonly session: Session; readonly isInserted?: boolean }>
  /** Looks once more. @throws likewise */
  check(tx: Tx): Promise<void>
  /** As it was found last. */
  session(): Session | null
}

/** Exactly one handler per entry of a topic's calls; a missing one does not compile. */
export type Handlers<Calls extends { readonly [name: string]: Call }> = {
  readonly [Name in keyof Calls]: Handler<Calls[Name]>
}
