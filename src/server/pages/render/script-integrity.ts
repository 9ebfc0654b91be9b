import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { isPaymentPath, type PaymentPages } from './payment-pages.ts'

/** What the bytes of each file must come to, by its address, in the form that browsers compare (SRI). */
export type Integrity = ReadonlyMap<string, string>

/** The integrity of a file. */
export function integrityOf(body: Buffer): string {
  return `sha384-${createHash('sha384').update(body).digest('base64')}`
}

/**
 * The import map of a payment page: the browser refuses every module whose bytes are others, also those that are fetched
 * long after the page (PCI DSS 6.4.3). The same text for every page of a build; '' when there is no script.
 */
export function importMapOf(integrity: Integrity): string {
  const scripts = [...integrity].filter(([path]) => path.endsWith('.js'))
  return scripts.length === 0 ? '' : JSON.stringify({ integrity: Object.fromEntries(scripts) })
}

/** The policy of a payment page, with its import map let in by its hash: no browser runs an import map. */
export function withImportMap(policy: string, importMap: string): string {
  if (importMap === '') return policy
  const hash = createHash('sha256').update(importMap).digest('base64')
  return policy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`)
}

/** Whether a soft navigation to a payment page comes from a document that is none; it says so itself, or its referrer does. */
export function isFromOtherDocument(headers: IncomingHttpHeaders, pages: PaymentPages): boolean {
  const said = headers['x-document']
  return said === 'payment' || said === 'other' ? said === 'other' : lacksIntegrity(headers.referer, pages)
}

/**
 * Whether a soft navigation to a payment page comes from a page without the map, and without the policy that lets the
 * providers in: it becomes a page load. A browser that tells no referrer is believed.
 */
export function lacksIntegrity(referrer: string | undefined, pages: PaymentPages): boolean {
  if (referrer === undefined || !URL.canParse(referrer)) return false
  return !isPaymentPath(new URL(referrer).pathname, pages)
}
