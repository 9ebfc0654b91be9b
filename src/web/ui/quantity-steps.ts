import { checkQuantity, maxQuantity, minQuantity } from '#domain/cart/limits.ts'

/** One more; past 99 it wraps to 1 (VALID-28). */
export function incremented(quantity: number): number {
  return quantity >= maxQuantity ? minQuantity : quantity + 1
}

/** One less; 1 stays 1 (VALID-29). */
export function decremented(quantity: number): number {
  return quantity <= minQuantity ? minQuantity : quantity - 1
}

/** The quantity a typed text stands for, or null when it is to be ignored (VALID-27). */
export function accepted(text: string): number | null {
  if (!/^\d+$/.test(text.trim())) return null
  const quantity = checkQuantity(Number(text))
  return quantity.ok ? quantity.value : null
}
