import type { Database } from '#server/db/database.ts'
import { faultOf } from '#server/db/faults.ts'
import type { Log } from '#server/http/context.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { makePartition, type PartitionedTable, partitioned, readFallen, readMissing } from './partition-store.ts'

/** How far ahead there are partitions at any time. */
const ahead = { month: '3 months', day: '14 days' } as const

/**
 * Makes the partitions of the time to come, and those that were missing, which takes what fell into the default one out of it. The
 * alarm of a table is over when nothing was found there for a while. What is in use at that moment waits for the next round.
 */
export async function makePartitionsAhead(database: Database, log: Log, now: Date): Promise<void> {
  for (const [table, unit] of Object.entries(partitioned) as [PartitionedTable, 'month' | 'day'][]) {
    const fallen = await readFallen(database, table)
    if (fallen.length > 0) {
      const rows = fallen.reduce((sum, each) => sum + each.rows, 0)
      await raiseAlarm(database, 'partition-missing', table, { table, rows, since: fallen[0]?.day })
    }
    const missing = await readMissing(database, table, now, ahead[unit])
    for (const day of new Set([...fallen.map((each) => each.day), ...missing])) {
      try {
        await makePartition(database, table, day)
      } catch (error) {
        if (faultOf(error) !== 'busy') throw error
        log.warn({ table, day }, 'a partition could not be made yet: the table is in use')
        break
      }
    }
  }
}
