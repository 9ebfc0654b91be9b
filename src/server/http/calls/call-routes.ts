import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contracts/call.ts'
import { fieldKindsIn } from '#contracts/field-kinds.ts'
import type { SessionService } from '#server/account/sessions/session-service.ts'
import type { Handler, Handlers } from '#server/http/context.ts'
import { isTokenOf } from '#server/http/guards/anti-forgery.ts'
import type { NetworkTurns } from '#server/http/guards/network-turns.ts'
import { comesFromOwnPage } from '#server/http/guards/request-origin.ts'
import { type BodyFault, type BodyRules, faultOfBody } from './body-rules.ts'
import { type ContextParts, callContext, requestKeyOf } from './call-context.ts'
import { isCardNumberAt } from './card-number-places.ts'
import { checkAndChange, eagerChangeOf } from './eager-change.ts'
import { type CheckedSession, checkAndRead, eagerReadOf, sessionOf } from './eager-read.ts'
import { cardNumberRefusal, refusal, refusalTexts, resetReply, sendJson } from './envelope.ts'
import { gatedCallOf, runGated } from './gated-handler.ts'
import { idempotentRequest } from './request-keys.ts'
import '#server/http/fastify-request.ts'
import { securityEvent } from '#server/http/guards/security-events.ts'
import { beginSpan, within } from '#server/watch/traces/tracing.ts'
import { type CallAnswer, driftOf, runHandler } from './run-handler.ts'

/** The calls of one topic with their handlers. */
export type TopicCalls = {
  readonly calls: { readonly [name: string]: Call }
  readonly handlers: { readonly [name: string]: Handler<Call> }
}

/** Ties a topic's calls to exactly one handler each; a missing or wrong one does not compile. */
export function topicCalls<const Calls extends { readonly [name: string]: Call }>(
  calls: Calls,
  handlers: Handlers<Calls>,
): TopicCalls {
  // the link between a call and its own handler is checked above and cannot be said of the whole
  return { calls, handlers: handlers as unknown as TopicCalls['handlers'] }
}

type Table = { readonly [topic: string]: { readonly [name: string]: Call } }

/** Every topic of a table with its handlers. */
export function allTopics<const T extends Table>(
  table: T,
  handlers: { readonly [Topic in keyof T]: Handlers<T[Topic]> },
): TopicCalls[] {
  return Object.keys(table).map((topic) => topicCalls(table[topic] as T[keyof T], handlers[topic as keyof T]))
}

export type CallRouteParts = ContextParts & {
  readonly sessions: SessionService
  readonly isProduction: boolean
  /** Bounds what one network has at work at once. */
  readonly turns: NetworkTurns
  /** Compares each reply with its schema; drift is a bug and answers 500. */
  readonly checksReplies: boolean
}

/** Registers every call of the topics. */
export function callRoutes(app: FastifyInstance, parts: CallRouteParts, topics: readonly TopicCalls[]): void {
  for (const { calls, handlers } of topics) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlers[name]
      if (handler === undefined) throw new Error(`No handler for ${call.route.method} ${call.route.path}`)
      const { method, path } = call.route
      const { cardNumberFields } = call.rules
      const bodyRules = { cardNumberFields, places: fieldKindsIn(call.input) }
      for (const url of call.rules.answersBothSlashes ? [path, otherSlash(path)] : [path]) {
        app.route({
          method,
          url,
          bodyLimit: call.rules.bodyLimit,
          handlerTimeout: 20_000,
          config: { isCall: true },
          handler: tracedAs(name, (request, reply) => answer(parts, { call, handler, bodyRules }, request, reply)),
        })
      }
    }
  }
}

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The same, as a part of its request's trace where there is one. */
function tracedAs(name: string, answering: Answering): Answering {
  return (request, reply) => {
    const span = beginSpan(name, 'internal')
    return span === null
      ? answering(request, reply)
      : within(span, () => answering(request, reply)).finally(() => span.end())
  }
}

function otherSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : `${path}/`
}

/** A call as it is answered. */
type Answered = { readonly call: Call; readonly handler: Handler<Call>; readonly bodyRules: BodyRules }

