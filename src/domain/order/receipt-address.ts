/** A receipt with its amounts, or one without any prices for whoever gets the gift. */
export type ReceiptKind = 'receipt' | 'gift-receipt'

/** Where an order's receipt is, as PDF; its buyer may open it, and anybody with a signed link. */
export function receiptAddress(orderNumber: string, kind: ReceiptKind): string {
  return `/order/${encodeURIComponent(orderNumber)}/${kind}.pdf`
}
