import { isSecondCleanRound, mayEndAlone } from '#domain/order/hold.ts'
import { endHold, noteRound, readHold } from './hold-store.ts'
import type { HoldWatch } from './hold-watch.ts'
import { type ReconcileDeps, type Reconciliation, reconcile } from './reconcile.ts'

/**
 * One round of reconciling by the clock: looks first whether the database is the one that it was, and ends the hold of a
 * failover after two rounds five minutes apart in which nothing was missing (OPS-28).
 */
export async function reconcileRound(deps: ReconcileDeps, watch: HoldWatch, since: Date): Promise<Reconciliation> {
  await watch.look()
  const round = await reconcile(deps, since)
  const { isOn, reason } = await readHold(deps.database)
  if (!isOn || !mayEndAlone(reason)) return round
  const secondsSinceFirst = await noteRound(deps.database, isClean(round))
  if (secondsSinceFirst !== undefined && isSecondCleanRound(secondsSinceFirst)) {
    await endHold(deps.database, 'two rounds in which nothing was missing')
  }
  return round
}

/** At least one payment was compared, and on neither side one was missing. */
function isClean({ isCompared, compared, orphans, held, missing, differing }: Reconciliation): boolean {
  return isCompared === true && compared > 0 && orphans.length + held.length + missing.length + differing.length === 0
}