/** What an Idempotency-Key may be (SAFE-31): it is kept as it came. */
function isKey(key: string): boolean {
  return /^[A-Za-z0-9_-]{8,64}$/.test(key) && !isCardNumberAt('id', key)
}

function refusalOf(fault: BodyFault) {
  return fault.kind === 'cardNumber' ? cardNumberRefusal(fault.field) : refusal(refusalTexts.malformed)
}

async function answer(
  parts: CallRouteParts,
  { call, handler, bodyRules }: Answered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { rules } = call
  const isPost = call.route.method === 'POST'
  const { site } = request
  const given: unknown = isPost ? request.body : request.query
  const fault = faultOfBody(given, bodyRules)
  if (fault !== null) return sendJson(reply, 400, refusalOf(fault))
  if (isPost && !comesFromOwnPage(request.headers, site, parts.isProduction)) {
    securityEvent(request, 'request-from-elsewhere', null)
    return reply.sendError('elsewhere', refusal(refusalTexts.elsewhere))
  }
  const answerWith = (answered: CallAnswer) => answerIs(parts, call, reply, answered)
  const key = rules.key ? requestKeyOf(request) : null
  const keyedFor = (shopperId: string) =>
    key === null ? null : idempotentRequest(shopperId, key, `${call.route.method} ${call.route.path}`, given)
  const change = key === null || isKey(key) ? eagerChangeOf(parts, request, { call, handler, given, keyedFor }) : null
  if (change !== null) {
    const answered = await parts.turns(request.network, () => checkAndChange(parts, request, change))
    if (answered !== null) return answerWith(answered)
  }
  const gated = key === null || isKey(key) ? gatedCallOf(parts, request, { call, handler, given }, keyedFor) : null
  if (gated !== null) {
    const answered = await runGated(parts, request, gated)
    if (answered !== null) return answerWith(answered)
  }
  const { found, begun } = await check(parts, request, { call, handler, given })
  if (found === null && rules.session === 'required') return sendJson(reply, 200, resetReply)
  if (rules.token && found !== null && !isTokenOf(found.csrfSecret, request.headers.requestverificationtoken)) {
    securityEvent(request, 'token-refused', found)
    return sendJson(reply, 200, resetReply)
  }
  const parsed = call.input.safeParse(given === undefined ? {} : given)
  if (!parsed.success) return sendJson(reply, 400, refusal(refusalTexts.wrongFields))
  // what only reads needs no row of its own
  const isStoring = found !== null && handler.kind !== 'read' && rules.session === 'required'
  const session = isStoring ? await parts.sessions.store(found) : found
  if (key !== null && session !== null && !isKey(key)) return sendJson(reply, 400, refusal(refusalTexts.badKey))

  const context = callContext(parts, request, site, session)
  const keyed = session === null ? null : keyedFor(session.shopperId)
  const run = () => runHandler(handler, context, parsed.data, keyed)
  // what asks the outside world waits for that most of the time, and has limits of its own
  return answerWith(await (begun?.() ?? (handler.kind === 'external' ? run() : parts.turns(request.network, run))))
}

function answerIs(parts: CallRouteParts, call: Call, reply: FastifyReply, answered: CallAnswer): FastifyReply {
  if (answered.kind === 'reset') return sendJson(reply, 200, resetReply)
  if (parts.checksReplies && answered.status === 200) {
    const drift = driftOf(call, answered.body)
    if (drift !== null) throw new Error(`${call.route.path} answers other than declared: ${drift}`)
  }
  return sendJson(reply, answered.status, answered.body)
}

/** Finds the session of a request; an eager read begins with that. */
async function check(
  parts: CallRouteParts,
  request: FastifyRequest,
  asked: Pick<Answered, 'call' | 'handler'> & { readonly given: unknown },
): Promise<CheckedSession> {
  const read = eagerReadOf(parts, request, asked)
  if (read === null) return { found: await sessionOf(parts, request), begun: null }
  return parts.turns(request.network, () => checkAndRead(parts, request, read))
}
