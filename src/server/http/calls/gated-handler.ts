import type { FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import { proofValues, whileProven } from '#server/account/sessions/session-proof-store.ts'
import type { Session, SessionService } from '#server/account/sessions/session-service.ts'
import type { Statement, Tx, Value } from '#server/db/database.ts'
import { readsOnly } from '#server/db/reads-only.ts'
import type { ExternalHandler, Handler, SessionGate } from '#server/http/context.ts'
import { type ContextParts, callContext } from './call-context.ts'
import type { IdempotentRequest } from './request-keys.ts'
import { type CallAnswer, runHandler } from './run-handler.ts'
import { answerUnchecked, checked, findWithKey, proofOf, type SessionAsk, Unchecked } from './session-check.ts'

type GatedParts = ContextParts & { readonly sessions: SessionService }

/** A call that is ready to begin while its session is being checked, by its own first transaction. */
export type GatedCall = SessionAsk & {
  readonly handler: ExternalHandler<Call>
  readonly input: unknown
  readonly keyed: IdempotentRequest | null
}

/** What may begin so; null for cookies that name nobody, for what is not well asked, and for calls that check nothing themselves. */
export function gatedCallOf(
  { sessions }: GatedParts,
  request: FastifyRequest,
  { call, handler, given }: { readonly call: Call; readonly handler: Handler<Call>; readonly given: unknown },
  keyedFor: (shopperId: string) => IdempotentRequest | null,
): GatedCall | null {
  if (handler.kind !== 'external' || handler.claimsKey !== true || call.rules.session !== 'required') return null
  const claim = sessions.claimed(request.cookies[request.site.sessionCookie])
  const input = call.input.safeParse(given === undefined ? {} : given)
  if (claim === null || !input.success) return null
  return { handler, input: input.data, claim, isTokenAsked: call.rules.token, keyed: keyedFor(claim.shopperId) }
}

/** Runs it; null when the session is another shopper's than the cookie told: nothing was done, and she is served the ordinary way. */
export async function runGated(
  parts: GatedParts,
  request: FastifyRequest,
  gated: GatedCall,
): Promise<CallAnswer | null> {
  const { handler, input, keyed, claim } = gated
  const { shopperId, auth } = claim
  const context = {
    ...callContext(parts, request, request.site, null),
    shopper: { shopperId, auth, guestBefore: null },
  }
  try {
    return await runHandler(handler, context, input, keyed, gateOf(parts, request, gated))
  } catch (error) {
    if (error instanceof Unchecked) return answerUnchecked(request, error)
    throw error
  }
}

function gateOf({ sessions }: GatedParts, request: FastifyRequest, gated: GatedCall): SessionGate {
  const { claim, keyed } = gated
  const proof = proofOf(request, gated)
  let session: Session | null = null
  return {
    guarded(tx) {
      const rows: Tx['rows'] = <Row>(asked: Statement<Row>, values: readonly Value[] = []) =>
        readsOnly(asked.text) ? tx.rows(asked, values) : tx.rows(whileProven(asked), [...values, ...proofValues(proof)])
      return { ...tx, rows, row: async (asked, values) => (await rows(asked, values))[0] }
    },
    async open(tx, order) {
      const { found, ...key } = await findWithKey(tx, claim, keyed, proof, order)
      session = sessions.storeWith(tx, checked(request, gated, found))
      return { session, ...key }
    },
    async check(tx) {
      checked(request, gated, await claim.find(tx))
    },
    session: () => session,
  }
}
