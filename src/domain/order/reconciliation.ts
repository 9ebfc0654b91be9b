/**
 * Payments that one round of reconciling may give back by itself, of `compared` that it looked at: five, or one in a hundred
 * where that is more. Beyond it the fault is likelier ours than the processor's, and a person looks first (SAFE-63).
 */
export function mostGivenBack(compared: number): number {
  return Math.max(5, compared / 100)
}
