import type { Tx } from '#server/db/database.ts'
import { dropPartition, type Partition, type PartitionedTable, readPartitions } from './partition-store.ts'

type Sweeps = {
  /** Removes rows of the first partition, which was the whole table once: those that are over, so many at most. */
  readonly rows?: (tx: Tx, max: number, age: string, part: number) => Promise<number>
  /** Saves what is still in use of those before a moment from being dropped. */
  readonly save?: (tx: Tx, before: Date, max: number) => Promise<number>
}

/**
 * Drops the partitions all of which is over, oldest first; answers how many rows that were, about. While the first one is there, which
 * holds years, its rows are removed one by one.
 */
export function sweepPartitions(table: PartitionedTable, { rows, save }: Sweeps = {}) {
  return async (tx: Tx, max: number, age: string): Promise<number> => {
    const partitions = await readPartitions(tx, table, age)
    let removed = 0
    for (const partition of partitions.filter(({ isOver }) => isOver)) {
      const saved = (await save?.(tx, partition.ends, max)) ?? 0
      // the next batch goes on
      if (saved >= max) return saved
      removed += (await dropPartition(tx, table, partition)) ?? 0
    }
    const first = partitions.find(isWholeOnce)
    return first === undefined || first.isOver ? removed : removed + ((await rows?.(tx, max, age, first.part)) ?? 0)
  }
}

function isWholeOnce({ starts }: Partition): boolean {
  return starts === null
}
