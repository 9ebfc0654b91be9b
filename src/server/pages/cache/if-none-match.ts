import type { IncomingHttpHeaders } from 'node:http'

/** Whether who asks has the page of this (weak) ETag already (RFC 9110, If-None-Match). */
export function isFresh(headers: IncomingHttpHeaders, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  if (known.trim() === '*') return true
  return known.split(',').some((each) => opaque(each.trim()) === opaque(etag))
}

function opaque(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag
}
