import { type HoldReason, mayEndAlone, whyHeld } from '#domain/order/hold.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import {
  beginHold,
  type FoundIdentity,
  lockInstallation,
  type NotedInstallation,
  noteSeen,
  readIdentity,
} from './hold-store.ts'
import type { SeenDatabases } from './seen-database.ts'

export type HoldWatch = {
  /** Compares the database with what was noted of it, in it and beside it, and begins a hold where it is another; answers the mode. */
  look(): Promise<'live' | 'hold'>
}

type WatchParts = Pick<OrderDeps, 'database' | 'alarm'> & {
  readonly seen: SeenDatabases
  /** A person says at this start that the database is a restored one. */
  readonly isWanted: boolean
}

/**
 * Sees when the database behind the shop is a copy, a backup or a standby that took over, of which the processor may know more
 * than it does (OPS-28).
 */
export function createHoldWatch({ database, alarm, seen, isWanted }: WatchParts): HoldWatch {
  let isWantedStill = isWanted
  return {
    async look() {
      const found = await readIdentity(database)
      const { installationId, seenAt, mode } = await database.transaction(async (tx) => {
        const noted = await lockInstallation(tx)
        const reason = reasonOf(noted, found, seen) ?? (isWantedStill ? 'asked' : null)
        const begins = reason !== null && mayBegin(noted)
        if (begins) await beginHold(tx, reason)
        const isHeld = noted.mode === 'hold' || reason !== null
        const since = noted.mode === 'hold' ? noted.since : null
        if (isHeld) await alarm(tx, 'hold', 'shop', { reason: begins ? reason : noted.reason, since })
        const now = await noteSeen(tx, found)
        return {
          installationId: noted.installationId,
          seenAt: now,
          mode: isHeld ? ('hold' as const) : ('live' as const),
        }
      })
      isWantedStill = false
      // after the commit: a crash between leaves a memory of before, which holds nothing back that should not be
      await seen.write(installationId, { ...found, seenAt })
      return mode
    },
  }
}

function reasonOf(noted: NotedInstallation, found: FoundIdentity, seen: SeenDatabases): HoldReason | null {
  const { installationId, since, seenAt } = noted
  const before = seen.read(installationId)
  // what was seen before the last hold began was judged with it
  const counts = before !== null && (since === null || before.seenAt.getTime() > since.getTime())
  const memory = counts ? before : null
  // nobody has looked before; what is remembered all the same is of this database's future
  if (seenAt === null) return memory === null ? null : 'behind'
  return whyHeld(noted, { ...found, seenAt }, memory)
}

/** A hold that only a person can end goes on as it is; one that may end by itself begins anew. */
function mayBegin({ mode, reason }: NotedInstallation): boolean {
  return mode === 'live' || mayEndAlone(reason)
}
