import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import { refusal, refusalTexts, sendJson } from '#server/http/envelope.ts'
import { KeyReused, StillRunning } from '#server/http/request-keys.ts'

/** What an exception is answered with: its status and sentence. Everything not named here is a bug: 500. */
function statusOf(error: FastifyError): { readonly status: number; readonly text: string } {
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown || error instanceof StillRunning) {
    return { status: 503, text: refusalTexts.busy }
  }
  if (error instanceof KeyReused) return { status: 422, text: refusalTexts.keyReused }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { status: 413, text: refusalTexts.tooLarge }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { status: 415, text: refusalTexts.notJson }
    case 'FST_ERR_HANDLER_TIMEOUT':
      return { status: 503, text: refusalTexts.busy }
    default: {
      const isClients = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
      return isClients ? { status: 400, text: refusalTexts.malformed } : { status: 500, text: refusalTexts.fault }
    }
  }
}

/** Answers exceptions: never a stack, never an address; the request id ties a 500 to its log line. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, text } = statusOf(error)
    if (status === 503) reply.header('retry-after', '2')
    if (status === 413 || status === 415) reply.header('connection', 'close')
    if (status >= 500) {
      const level = status === 500 ? 'error' : 'warn'
      request.log[level]({ reqId: request.id, err: error, route: request.routeOptions.url }, 'request failed')
    }
    return sendJson(reply, status, refusal(text, status === 500 ? request.id : undefined))
  })
}
