import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createProviders, type Providers } from '#server/providers.ts'

/** Opens what a command about the books needs, beside a shop at work or alone, and closes it after. */
export async function withBooks<Result>(
  name: string,
  work: (database: Database, providers: Providers, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig()
  const { directUrl, databaseDir } = config
  const log = { info: () => undefined, warn: (facts: object, text: string) => console.error(text, facts) }
  const server = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = server?.url ?? directUrl ?? ''
  const database = createDatabase({ url, max: 1, applicationName: name, statementTimeoutMs: 60_000, log })
  const providers = await createProviders(config)
  try {
    return await work(database, providers, config)
  } finally {
    providers.close()
    await database.end()
    await server?.stop()
  }
}
