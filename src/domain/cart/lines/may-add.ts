/** Whether a caller's own check lets the item be added; it is asked before any call (ATC-06). */
export function mayAdd(
  item: { readonly sku: number; readonly hasGrouper: boolean },
  validate?: (sku: number, hasGrouper: boolean) => boolean,
): boolean {
  return validate === undefined || validate(item.sku, item.hasGrouper)
}
