import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#server/http/ops/metrics.ts'
import { noticePath } from './notice-path.ts'
import type { ReceivingDeps } from './receive-notice.ts'
import { receiveNotice } from './receive-notice.ts'
import { createWebhookRejections } from './webhook-rejections.ts'

/** Room for some hundreds of events with all that Adyen may add to each; what is larger is 413. */
const bodyLimit = 2_000_000

/** Takes a card processor's webhooks; they are signed, so there is no session and no token (P11). */
export function noticeRoute(app: FastifyInstance, deps: ReceivingDeps, metrics: Metrics): void {
  const count = metrics.countersBy(
    'webhooks_rejected_total',
    'Webhooks that were not signed by the processor, or unreadable',
    'reason',
  )
  const rejected = createWebhookRejections(deps.log, count)
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    inner.post(noticePath, { bodyLimit }, async (request, reply) => {
      const status = await receiveNotice(deps, typeof request.body === 'string' ? request.body : '', rejected)
      return reply
        .code(status)
        .type('text/plain; charset=utf-8')
        .send(status === 200 ? '[accepted]' : '')
    })
  })
}
