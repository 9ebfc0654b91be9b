/** A piece that a line is to become, and how many of it, as one field of a form has it. */
export function pieceField({ sku, quantity }: { readonly sku: number; readonly quantity: number }): string {
  return `${sku}-${quantity}`
}

/** The piece of such a field; zeros for a text that is none. */
export function pieceOfField(text: string): { readonly sku: number; readonly quantity: number } {
  const [, sku = 0, quantity = 0] = /^(\d{1,12})-(\d{1,2})$/.exec(text) ?? []
  return { sku: Number(sku), quantity: Number(quantity) }
}
