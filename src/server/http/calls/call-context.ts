import type { FastifyRequest } from 'fastify'
import { countryAbroad, shipToCookie } from '#domain/address/ship-to.ts'
import type { Session } from '#server/account/sessions/session-service.ts'
import type { Database } from '#server/db/database.ts'
import '#server/http/fastify-request.ts'
import { type CallContext, type FeatureFlags, type Log, nobody, type Shopper, type Text } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'
import type { PriceRates } from '#server/pricing/price-rates.ts'

/** What a request's context is made of, besides the request. */
export type ContextParts = {
  readonly database: Database
  readonly flags: FeatureFlags
  readonly rates: PriceRates
  readonly now: () => Date
  readonly textOf: (site: Site) => Text
}

/** Marks a browser that signed in before (LOGIN-26); it gives no rights. */
export const deviceCookieName = 'device'

/** All a handler may know of the request. */
export function callContext(
  parts: ContextParts,
  request: FastifyRequest,
  site: Site,
  session: Session | null,
): CallContext {
  return {
    variant: site.variant,
    origin: site.origin,
    session,
    deviceCookie: request.cookies[deviceCookieName],
    shopper: session === null ? nobody : shopperOf(session),
    now: parts.now(),
    requestId: request.id,
    log: logOf(request),
    text: parts.textOf(site),
    flags: parts.flags,
    rates: parts.rates,
    isApp: isAppRequest(request, session),
    isInternational: countryAbroad(request.cookies[shipToCookie]) !== '',
    clientAddress: request.network,
    seenVersion: wholeNumber(request.headers['basket-version']),
    requestKey: requestKeyOf(request),
    database: parts.database,
  }
}

function shopperOf({ shopperId, auth, guestBefore }: Session): Shopper {
  return { shopperId, auth, guestBefore }
}

/** OPEN-23: the header X-App is 1, or the session was opened with app=true. */
export function isAppRequest(request: FastifyRequest, session: Session | null): boolean {
  return request.headers['x-app'] === '1' || session?.isApp === true
}

/** The Idempotency-Key header, or null when not sent. */
export function requestKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : null
}

function wholeNumber(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : null
}

/** The log with the request's id in every line. */
export function logOf(request: FastifyRequest): Log {
  const { id: reqId, log } = request
  return {
    info: (facts, message) => log.info({ reqId, ...facts }, message),
    warn: (facts, message) => log.warn({ reqId, ...facts }, message),
    error: (facts, message) => log.error({ reqId, ...facts }, message),
  }
}
