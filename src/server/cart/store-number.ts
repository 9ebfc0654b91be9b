/** The number a store's field spells; null for none, and for one beyond any that can be. */
export function storeNumber(given: string): number | null {
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null
}
