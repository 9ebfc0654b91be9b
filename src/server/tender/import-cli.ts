import { existsSync } from 'node:fs'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { bringUpToDate, MigrationMissing } from '#server/db/migration/bring-up-to-date.ts'
import { createDatabase } from '#server/db/pool.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'

const usage = `Usage: npm run stored-value:import -- FILE

Issues the gift cards, tender codes and reward certificates of a JSON Lines file (docs/how-to/issue-gift-cards.md). One that is there already
keeps its balance. Nothing is issued from a file with a bad line; in production the numbers of the demo are bad.
`
const log = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }

/** Answers the exit code: 0 issued, 1 refused, 2 not understood. */
async function main([file, ...others]: readonly string[]): Promise<number> {
  if (file === undefined || others.length > 0 || !existsSync(file)) {
    process.stderr.write(file === undefined || others.length > 0 ? usage : `There is no file ${file}.\n`)
    return 2
  }
  const { isProduction, directUrl, databaseDir, migratesOnStart, storedValueKeys } = readConfig()
  const postgres = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = directUrl ?? postgres?.url ?? ''
  try {
    await bringUpToDate({ url, log, migratesOnStart })
    const database = createDatabase({ url, max: 1, applicationName: 'stored-value-import', statementTimeoutMs: 0, log })
    try {
      const { faults, issued, known } = await importStoredValue(database, file, storedValueMac(storedValueKeys), {
        ...{ isDemo: false, isProduction },
      })
      for (const { line, field, message } of faults)
        process.stdout.write(`  line ${line}${field === '' ? '' : `, ${field}`}: ${message}\n`)
      process.stdout.write(
        faults.length > 0 ? 'Nothing was issued.\n' : `${issued} issued, ${known} were there already.\n`,
      )
      return faults.length > 0 ? 1 : 0
    } finally {
      await database.end()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isForPerson = error instanceof ConfigError || error instanceof MigrationMissing
  process.stderr.write(isForPerson ? `${error.message}\n` : `The import failed: ${String(error)}\n`)
  process.exitCode = 1
}
