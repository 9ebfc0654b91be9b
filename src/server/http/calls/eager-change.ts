import type { FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import { proofValues, whileProven } from '#server/account/sessions/session-proof-store.ts'
import type { SessionClaim, SessionService } from '#server/account/sessions/session-service.ts'
import { askedAhead } from '#server/db/asked-ahead.ts'
import type { Tx } from '#server/db/database.ts'
import type { ChangeHandler, Handler } from '#server/http/context.ts'
import { type ContextParts, callContext, logOf } from './call-context.ts'
import { claimKey, finishKey, type IdempotentRequest } from './request-keys.ts'
import { answerOf, type CallAnswer, notReset, readBack, reply } from './run-handler.ts'
import { answerUnchecked, checked, findWithKey, proofOf, Unchecked } from './session-check.ts'
import '#server/http/fastify-request.ts'

type EagerParts = ContextParts & { readonly sessions: SessionService }
type ChangeRequest = {
  readonly call: Call
  readonly handler: Handler<Call>
  readonly given: unknown
  /** The request as it must not be done twice, of the shopper that the cookie names; null without a key. */
  readonly keyedFor: (shopperId: string) => IdempotentRequest | null
}

/** A change that is ready to begin while its session and its key are being checked: for the shopper the signed cookie names. */
export type EagerChange = {
  readonly handler: ChangeHandler<Call> & Required<Pick<ChangeHandler<Call>, 'ahead'>>
  readonly input: unknown
  readonly claim: SessionClaim
  readonly isTokenAsked: boolean
  readonly keyed: IdempotentRequest | null
}

/** What may begin so; null for cookies that name nobody, for what is not well asked, and for calls that ask nothing ahead. */
export function eagerChangeOf(
  { sessions }: EagerParts,
  request: FastifyRequest,
  { call, handler, given, keyedFor }: ChangeRequest,
): EagerChange | null {
  if (handler.kind !== 'change' || handler.ahead === undefined || call.rules.session !== 'required') return null
  const claim = sessions.claimed(request.cookies[request.site.sessionCookie])
  const input = call.input.safeParse(given === undefined ? {} : given)
  if (claim === null || !input.success) return null
  const own = { handler: { ...handler, ahead: handler.ahead }, input: input.data, claim }
  return { ...own, isTokenAsked: call.rules.token, keyed: keyedFor(claim.shopperId) }
}

/** A change was refused and wrote nothing: there is nothing to keep, and no answer to give again (decision 0115). */
class Refused extends Error {
  readonly body: unknown
  constructor(body: unknown) {
    super('The change was refused')
    this.body = body
  }
}

/**
 * Runs a change in two round trips (decision 0115): its session's check, its key and what it reads and locks first leave in one write; what it
 * writes, its kept answer and COMMIT in another. Null when the session is another shopper's than the cookie told: nothing was written, and
 * she is served the ordinary way.
 */
export function checkAndChange(
  parts: EagerParts,
  request: FastifyRequest,
  change: EagerChange,
): Promise<CallAnswer | null> {
  const { database } = parts
  const once = async () => {
    try {
      return await database.transaction((tx) => changed(parts, request, change, tx))
    } catch (error) {
      if (error instanceof Unchecked) return answerUnchecked(request, error)
      if (error instanceof Refused) return reply(error.body)
      return answerOf(error)
    }
  }
  return readBack(once, change.keyed, logOf(request))
}

async function changed(parts: EagerParts, request: FastifyRequest, change: EagerChange, tx: Tx): Promise<CallAnswer> {
  const { handler, input, keyed, claim } = change
  const proof = proofOf(request, change)
  const { ahead, ...work } = askedAhead(tx, (lock, values) => [whileProven(lock), [...values, ...proofValues(proof)]])
  const [claimed, asked] = await Promise.allSettled([
    findWithKey(tx, claim, keyed, proof),
    handler.ahead(ahead, { ...callContext(parts, request, request.site, null), shopper: claim }, input),
  ])
  const { found, isInserted } = settledOf(claimed)
  const session = checked(request, change, found)
  if (keyed !== null) await claimKey(tx, keyed, isInserted)
  const read = settledOf(asked)
  const stored = parts.sessions.storeWith(tx, session)
  const context = { ...callContext(parts, request, request.site, stored), ...read }
  const body = notReset(await handler.run(context, input, work.tx))
  if (isRefusal(body) && !work.hasWritten()) throw new Refused(body)
  if (keyed !== null) finishKey(tx, keyed, 200, body)
  return reply(body)
}

function settledOf<Found>(settled: PromiseSettledResult<Found>): Found {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'isSuccess' in body && body.isSuccess === false
}
