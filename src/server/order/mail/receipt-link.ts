import { type ReceiptKind, receiptAddress } from '#domain/order/receipt-address.ts'
import { type LinkSigner, opensLink, signLink } from '#server/order/signed-link.ts'

/** How long a link in a mail opens its receipt; the account's own page opens it for ever. */
export const receiptLinkDays = 90
const life = { unitMs: 86_400_000, units: receiptLinkDays }

/** The address of a receipt for whoever has the mail: signed, for one kind, until a day. */
export function signedReceiptAddress(signer: LinkSigner, orderNumber: string, kind: ReceiptKind, now: Date): string {
  const { until, key } = signLink(signer, textOf(orderNumber, kind), life, now)
  return `${receiptAddress(orderNumber, kind)}?until=${until}&key=${key}`
}

/** Whether a link's own words open this receipt now. */
export function opensReceipt(
  signer: LinkSigner,
  requested: { readonly orderNumber: string; readonly kind: ReceiptKind; readonly query: unknown },
  now: Date,
): boolean {
  return opensLink(signer, textOf(requested.orderNumber, requested.kind), life, requested.query, now)
}

function textOf(orderNumber: string, kind: ReceiptKind): string {
  return `receipt\n${orderNumber}\n${kind}`
}
