import type { IncomingHttpHeaders } from 'node:http'
import type { Site } from '#server/http/host-table.ts'

/**
 * Whether a request that changes something may come from where it comes: browsers say so in Sec-Fetch-Site; where that
 * is missing, an Origin must be the storefront's own. A program that is no browser sends neither.
 */
export function comesFromOwnPage(headers: IncomingHttpHeaders, site: Site, isProduction: boolean): boolean {
  const from = headers['sec-fetch-site']
  if (from !== undefined) return from === 'same-origin' || from === 'none'
  return headers.origin === undefined || isOwnOrigin(headers, site, isProduction)
}

/** Whether the Origin header is there and names the storefront itself. */
export function isOwnOrigin(headers: IncomingHttpHeaders, site: Site, isProduction: boolean): boolean {
  const { origin, host } = headers
  if (origin === undefined) return false
  // in development the store answers to any name, so its own origin is whatever name it was called by
  return origin === site.origin || (!isProduction && host !== undefined && origin === `http://${host.toLowerCase()}`)
}
