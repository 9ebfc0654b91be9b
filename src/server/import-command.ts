import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import type { LineFault } from '#server/catalog/import/import-records.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { bringUpToDate, MigrationMissing } from '#server/db/migration/bring-up-to-date.ts'
import { createDatabase } from '#server/db/pool.ts'

/** A command that takes over a file of JSON Lines, all of it or nothing. */
export type ImportCommand = {
  readonly usage: string
  /** Its name in the list of the database's connections. */
  readonly applicationName: string
  /** Takes the file over, or only looks what would come of it; answers what to say, a line each, when it has no faults. */
  run(
    database: Database,
    file: string,
    isDryRun: boolean,
  ): Promise<{ readonly faults: readonly LineFault[]; readonly said: readonly string[] }>
}

const log = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }

/** Runs an import from the command line; its exit code is 0 taken over, 1 refused, 2 not understood. */
export async function runImportCommand(command: ImportCommand, args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await main(command, args)
  } catch (error) {
    const isForPerson = error instanceof ConfigError || error instanceof MigrationMissing
    process.stderr.write(isForPerson ? `${error.message}\n` : `The import failed: ${String(error)}\n`)
    process.exitCode = 1
  }
}

async function main({ usage, applicationName, run }: ImportCommand, args: readonly string[]): Promise<number> {
  const read = readArguments(args)
  if (read === undefined || !existsSync(read.file)) {
    process.stderr.write(read === undefined ? usage : `There is no file ${read.file}.\n`)
    return 2
  }
  const { directUrl, databaseDir, migratesOnStart } = readConfig()
  // a server of this data folder that runs already is used and left running
  const postgres = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = directUrl ?? postgres?.url ?? ''
  try {
    await bringUpToDate({ url, log, migratesOnStart })
    const database = createDatabase({ url, max: 1, applicationName, log })
    try {
      const { faults, said } = await run(database, read.file, read.isDryRun)
      for (const { line, field, message } of faults)
        process.stdout.write(`  line ${line}${field === '' ? '' : `, ${field}`}: ${message}\n`)
      for (const text of faults.length > 0 ? ['Nothing was taken over.'] : said) process.stdout.write(`${text}\n`)
      return faults.length > 0 ? 1 : 0
    } finally {
      await database.end()
    }
  } finally {
    await postgres?.stop()
  }
}

/** The file and whether only to look; undefined when the words make no sense. */
function readArguments(args: readonly string[]): { readonly file: string; readonly isDryRun: boolean } | undefined {
  try {
    const options = { 'dry-run': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [file, ...others] = positionals
    return file === undefined || others.length > 0 ? undefined : { file, isDryRun: values['dry-run'] ?? false }
  } catch {
    return undefined
  }
}
