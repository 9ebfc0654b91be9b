/** The page of one order, for the shopper who placed it. */
export function ownOrderPath(orderNumber: string): string {
  return `/account/orders/${orderNumber}`
}
