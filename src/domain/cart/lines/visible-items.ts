/** The items that are shown and counted: one with isRemoved true is kept but neither (DATA-05). */
export function visibleItems<Item extends { readonly isRemoved: boolean }>(items: readonly Item[]): Item[] {
  return items.filter((item) => !item.isRemoved)
}
