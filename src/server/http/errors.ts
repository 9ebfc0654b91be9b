import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageError } from '#domain/page-errors.ts'
import { ShelvesNotMade } from '#server/catalog/browse/browse-index.ts'
import { CommitUnknown, DatabaseUnavailable } from '#server/db/database.ts'
import { sqlState } from '#server/db/faults.ts'
import { refusal, refusalTexts, sendJson } from '#server/http/calls/envelope.ts'
import '#server/http/fastify-request.ts'
import { KeyReused, StillRunning } from '#server/http/calls/request-keys.ts'
import { WrongFields } from '#server/http/calls/wrong-fields.ts'
import { NetworkBusy } from '#server/http/guards/network-turns.ts'
import { PagesBusy } from '#server/http/guards/page-gate.ts'

/** Why an exception means that the same request may be answered later; null when it does not. */
function unavailableReason(error: FastifyError): string | null {
  if (error instanceof PagesBusy || error instanceof ShelvesNotMade) return error.message
  if (error instanceof StillRunning) return 'the first request is still at work'
  return error.code === 'FST_ERR_HANDLER_TIMEOUT' ? 'no answer in time' : null
}

/** What any other exception is answered with, and its sentence for calls. Everything not named here is a bug: a fault. */
function refusedBy(error: FastifyError): { readonly kind: PageError; readonly text: string } {
  if (error instanceof WrongFields) return { kind: 'malformed', text: refusalTexts.wrongFields }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { kind: 'tooLarge', text: refusalTexts.tooLarge }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { kind: 'wrongType', text: refusalTexts.notJson }
    default: {
      const isClients = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
      return isClients
        ? { kind: 'malformed', text: refusalTexts.malformed }
        : { kind: 'fault', text: refusalTexts.fault }
    }
  }
}

/** After so long a database that went away is worth another try, seconds. */
export const awaySeconds = 10

/** Answers exceptions: never a stack, never an address; the request id ties a 500 to its log line. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const route = request.routeOptions.url
    if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) {
      return reply.sendUnavailable('away', awaySeconds, `${error.message}, ${sqlState(error) ?? 'no code'}`)
    }
    const reason = unavailableReason(error)
    if (reason !== null) return reply.sendUnavailable('busy', 2, reason)
    if (error instanceof NetworkBusy) {
      return reply.header('retry-after', '1').sendError('tooMany', refusal(refusalTexts.tooMany))
    }
    // only a call has a key
    if (error instanceof KeyReused) return sendJson(reply, 422, refusal(refusalTexts.keyReused))
    const { kind, text } = refusedBy(error)
    if (kind === 'tooLarge' || kind === 'wrongType') reply.header('connection', 'close')
    if (kind === 'fault') request.log.error({ reqId: request.id, err: error, route }, 'request failed')
    return reply.sendError(kind, refusal(text, kind === 'fault' ? request.id : undefined))
  })
}
