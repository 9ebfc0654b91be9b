import { existsSync } from 'node:fs'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { importRates } from '#server/shipping/rates-import.ts'

const usage = `Usage: npm run rates:import -- FILE

Takes over the shipping rates of a JSON Lines file, a line for each store front (docs/how-to/change-shipping-rates.md). Nothing
is taken over from a file with a bad line.
`
const log = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }

/** Answers the exit code: 0 taken over, 1 refused, 2 not understood. */
async function main([file, ...others]: readonly string[]): Promise<number> {
  if (file === undefined || others.length > 0 || !existsSync(file)) {
    process.stderr.write(file === undefined || others.length > 0 ? usage : `There is no file ${file}.\n`)
    return 2
  }
  const { databaseUrl, databaseDir } = readConfig()
  const postgres = databaseUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = databaseUrl ?? postgres?.url ?? ''
  try {
    await migrate({ url, log })
    const database = createDatabase({ url, max: 1, applicationName: 'rates-import', log })
    try {
      const { faults, changed, unchanged } = await importRates(database, file)
      for (const { line, field, message } of faults)
        process.stdout.write(`  line ${line}${field === '' ? '' : `, ${field}`}: ${message}\n`)
      process.stdout.write(faults.length > 0 ? 'Nothing was taken over.\n' : `${saidOf(changed, unchanged)}\n`)
      return faults.length > 0 ? 1 : 0
    } finally {
      await database.end()
    }
  } finally {
    await postgres?.stop()
  }
}

function saidOf(changed: readonly string[], unchanged: readonly string[]): string {
  const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))
  return `Changed: ${list(changed)}. As before: ${list(unchanged)}.`
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `The import failed: ${String(error)}\n`)
  process.exitCode = 1
}
