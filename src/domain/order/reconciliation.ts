/** Why money at the processor is none that it should hold for us. */
export type OrphanKind = 'charge-without-order' | 'charge-of-refused-order' | 'second-authorization'

type Orphan = { readonly providerRef: string; readonly kind: OrphanKind }

/**
 * Payments that reconciling may give back by itself within a day, of `compared` that a round looked at: five, or one in a
 * hundred where that is more. Beyond it the fault is likelier ours than the processor's, and a person looks first (SAFE-63).
 */
export function maxRefunds(compared: number): number {
  return Math.max(5, compared / 100)
}

/**
 * What a round of reconciling gives back by itself, and what waits for a person. Money for which this database has no row at
 * all always waits: a payment is written down before the processor hears of it, so the row is missing because the database is
 * another one, a copy or a backup. The rest waits too when, with all that was given back within the last day, it is too much.
 * @param isHeld the database may be a restored one: only what it knows to be refused or cancelled is given back (OPS-28)
 */
export function planRound<O extends Orphan>(
  orphans: readonly O[],
  compared: number,
  refundedToday: readonly string[],
  isHeld = false,
): { readonly refund: readonly O[]; readonly hold: readonly O[] } {
  const isKnown = ({ kind }: Orphan) =>
    kind === 'charge-of-refused-order' || (kind === 'second-authorization' && !isHeld)
  const known = orphans.filter(isKnown)
  const ofTheDay = new Set([...refundedToday, ...known.map(({ providerRef }) => providerRef)])
  if (known.length === 0 || ofTheDay.size > maxRefunds(compared)) return { refund: [], hold: orphans }
  return { refund: known, hold: orphans.filter((orphan) => !known.includes(orphan)) }
}
