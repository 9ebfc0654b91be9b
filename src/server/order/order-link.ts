import { type LinkSigner, opensLink, signLink } from './signed-link.ts'

/** How long a mailed link opens an order, or lets an account take its past orders over. */
export const orderLinkHours = 24
const life = { unitMs: 3_600_000, units: orderLinkHours }

/** What a link is for: to look at one order, or to take over the orders of an account's address. */
export type LinkPurpose =
  | { readonly kind: 'order'; readonly of: string }
  | { readonly kind: 'claim'; readonly of: string }

/** The words that make a link work until its hour has come. */
export function signedUntil(signer: LinkSigner, purpose: LinkPurpose, now: Date): { until: string; key: string } {
  return signLink(signer, textOf(purpose), life, now)
}

/** Whether a link's own words are good for this now. */
export function opensFor(signer: LinkSigner, purpose: LinkPurpose, query: unknown, now: Date): boolean {
  return opensLink(signer, textOf(purpose), life, query, now)
}

function textOf({ kind, of }: LinkPurpose): string {
  return `link\n${kind}\n${of}`
}
