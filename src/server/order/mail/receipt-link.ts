import { type ReceiptKind, receiptAddress } from '#domain/order/receipt-address.ts'
import { type LinkSigner, opensLink, signLink } from '#server/order/signed-link.ts'

/** How long a link in a mail opens its receipt; the account's own page opens it for ever. */
export const receiptLinkDays = 90
const life = { unitMs: 86_400_000, units: receiptLinkDays }

/** What of an order its links are signed over. */
export type Linked = { readonly orderNumber: string; readonly linkVersion: number }

/** The address of a receipt for whoever has the mail: signed, for one kind, until a day. */
export function signedReceiptAddress(
  signer: LinkSigner,
  { orderNumber, linkVersion }: Linked,
  kind: ReceiptKind,
  now: Date,
): string {
  const { until, key } = signLink(signer, textOf(orderNumber, linkVersion, kind), life, now)
  return `${receiptAddress(orderNumber, kind)}?until=${until}&key=${key}`
}

/** Whether a link's own words open this receipt now, or did until its day came: 'ended'. */
export function opensReceipt(
  signer: LinkSigner,
  requested: Linked & { readonly kind: ReceiptKind; readonly query: unknown },
  now: Date,
): 'opens' | 'ended' | 'wrong' {
  const text = textOf(requested.orderNumber, requested.linkVersion, requested.kind)
  if (opensLink(signer, text, life, requested.query, now)) return 'opens'
  return opensLink(signer, text, life, requested.query, new Date(0)) ? 'ended' : 'wrong'
}

function textOf(orderNumber: string, version: number, kind: ReceiptKind): string {
  // links from before orders had a version are those of the first
  return version === 1 ? `receipt\n${orderNumber}\n${kind}` : `receipt\n${orderNumber}\n${kind}\n${version}`
}
