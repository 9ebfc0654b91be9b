import type { HostTable, Site } from '#server/http/host-table.ts'
import { asksForPage, createErrorPage, type ErrorPageParts } from './error-page.ts'
import type { FaultPage } from './parser-faults.ts'

/** The pages of requests that were never read to their end: of the brand whose host they name, to a browser only. */
export function faultPage(
  parts: ErrorPageParts,
  hosts: HostTable,
  headersOf: (site: Site) => { readonly [name: string]: string },
): FaultPage {
  const pageOf = createErrorPage(parts)
  return (error, { host, accept }) => {
    const site = hosts.siteOf(host)
    if (site === null || !asksForPage({ accept })) return null
    const { headers, body } = pageOf(error, { site, method: 'GET', headers: {} })
    return { headers: { ...headersOf(site), ...headers }, body }
  }
}
