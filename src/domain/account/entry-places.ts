/** Where the lists of the account's page stand on it, and each of their entries (CALM-64): what has the focus after a change. */
export const entryPlaces = {
  addresses: 'your-addresses',
  cards: 'your-cards',
  address: (addressId: string) => `address-${addressId}`,
  card: (cardId: string) => `card-${cardId}`,
} as const

/** Of entries some of which were just removed: those that were, each with the id of the entry it stood before, '' at the end. */
export function removedPlaces<Entry extends { readonly isRemoved: boolean }>(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
): { readonly entry: Entry; readonly before: string }[] {
  return entries.flatMap((entry, index) => {
    if (!entry.isRemoved) return []
    const next = entries.slice(index + 1).find(({ isRemoved }) => !isRemoved)
    return [{ entry, before: next === undefined ? '' : idOf(next) }]
  })
}
