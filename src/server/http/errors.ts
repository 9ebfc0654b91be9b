import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import { sqlState } from '#server/db/faults.ts'
import { refusal, refusalTexts, sendJson } from '#server/http/envelope.ts'
import '#server/http/fastify-request.ts'
import { PagesBusy } from '#server/http/page-gate.ts'
import { KeyReused, StillRunning } from '#server/http/request-keys.ts'
import { WrongFields } from '#server/http/wrong-fields.ts'

/** Why an exception means that the same request may be answered later; null when it does not. */
function unavailableReason(error: FastifyError): string | null {
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) {
    return `${error.message}, ${sqlState(error) ?? 'no code'}`
  }
  if (error instanceof PagesBusy) return error.message
  if (error instanceof StillRunning) return 'the first request is still at work'
  return error.code === 'FST_ERR_HANDLER_TIMEOUT' ? 'no answer in time' : null
}

/** What any other exception is answered with: its status and sentence. Everything not named here is a bug: 500. */
function statusOf(error: FastifyError): { readonly status: number; readonly text: string } {
  if (error instanceof KeyReused) return { status: 422, text: refusalTexts.keyReused }
  if (error instanceof WrongFields) return { status: 400, text: refusalTexts.wrongFields }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { status: 413, text: refusalTexts.tooLarge }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { status: 415, text: refusalTexts.notJson }
    default: {
      const isClients = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
      return isClients ? { status: 400, text: refusalTexts.malformed } : { status: 500, text: refusalTexts.fault }
    }
  }
}

/** Answers exceptions: never a stack, never an address; the request id ties a 500 to its log line. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url
    const reason = unavailableReason(error)
    if (reason !== null) return reply.sendUnavailable('busy', 2, reason)
    const { status, text } = statusOf(error)
    if (status === 413 || status === 415) reply.header('connection', 'close')
    if (status === 500) request.log.error({ reqId: request.id, err: error, route }, 'request failed')
    return sendJson(reply, status, refusal(text, status === 500 ? request.id : undefined))
  })
}
