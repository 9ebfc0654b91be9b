import type { FastifyInstance } from 'fastify'
import { designImagePath } from '#domain/personalization/design-address.ts'
import type { Sql } from '#server/db/database.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import '#server/http/fastify-request.ts'
import { type DrawingFormat, type Drawings, TooManyDrawings } from '#server/drawing/drawings.ts'
import { shownInMail } from '#server/http/guards/security-headers.ts'
import { readDesign } from '#server/personalization/design-picture-store.ts'

// the picture needs nothing but itself, and opened by itself it may do nothing
const strictPolicy = "default-src 'none'; style-src 'none'; sandbox; frame-ancestors 'none'"
const fileName = /^([0-9a-f]{32})\.(svg|jpg)$/

const types: { readonly [Format in DrawingFormat]: string } = {
  svg: 'image/svg+xml; charset=utf-8',
  jpg: 'image/jpeg',
}

/** GET /personalization/image/{hash}.svg, and .jpg for readers of mail: the picture of a design, the same for ever. */
export function designImageRoute(app: FastifyInstance, database: Sql, drawings: Drawings): void {
  app.get<{ Params: { file: string } }>(`${designImagePath}:file`, async (request, reply) => {
    const [, hash, ending] = fileName.exec(request.params.file) ?? []
    if (hash === undefined) return reply.callNotFound()
    const format: DrawingFormat = ending === 'jpg' ? 'jpg' : 'svg'
    try {
      const file = await drawings.picture(hash, format, () => readDesign(database, hash))
      if (file === null) return reply.callNotFound()
      return reply
        .headers({
          'cache-control': cacheControl.forEver,
          'content-security-policy': strictPolicy,
          'x-content-type-options': 'nosniff',
          ...shownInMail,
        })
        .type(types[format])
        .send(file)
    } catch (error) {
      if (error instanceof TooManyDrawings) return reply.sendUnavailable('busy', 2, error.message)
      throw error
    }
  })
}
