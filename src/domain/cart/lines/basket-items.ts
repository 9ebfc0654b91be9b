/** The quantity of a line is the sum of the quantities of its recipients (SHIP-25). */
export function quantityOfRecipients(recipients: readonly { readonly quantity: number }[]): number {
  return recipients.reduce((total, recipient) => total + recipient.quantity, 0)
}

/** The items that are shown and counted: one with isRemoved true is kept but neither (DATA-05). */
export function visibleItems<Item extends { readonly isRemoved: boolean }>(items: readonly Item[]): Item[] {
  return items.filter((item) => !item.isRemoved)
}
