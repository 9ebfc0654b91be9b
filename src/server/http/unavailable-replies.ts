import type { FastifyInstance, FastifyReply } from 'fastify'
import '#server/http/fastify-request.ts'
import type { Log } from '#server/http/context.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { createRefusalLog } from '#server/http/refusal-log.ts'
import {
  createUnavailableSender,
  type UnavailableParts,
  type UnavailableReason,
} from '#server/http/unavailable-page.ts'

/** Answers 503 with Retry-After in seconds, at least 1; `cause` is for the log. */
export type SendUnavailable = (reason: UnavailableReason, retryAfter: number, cause?: string) => FastifyReply

/** Gives every reply `sendUnavailable`: each is counted, and told of in the log with all others of its second. */
export function unavailableReplies(
  app: FastifyInstance,
  { log, metrics, ...page }: UnavailableParts & { readonly log: Log; readonly metrics: Metrics },
): void {
  const send = createUnavailableSender(page)
  const refusals = createRefusalLog(log)
  const count = metrics.counter('http_unavailable_total', 'Requests answered 503, for whatever reason')
  app.decorateReply('isUnavailable', false)
  app.decorateReply('sendUnavailable', function (this: FastifyReply, ...args: Parameters<SendUnavailable>) {
    const [reason, retryAfter, cause = reason] = args
    this.isUnavailable = true
    count()
    refusals.note({ reason: cause, route: this.request.routeOptions.url })
    return send(this.request, this, reason, retryAfter)
  })
}
