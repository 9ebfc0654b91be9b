import type { IncomingHttpHeaders } from 'node:http'

/** Whether a body says that it is written in anything but UTF-8: read as UTF-8 its letters would be others than were sent. */
export function hasOtherCharset(headers: IncomingHttpHeaders): boolean {
  const named = headers['content-type']?.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi) ?? []
  return [...named].some(([, charset = '']) => !/^utf-?8$/i.test(charset))
}
