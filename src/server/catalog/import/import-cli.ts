import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { ConfigError, readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { bringUpToDate, MigrationMissing } from '#server/db/migration/bring-up-to-date.ts'
import { createDatabase } from '#server/db/pool.ts'
import { pictureStoreOf } from '#server/providers.ts'
import { abandonRun } from './import-abandon.ts'
import { ImportRefused } from './import-errors.ts'
import { nameOf, progressOf, statusOf, storeText } from './import-messages.ts'
import { type PictureOptions, type PreparedFile, preparePictures } from './import-pictures.ts'
import { type CatalogRun, readIsAtWork, readLastRun } from './import-run-store.ts'
import { type ImportOptions, type ImportReport, importCatalog } from './importer.ts'

const usage = `Usage: npm run catalog:import -- FILE [--pictures FOLDER] [--skip-bad-lines] [--brand CB|CB2] [--country US|CA]
       npm run catalog:import -- --status
       npm run catalog:import -- --abandon

Takes a JSON Lines file of categories, locations, products and skus over into the shop. The fields of each line are
described in docs/reference/catalog-import.md. Nothing is taken over from a file with a bad line, unless
--skip-bad-lines is given. --brand and --country take one brand's or one country's part of it. With --pictures the
pictures of the file name originals (JPEG, PNG, WebP, TIFF) in that folder, of which all widths and formats are made
(docs/how-to/import-pictures.md).

An import that was cut off goes on with the same file. --status tells how far it is, --abandon ends it and keeps what was
taken over (docs/how-to/import-a-catalogue.md).
`

const quiet = { info: () => undefined, warn: (_facts: object, text: string) => process.stderr.write(`${text}\n`) }
const say = (text: string) => void process.stdout.write(`${text}\n`)

type FileOptions = ImportOptions & { readonly originals: string | undefined }

/** Reads the command line; undefined when it makes no sense. */
function readArguments(args: readonly string[]): FileOptions | 'status' | 'abandon' | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        pictures: { type: 'string' },
        'skip-bad-lines': { type: 'boolean' },
        brand: { type: 'string' },
        country: { type: 'string' },
        status: { type: 'boolean' },
        abandon: { type: 'boolean' },
      },
    })
    const { brand, country } = values
    const [file, ...others] = positionals
    if (args.length === 1 && values.status) return 'status'
    if (args.length === 1 && values.abandon) return 'abandon'
    if (values.status || values.abandon) return undefined
    if (file === undefined || others.length > 0) return undefined
    if (brand !== undefined && brand !== 'CB' && brand !== 'CB2') return undefined
    if (country !== undefined && country !== 'US' && country !== 'CA') return undefined
    return { file, originals: values.pictures, skipBadLines: values['skip-bad-lines'] ?? false, brand, country }
  } catch {
    return undefined
  }
}

/** Answers the exit code: 0 taken over, 1 refused, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const options = readArguments(args)
  if (options === undefined) {
    process.stderr.write(usage)
    return 2
  }
  if (options === 'status') return onDatabase(tellStatus)
  if (options === 'abandon') return onDatabase(abandon)
  if (!existsSync(options.file)) {
    process.stderr.write(`There is no file ${options.file}.\n`)
    return 2
  }
  if (options.originals !== undefined && !existsSync(options.originals)) {
    process.stderr.write(`There is no folder ${options.originals}.\n`)
    return 2
  }
  const prepared = await prepare(options)
  try {
    return await onDatabase((database) => takeOver(database, options, prepared))
  } finally {
    prepared?.remove()
  }
}

/** Makes the pictures first; null when the file names files that the shop has. */
async function prepare({ file, originals, brand }: FileOptions): Promise<PreparedFile | null> {
  if (originals === undefined) return null
  const store = await pictureStoreOf(readConfig())
  const onProgress = (pictures: number) => process.stderr.write(`${pictures} pictures …\n`)
  const onStore: PictureOptions['onStore'] = ({ line, field }, word) =>
    process.stderr.write(`line ${line}, ${field}: ${storeText(store.name, word)}\n`)
  const prepared = await preparePictures({ file, originals, store, brand, onProgress, onStore })
  process.stdout.write(`${prepared.made} pictures made in ${store.name}, ${prepared.present} were there already.\n`)
  return prepared
}

async function tellStatus(database: Database): Promise<number> {
  for (const line of statusOf(await readLastRun(database), await readIsAtWork(database))) say(line)
  return 0
}

async function abandon(database: Database): Promise<number> {
  await abandonRun(database, say)
  return 0
}

async function takeOver(database: Database, options: FileOptions, prepared: PreparedFile | null): Promise<number> {
  const started = performance.now()
  const onResume = (run: CatalogRun) => say(`${nameOf(run)} goes on: ${progressOf(run)}.`)
  const known = prepared ? { ...options, file: prepared.file, refused: prepared.refused } : options
  const report = await importCatalog(database, { ...known, onResume })
  process.stdout.write(tell(options.file, report, (performance.now() - started) / 1000))
  return report.isTaken ? 0 : 1
}

async function onDatabase(work: (database: Database) => Promise<number>): Promise<number> {
  const { directUrl, databaseDir, migratesOnStart } = readConfig()
  // a server of this data folder that runs already is used and left running
  const postgres =
    directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log: quiet }) : null
  const url = directUrl ?? postgres?.url ?? ''
  try {
    await bringUpToDate({ url, log: quiet, migratesOnStart })
    const database = createDatabase({
      url,
      max: 2,
      applicationName: 'cartwright-import',
      statementTimeoutMs: 0,
      transactionTimeoutMs: 0,
      idleInTransactionMs: 0,
      log: quiet,
    })
    try {
      return await work(database)
    } finally {
      await database.end()
    }
  } finally {
    await postgres?.stop()
  }
}

function tell(file: string, report: ImportReport, seconds: number): string {
  const faults = report.faults.map(
    ({ line, field, message }) => `  line ${line}${field === '' ? '' : `, ${field}`}: ${message}\n`,
  )
  const unnamed = report.badLines > new Set(report.faults.map((fault) => fault.line)).size ? '  …\n' : ''
  if (!report.isTaken)
    return `${file}: ${report.badLines} bad ${report.badLines === 1 ? 'line' : 'lines'}. Nothing was taken over.\n${faults.join('')}${unnamed}`
  const before = report.changedBefore > 0 ? ` (${report.changedBefore} of them before)` : ''
  const counts = [`${report.lines} lines`, `${report.changed} changed${before}`, `${report.unchanged} unchanged`]
  if (report.outside > 0) counts.push(`${report.outside} of another brand or country`)
  if (report.skipped > 0) counts.push(`${report.skipped} bad and skipped`)
  return `${file}: ${counts.join(', ')}, in ${seconds.toFixed(1)} s.\n${faults.join('')}${unnamed}`
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError || error instanceof ImportRefused || error instanceof MigrationMissing
      ? `${error.message}\n`
      : `The import failed: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
  )
  process.exitCode = 1
}
