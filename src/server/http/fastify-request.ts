import '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import type { PageError } from '#domain/page-errors.ts'
import type { Refusal } from '#server/http/calls/envelope.ts'
import type { Site } from '#server/http/host-table.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A native form's address: what it refuses can come back to the form's page. */
    isForm?: boolean
    /** One of the table of calls. */
    isCall?: boolean
  }
  interface FastifyRequest {
    /** The storefront asked, by the host table. */
    site: Site
    /** What limits count the visitor by. */
    network: string
    /** Its address sends too much: a form that may still come back to its page, and does nothing else. */
    isThrottled: boolean
  }
  interface FastifyReply {
    /** Answers a refusal or a fault: a page of the brand to a browser, JSON to a call. Needs nothing but this process. */
    sendError: SendError
    /** Answers 503: a page of the brand to a browser, JSON to a call. Needs nothing but this process. */
    sendUnavailable: SendUnavailable
    /** It was answered that way. */
    isUnavailable: boolean
    /** The page was there already: it is counted, and leaves no line in the log (OPS-47). */
    isCached: boolean
  }
}

/** Why nothing can be shown: no database now, too much to do, or a shop without a catalogue. */
export type UnavailableReason = 'away' | 'busy' | 'gettingReady'

/** Answers 503 with Retry-After in seconds, at least 1; `cause` is for the log. */
export type SendUnavailable = (reason: UnavailableReason, retryAfter: number, cause?: string) => FastifyReply

/** Answers a refusal or a fault: a page of the brand to a browser, this JSON to everybody else. */
export type SendError = (error: PageError, json: Refusal) => FastifyReply
