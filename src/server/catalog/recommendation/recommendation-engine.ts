import type { Database } from '#server/db/database.ts'
import { readFingerprints, refreshLists, takeTurn, writeRun } from './recommendation-refresh-store.ts'

/**
 * Computes what is recommended from placed orders and sessions (OPEN-108), when any of these changed since the last run.
 * Answers the number of lists that changed, or null when there was nothing to do. `database` must allow a statement of
 * some minutes.
 */
export async function refreshRecommendations(database: Database): Promise<number | null> {
  return database.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return null
    const { now, known } = await readFingerprints(tx)
    if (now === known) return null
    const start = performance.now()
    const changed = await refreshLists(tx)
    await writeRun(tx, now, performance.now() - start)
    return changed
  })
}
