import '@fastify/cookie'
import type { Site } from '#server/http/host-table.ts'
import type { SendUnavailable } from '#server/http/unavailable-replies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The storefront asked, by the host table. */
    site: Site
    /** What limits count the visitor by. */
    network: string
  }
  interface FastifyReply {
    /** Answers 503: a page of the brand to a browser, JSON to a call. Needs nothing but this process. */
    sendUnavailable: SendUnavailable
    /** It was answered that way. */
    isUnavailable: boolean
  }
}
