import { createHash } from 'node:crypto'
import type { Site } from '#server/http/host-table.ts'

/** Where browsers report what the policy stopped. */
export const cspReportPath = '/csp-report'

type Headers = { readonly [name: string]: string }

/** What the browser may load and do, in one constant sentence: no inline script, no inline style but the one of this hash, no foreign origin but the gateway's. */
export function contentSecurityPolicy(gatewayOrigin: string, hasAdyen: boolean, inlineStyles = ''): string {
  const hash = createHash('sha256').update(inlineStyles).digest('base64')
  // adyen-web is part of our bundle; its card fields and its calls are Adyen's
  const payment = hasAdyen ? `${gatewayOrigin} https://*.adyen.com` : gatewayOrigin
  return [
    "default-src 'self'",
    "script-src 'self'",
    inlineStyles === '' ? "style-src 'self'" : `style-src 'self' 'sha256-${hash}'`,
    hasAdyen ? "img-src 'self' data: https://*.adyen.com" : "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${payment}`,
    `frame-src ${payment}`,
    `form-action 'self' ${payment}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // the second for browsers that do not know the first
    'report-to csp',
    `report-uri ${cspReportPath}`,
  ].join('; ')
}

/** On every answer, of whatever kind. */
export function commonHeaders(site: Pick<Site, 'isSecure'> | null): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'reporting-endpoints': `csp="${cspReportPath}"`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(site?.isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
