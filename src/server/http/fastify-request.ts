import '@fastify/cookie'
import type { Site } from '#server/http/host-table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The storefront asked, by the host table. */
    site: Site
  }
}
