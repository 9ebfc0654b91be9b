/**
 * Who may keep an answer, and for how long (OPS-44). What names its own content in its address is kept for ever; a page that is
 * the same for every guest may be kept by a CDN for a minute; what belongs to one shopper is kept by nobody.
 */
export const cacheControl = {
  /** Of files whose address changes with their content. */
  forEver: 'public, max-age=31536000, immutable',
  /** Of guests' pages, where browsers ask every time. */
  asked: 'no-cache',
  /** Of guests' pages behind a CDN: it may serve a page for a minute, and an old one for ten while it asks for the new. */
  byCdn: 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
  /** Of guests' pages as data, behind a CDN: one that takes no note of Accept would show it to people as the page. */
  notByCdn: 'private, no-cache',
  /** Of all that one shopper alone may see. */
  personal: 'private, no-store',
} as const
