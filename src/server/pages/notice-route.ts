import type { FastifyInstance } from 'fastify'
import { noticePath } from '#server/http/notice-path.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import { receiveNotice } from '#server/order/receive-notice.ts'

/** Takes a card processor's notices; they are signed, so there is no session and no token (P11). */
export function noticeRoute(app: FastifyInstance, world: OrderWorld): void {
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    inner.post(noticePath, async (request, reply) => {
      const status = await receiveNotice(world, typeof request.body === 'string' ? request.body : '')
      return reply
        .code(status)
        .type('text/plain; charset=utf-8')
        .send(status === 200 ? '[accepted]' : '')
    })
  })
}
