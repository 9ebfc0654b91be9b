import type { FastifyInstance } from 'fastify'
import type { Sql } from '#server/db/database.ts'
import '#server/http/fastify-request.ts'
import { readRegistryPicture } from '#server/registry/registry-picture-store.ts'

// the picture needs nothing but itself, and opened by itself it may do nothing
const strictPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/

/** GET /gift-registry/picture/{id}.jpg: the picture of a registry, for whoever has its page. What is removed is gone within the hour. */
export function registryPictureRoute(app: FastifyInstance, database: Sql): void {
  app.get<{ Params: { file: string } }>('/gift-registry/picture/:file', async (request, reply) => {
    const pictureId = fileName.exec(request.params.file)?.[1]
    const file = pictureId === undefined ? undefined : await readRegistryPicture(database, pictureId)
    if (file === undefined) return reply.callNotFound()
    return reply
      .headers({
        'cache-control': 'private, max-age=3600',
        'content-security-policy': strictPolicy,
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      })
      .type('image/jpeg')
      .send(file)
  })
}
