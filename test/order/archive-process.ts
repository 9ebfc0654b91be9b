// A process that archives 200 orders after 200 and, told so, kills itself with the second 200 moved but not committed:
// node archive-process.ts URL die|live

import { createDatabase } from '#server/db/pool.ts'
import { archivedAtOnce, archiveOrders } from '#server/order/archive/archive-store.ts'

/** The words of its command: where the database is, and whether it shall die. */
export type ArchiveWords = readonly [url: string, end: 'die' | 'live']

const [url = '', end] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined }
const database = createDatabase({ url, max: 1, log, statementTimeoutMs: 60_000, transactionTimeoutMs: 60_000 })
for (let nth = 1; ; nth += 1) {
  const moved = await database.transaction(async (tx) => {
    const found = await archiveOrders(tx, archivedAtOnce, '13 months')
    if (end === 'die' && nth === 2) process.kill(process.pid, 'SIGKILL')
    return found
  })
  process.stdout.write(`${moved}\n`)
  if (moved === 0) break
}
await database.end()
