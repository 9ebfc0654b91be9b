import { createHash } from 'node:crypto'
import type { Site } from '#server/http/host-table.ts'

/** Where browsers report what the policy stopped. */
export const cspReportPath = '/csp-report'

type Headers = { readonly [name: string]: string }

/** What pages of the checkout may load of Braintree besides: its frames and calls, PayPal's, and the script that judges the device. */
const braintreeSources = {
  script: ['https://c.paypal.com'],
  image: ['https://assets.braintreegateway.com', 'https://checkout.paypal.com'],
  connect: ['https://*.braintreegateway.com', 'https://*.braintree-api.com', 'https://*.paypal.com'],
  frame: ['https://assets.braintreegateway.com', 'https://*.paypal.com'],
} as const

/** The policy of a page, with Braintree's origins let in. */
export function withBraintree(policy: string): string {
  return withSources(policy, {
    'script-src': braintreeSources.script,
    'img-src': braintreeSources.image,
    'connect-src': braintreeSources.connect,
    'frame-src': braintreeSources.frame,
  })
}

/**
 * The policy of a page, with Adyen let in: the frames of its card fields, the calls that tell a card's brand, and the bank's
 * page by way of Adyen. Its script is in our own bundle, its pictures are not used, and its analytics stay out.
 */
export function withAdyen(policy: string, origin: string): string {
  return withSources(policy, { 'connect-src': [origin], 'frame-src': [origin], 'form-action': [origin] })
}

function withSources(policy: string, more: { readonly [rule: string]: readonly string[] }): string {
  const found = Object.entries(more)
  const rules = policy.split('; ').map((rule) => {
    const sources = found.find(([name]) => rule.startsWith(`${name} `))?.[1] ?? []
    return [rule, ...sources].join(' ')
  })
  return rules.join('; ')
}

/**
 * What the browser may load and do, in one constant sentence: no inline script, no inline style but these, by their hashes,
 * no foreign origin but the gateway's; null where the browser has nothing to do with a gateway of the built-in kind. Where pictures
 * have an origin of their own it is let in for images alone (OPS-43).
 */
export function contentSecurityPolicy(
  gatewayOrigin: string | null,
  inlineStyles: readonly string[] = [],
  picturesOrigin = '',
): string {
  const gateway = gatewayOrigin === null ? '' : ` ${gatewayOrigin}`
  const hashes = inlineStyles.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${hashes.join('')}`,
    `img-src 'self' data:${picturesOrigin === '' ? '' : ` ${picturesOrigin}`}`,
    "font-src 'self'",
    `connect-src 'self'${gateway}`,
    `frame-src${gateway === '' ? " 'self'" : gateway}`,
    `form-action 'self'${gateway}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // the second for browsers that do not know the first
    'report-to csp',
    `report-uri ${cspReportPath}`,
  ].join('; ')
}

/** On a picture that mails show: their readers load it from wherever they run (CALM-40). */
export const shownInMail: Headers = { 'cross-origin-resource-policy': 'cross-origin' }

/** On every answer, of whatever kind; no search engine keeps anything of a test store. */
export function commonHeaders(site: Pick<Site, 'isSecure'> | null, isTestStore = false): Headers {
  return {
    ...(isTestStore ? { 'x-robots-tag': 'noindex' } : {}),
    'x-content-type-options': 'nosniff',
    'reporting-endpoints': `csp="${cspReportPath}"`,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    ...(site?.isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
