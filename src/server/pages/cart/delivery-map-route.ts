import type { FastifyInstance } from 'fastify'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import { brotli } from '#server/pages/cache/html-cache.ts'
import type { DeliveryMap } from '#server/shipping/delivery-map.ts'

/** The drawn map, compressed once; its address never means another drawing, so it is kept for ever. */
export function deliveryMapRoute(app: FastifyInstance, mapOf: () => DeliveryMap): void {
  let compressed: Promise<Buffer> | undefined
  app.get('/maps/:file', async (request, reply) => {
    const { path, svg } = mapOf()
    if (request.url !== path) return reply.callNotFound()
    reply.headers({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': cacheControl.forEver,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      vary: 'accept-encoding',
    })
    if (!acceptsEncoding(request.headers, 'br')) return reply.send(svg)
    compressed ??= brotli(svg, 11)
    return reply.header('content-encoding', 'br').send(await compressed)
  })
}
