import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { designImagePath } from '#domain/personalization/design-address.ts'
import type { Sql } from '#server/db/database.ts'
import { readDesign } from '#server/personalization/design-picture-store.ts'
import type { Renderer } from '#server/personalization/renderer.ts'

// the picture needs nothing but itself, and opened by itself it may do nothing
const sealed = "default-src 'none'; style-src 'none'; sandbox; frame-ancestors 'none'"
const mailWidth = 240
const fileName = /^([0-9a-f]{32})\.(svg|jpg)$/

/** GET /personalization/image/{hash}.svg, and .jpg for readers of mail: the picture of a design, the same for ever. */
export function designImageRoute(app: FastifyInstance, database: Sql, renderer: Renderer): void {
  app.get<{ Params: { file: string } }>(`${designImagePath}:file`, async (request, reply) => {
    const [, hash, ending] = fileName.exec(request.params.file) ?? []
    const design = hash === undefined ? undefined : await readDesign(database, hash)
    const svg = design === undefined ? null : renderer.picture(design)
    if (svg === null) return reply.callNotFound()
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': sealed,
      'x-content-type-options': 'nosniff',
    })
    if (ending === 'svg') return reply.type('image/svg+xml; charset=utf-8').send(svg)
    const picture = sharp(Buffer.from(svg)).resize(mailWidth).flatten({ background: '#ffffff' }).jpeg({ quality: 84 })
    return reply.type('image/jpeg').send(await picture.toBuffer())
  })
}
