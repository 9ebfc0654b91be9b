import type { FastifyRequest } from 'fastify'
import type { SessionProof } from '#server/account/sessions/session-proof-store.ts'
import { isSessionOf, type Session, type SessionClaim } from '#server/account/sessions/session-service.ts'
import type { Tx } from '#server/db/database.ts'
import { isTokenOf, secretOf } from '#server/http/guards/anti-forgery.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import type { KeyedOrder } from './request-key-store.ts'
import { type IdempotentRequest, insertKeyProven } from './request-keys.ts'
import type { CallAnswer } from './run-handler.ts'
import '#server/http/fastify-request.ts'

/** What is checked of a request: the session that its cookie claims, and its anti-forgery token where the call asks for one. */
export type SessionAsk = { readonly claim: SessionClaim; readonly isTokenAsked: boolean }

/**
 * There is no live session, its token is wrong, or it is another shopper's than the cookie told: nothing of the transaction
 * is kept.
 */
export class Unchecked extends Error {
  readonly why: 'session' | 'token' | 'shopper'
  readonly found: Session | null
  constructor(why: Unchecked['why'], found: Session | null) {
    super(`Not as the cookie told: ${why}`)
    this.why = why
    this.found = found
  }
}

/** How it is answered; null: she is served the ordinary way. */
export function answerUnchecked(request: FastifyRequest, { why, found }: Unchecked): CallAnswer | null {
  if (why === 'shopper') return null
  if (why === 'token') securityEvent(request, 'token-refused', found)
  return { kind: 'reset' }
}

/** What is no token proves nothing: it is of no secret. */
export function proofOf({ headers, site }: FastifyRequest, { claim, isTokenAsked }: SessionAsk): SessionProof {
  return claim.proof(
    site.variant,
    isTokenAsked ? (secretOf(headers.requestverificationtoken) ?? Buffer.alloc(0)) : null,
  )
}

/** The session as it may be used. @throws Unchecked */
export function checked(request: FastifyRequest, { claim, isTokenAsked }: SessionAsk, found: Session | null): Session {
  if (found === null || !isSessionOf(found, request.site.variant)) throw new Unchecked('session', found)
  if (found.shopperId !== claim.shopperId) throw new Unchecked('shopper', found)
  const isProven = !isTokenAsked || isTokenOf(found.csrfSecret, request.headers.requestverificationtoken)
  if (!isProven) throw new Unchecked('token', found)
  return found
}

/** Finds the session, in one statement with the insert of the request's key where there is one. */
export async function findWithKey(
  tx: Tx,
  claim: SessionClaim,
  keyed: IdempotentRequest | null,
  proof: SessionProof,
  order: KeyedOrder | null = null,
): Promise<{ readonly found: Session | null; readonly isInserted?: boolean }> {
  if (keyed === null) return { found: await claim.find(tx) }
  const { row, isInserted } = await insertKeyProven(tx, keyed, proof, order)
  return { found: claim.judge(row), isInserted }
}
