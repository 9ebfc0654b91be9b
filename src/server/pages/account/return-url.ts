import type { IncomingHttpHeaders } from 'node:http'
import { isCardNumberInAddress } from '#server/http/calls/card-number-places.ts'
import type { Site } from '#server/http/host-table.ts'

/** The default target after sign-in (ROUTE-14). */
export const accountPath = '/account'

/**
 * The path a shopper may be sent back to (ROUTE-23): an address of the storefront itself, as path, query and anchor;
 * anything else becomes the account page. Asked twice: the origin must be ours, and the path that is left must not start
 * like an address of another host once a browser reads it again ('/.//evil.example' passes the first question only).
 */
export function safeReturnUrl(given: unknown, origin: string, fallback: string = accountPath): string {
  if (typeof given !== 'string' || given === '' || given.length > 2_000) return fallback
  // browsers drop tabs and newlines and read a backslash as a slash
  if (/[\\\s]/.test(given) || hasControlCharacter(given)) return fallback
  if (!given.startsWith('/') && !given.startsWith(`${origin}/`)) return fallback
  const url = URL.parse(given, origin)
  if (url === null || url.origin !== origin || url.username !== '' || url.password !== '') return fallback
  const path = `${url.pathname}${url.search}${url.hash}`
  if (path.startsWith('//') || /^\/+(%2f|%5c)/i.test(path)) return fallback
  return URL.parse(path, origin)?.origin === origin ? path : fallback
}

/** The page of ours that a form was sent from, null when the browser does not say. */
export function ownReferer({ referer }: IncomingHttpHeaders, { origin }: Pick<Site, 'origin'>): string | null {
  const from = referer === undefined ? null : URL.parse(referer)
  if (from === null || from.origin !== origin) return null
  const address = `${from.pathname}${from.search}`
  return isCardNumberInAddress(address) ? null : safeReturnUrl(address, origin)
}

function hasControlCharacter(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 32 || (code >= 127 && code < 160)) return true
  }
  return false
}
