import { isRightKey, type LinkSigner, opensLink, signLink } from './signed-link.ts'

/** How long a link that was asked for opens an order, or lets an account take its past orders over. */
export const orderLinkHours = 24
const life = { unitMs: 3_600_000, units: orderLinkHours }

/** What a link is for: to look at one order, or to take over the orders of an account's address. */
export type LinkPurpose =
  /** `version`: the order's `link_version`; raised, its links of before end. */
  | { readonly kind: 'order'; readonly of: string; readonly version: number }
  | { readonly kind: 'claim'; readonly of: string }

/** The words that make a link work until its hour has come. */
export function signedUntil(signer: LinkSigner, purpose: LinkPurpose, now: Date): { until: string; key: string } {
  return signLink(signer, textOf(purpose), life, now)
}

/** Whether a link's own words are good for this now. */
export function opensFor(signer: LinkSigner, purpose: LinkPurpose, query: unknown, now: Date): boolean {
  return opensLink(signer, textOf(purpose), life, query, now)
}

/** The key of an order's mails, which has no end: a day after the order was placed it shows what anybody may see (CALM-42). */
export function lastingKey({ macOf }: LinkSigner, orderNumber: string, version: number): string {
  return macOf(lastingText(orderNumber, version)).toString('base64url')
}

/** Whether a link's own words are those of an order's mails: its key, and no hour. */
export function opensForGood(signer: LinkSigner, orderNumber: string, version: number, query: unknown): boolean {
  const { until = '', key } = (query ?? {}) as { readonly until?: unknown; readonly key?: unknown }
  return until === '' && isRightKey(signer, lastingText(orderNumber, version), key)
}

function lastingText(orderNumber: string, version: number): string {
  return `link\norder for good\n${orderNumber}\n${version}`
}

function textOf(purpose: LinkPurpose): string {
  const { kind, of } = purpose
  // links from before orders had a version are those of the first
  const isFirst = purpose.kind === 'claim' || purpose.version === 1
  return isFirst ? `link\n${kind}\n${of}` : `link\n${kind}\n${of}\n${purpose.version}`
}
