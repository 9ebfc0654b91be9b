import type { Site } from '#server/http/host-table.ts'

type Headers = { readonly [name: string]: string }

/** What the browser may load and do, in one constant sentence: no inline script, no foreign origin but the gateway's. */
export function contentSecurityPolicy(gatewayOrigin: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${gatewayOrigin}`,
    `frame-src ${gatewayOrigin}`,
    `form-action 'self' ${gatewayOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** On every answer, of whatever kind. */
export function commonHeaders(site: Pick<Site, 'isSecure'> | null): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(site?.isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
