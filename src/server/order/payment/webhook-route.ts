import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#server/http/ops/metrics.ts'
import { openScope } from '#server/http/scope.ts'
import type { ReceivingDeps } from './receive-webhook.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { webhookPath } from './webhook-path.ts'
import { createWebhookRejections } from './webhook-rejections.ts'

/** Room for some hundreds of events with all that Adyen may add to each; what is larger is 413. */
const bodyLimit = 2_000_000

/** Takes a card processor's webhooks; they are signed, so there is no session and no token (P11). */
export function webhookRoute(app: FastifyInstance, deps: ReceivingDeps, metrics: Metrics): void {
  const countOf = metrics.counterBy('webhooks_rejected_total')
  const rejected = createWebhookRejections(deps.log, (reason) => countOf({ reason })())
  openScope(app, 'webhooks', async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    inner.post(webhookPath, { bodyLimit }, async (request, reply) => {
      const status = await receiveWebhook(deps, typeof request.body === 'string' ? request.body : '', rejected)
      return reply
        .code(status)
        .type('text/plain; charset=utf-8')
        .send(status === 200 ? '[accepted]' : '')
    })
  })
}
