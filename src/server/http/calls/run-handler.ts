import { isDeepStrictEqual } from 'node:util'
import type { Call } from '#contracts/call.ts'
import { CommitUnknown, type Database, type Sql } from '#server/db/database.ts'
import {
  type CallContext,
  type Handler,
  type IdempotentCommit,
  isReset,
  type ReadHandler,
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
): Promise<CallAnswer> {
  try {
    return await runHandlerOnce(handler, context, input, request)
  } catch (error) {
    if (!(error instanceof CommitUnknown) || request === null) return answerOf(error)
    context.log.warn({ event: 'commit-unknown' }, 'the answer to COMMIT was lost; reading back')
    return runHandlerOnce(handler, context, input, request).catch(answerOf)
  }
}

async function runHandlerOnce(
  handler: Handler<Call>,
  context: CallContext,
  input: unknown,
  request: IdempotentRequest | null,
): Promise<CallAnswer> {
  const { database } = context
  if (handler.kind === 'read') return runRead(handler, context, input, database)
  if (handler.kind === 'change') {
    return reply(
      await idempotentTransaction(database, request, async (tx) => notReset(await handler.run(context, input, tx))),
    )
  }
  if (request !== null) {
    const known = await readKey(database, request)
    if (known.state === 'done') return { kind: 'reply', ...known.answer }
    if (known.state === 'otherBody') throw new KeyReused('Idempotency-Key used for another request')
  }
  const idempotent: IdempotentCommit<unknown> = {
    request,
    commit: (work) => idempotentTransaction(database, request, work),
  }
  return replyOf(await handler.run(context, input, idempotent))
}

/** Runs a handler that reads, on whatever it is to read from. */
export async function runRead(
  handler: ReadHandler<Call>,
  context: CallContext,
  input: unknown,
  sql: Sql,
): Promise<CallAnswer> {
  return replyOf(await handler.run(context, input, sql))
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
    // not awaited: an answer that could not be kept makes COMMIT fail
    if (request !== null) finishKey(tx, request, 200, body).catch(() => undefined)
    return body
  })
}

function notReset<Reply>(answer: Reply): Reply {
  // thrown, so that nothing of the transaction is kept
  if (answer === isReset) throw new Reset()
  return answer
}

function reply(body: unknown): CallAnswer {
  return { kind: 'reply', status: 200, body }
}

function replyOf(answer: unknown): CallAnswer {
  return answer === isReset ? { kind: 'reset' } : reply(answer)
}

function answerOf(error: unknown): CallAnswer {
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
