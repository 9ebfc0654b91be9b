import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contracts/call.ts'
import { CommitUnknown, type Database } from '#server/db/database.ts'
import {
  type CallContext,
  type Handler,
  type IdempotentCommit,
  isReset,
  type Log,
  type SessionGate,
} from '#server/http/context.ts'
import { AlreadyAnswered, claimKey, finishKey, type IdempotentRequest, KeyReused, readKey } from './request-keys.ts'

/** What a call is answered with. */
export type CallAnswer =
  | { readonly kind: 'reply'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'reset' }

class Reset extends Error {}

/**
 * Runs a handler the way its kind asks for. With a request key the first answer is kept in the transaction that made
 * it, and given again; without one nothing is kept. When COMMIT was sent and its answer lost, the key is read back: done
 * means done, else the work is repeated once.
 */
export async function runHandler(
  handler: Handler<Call>,
  context: CallContext,
  input: unknown,
  request: IdempotentRequest | null,
  gate: SessionGate | null = null,
): Promise<CallAnswer> {
  return readBack(() => runHandlerOnce(handler, context, input, request, gate).catch(answerOf), request, context.log)
}

/** Does work with a request key once more when COMMIT was sent and its answer lost. */
export async function readBack<Answer>(
  once: () => Promise<Answer>,
  request: IdempotentRequest | null,
  log: Log,
): Promise<Answer> {
  try {
    return await once()
  } catch (error) {
    if (!(error instanceof CommitUnknown) || request === null) throw error
    log.warn({ event: 'commit-unknown' }, 'the answer to COMMIT was lost; reading back')
    return once()
  }
}

async function runHandlerOnce(
  handler: Handler<Call>,
  context: CallContext,
  input: unknown,
  request: IdempotentRequest | null,
  gate: SessionGate | null,
): Promise<CallAnswer> {
  const { database } = context
  if (handler.kind === 'read') return replyOf(await handler.run(context, input, database))
  if (handler.kind === 'change') {
    return reply(
      await idempotentTransaction(database, request, async (tx) => notReset(await handler.run(context, input, tx))),
    )
  }
  if (request !== null && handler.claimsKey !== true) {
    const known = await readKey(database, request)
    if (known.state === 'done') return { kind: 'reply', ...known.answer }
    if (known.state === 'otherBody') throw new KeyReused('Idempotency-Key used for another request')
  }
  const idempotent: IdempotentCommit<unknown> = {
    request,
    gate,
    commit: (work) => idempotentTransaction(database, request, work),
  }
  return replyOf(await handler.run(context, input, idempotent))
}

/** One transaction with the request key's row in it, when there is a key. The kept answer travels with COMMIT. */
function idempotentTransaction<Reply>(
  database: Database,
  request: IdempotentRequest | null,
  work: Parameters<Database['transaction']>[0],
): Promise<Reply> {
  return database.transaction(async (tx) => {
    if (request !== null) await claimKey(tx, request)
    const body = (await work(tx)) as Reply
    if (request !== null) finishKey(tx, request, 200, body)
    return body
  })
}

/** The answer of a handler that goes on. @throws where it answers IsReset */
export function notReset<Reply>(answer: Reply): Reply {
  // thrown, so that nothing of the transaction is kept
  if (answer === isReset) throw new Reset()
  return answer
}

/** A good answer, as it is sent. */
export function reply(body: unknown): CallAnswer {
  return { kind: 'reply', status: 200, body }
}

/** What a handler answered, as it is sent. */
export function replyOf(answer: unknown): CallAnswer {
  return answer === isReset ? { kind: 'reset' } : reply(answer)
}

/** What is answered where a transaction was ended by throwing. */
export function answerOf(error: unknown): CallAnswer {
  if (error instanceof AlreadyAnswered) return { kind: 'reply', ...error.answer }
  if (error instanceof Reset) return { kind: 'reset' }
  throw error
}

/** What of a reply its schema does not know, as a sentence; null when it is as declared. */
export function driftOf(call: Call, body: unknown): string | null {
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const parsed = call.reply.safeParse(sent)
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
  }
  return isDeepStrictEqual(parsed.data, sent) ? null : `fields beyond the schema: ${extraFields(parsed.data, sent, '')}`
}

function extraFields(known: unknown, sent: unknown, path: string): string {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return ''
  return Object.entries(sent)
    .map(([name, value]) => {
      const inner = (known as Record<string, unknown>)[name]
      const here = path === '' ? name : `${path}.${name}`
      return name in known ? extraFields(inner, value, here) : here
    })
    .filter((text) => text !== '')
    .join(', ')
}
