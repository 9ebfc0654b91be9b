import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { readConfig } from '#server/config/config.ts'
import { createDatabase } from '#server/db/pool.ts'
import { StoredJsonFault } from '#server/db/stored-json.ts'
import { openReplicaOf } from '#server/run/replica/replica-reads.ts'
import { exportDesigns } from './export-designs.ts'
import { exportOrders } from './export-orders.ts'

const usage = `npm run orders:export -- --since DATE [--until DATE] [--designs FOLDER]

Writes the orders placed or cancelled since DATE (YYYY-MM-DD, or a moment in ISO 8601) as JSON Lines to the standard output,
the oldest change first: those whose state is cancelled must not be shipped, whatever an earlier export said; with --designs also the production file of every personalization as FOLDER/<designHash>.svg. Reads the database of DATABASE_URL, else the private one of the data folder, whether the shop runs or not; that of DATABASE_REPLICA_URL while it follows closely.`

function momentOf(text: string | undefined): Date | null {
  const moment = new Date(text ?? '')
  return Number.isNaN(moment.getTime()) ? null : moment
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { since: { type: 'string' }, until: { type: 'string' }, designs: { type: 'string' } },
  })
  const since = momentOf(values.since)
  const until = values.until === undefined ? new Date() : momentOf(values.until)
  if (since === null || until === null) {
    console.error(usage)
    return 2
  }
  const config = readConfig()
  const { directUrl, databaseDir } = config
  const log = { info: () => undefined, warn: (facts: object, text: string) => console.error(text, facts) }
  const server = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = server?.url ?? directUrl ?? ''
  const database = createDatabase({ url, max: 1, applicationName: 'orders-export', statementTimeoutMs: 60_000, log })
  const replica = openReplicaOf({ ...config, databasePool: 1 }, database, log, {
    applicationName: 'orders-export-replica',
    statementTimeoutMs: 60_000,
  })
  const readsNow = async () => {
    await replica?.catchUp()
    return replica?.shared ?? database
  }
  let code = 0
  try {
    for await (const line of exportOrders(database, since, until, readsNow)) {
      // a slow reader at the other end of the pipe is waited for
      if (!process.stdout.write(line)) await once(process.stdout, 'drain')
      if (values.designs === undefined) continue
      try {
        await exportDesigns(replica?.shared ?? database, line, values.designs)
      } catch (error) {
        // the orders behind it are not to wait for a person
        if (!(error instanceof StoredJsonFault)) throw error
        console.error(error.message)
        code = 1
      }
    }
    return code
  } finally {
    await replica?.stop()
    await database.end()
    await server?.stop()
  }
}

process.exitCode = await main()
