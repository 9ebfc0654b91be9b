import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { benchCatalog, benchPlaces, writeCatalog } from './catalog.ts'
import { residentMb } from './measure.ts'

export type ImportFigures = {
  readonly skus: number
  readonly fileMb: number
  readonly seconds: number
  /** The same file again, which changes nothing. */
  readonly againSeconds: number
  /** The most the importing process ever held. */
  readonly peakMb: number
}

type ImportJob = { readonly url: string; readonly file: string }
type Imported = Pick<ImportFigures, 'seconds' | 'againSeconds' | 'peakMb'>

/** Imports that many skus into an empty database, in a process of its own. */
export async function measureImport(url: string, skus: number): Promise<ImportFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-import-'))
  const file = join(folder, 'catalog.jsonl')
  const warehouses = { US: 9_001, CA: 9_002 }
  try {
    writeCatalog(file, [...benchPlaces(warehouses), ...benchCatalog(skus, warehouses)])
    const child = fork(fileURLToPath(import.meta.url))
    child.send({ url, file } satisfies ImportJob)
    const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Imported | number]
    if (typeof answer === 'number') throw new Error(`the import ended with ${answer}`)
    return { skus, fileMb: statSync(file).size / 1e6, ...answer }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the forked process does. */
async function importTwice({ url, file }: ImportJob): Promise<Imported> {
  const log = { info: () => undefined, warn: () => undefined }
  await migrate({ url, log })
  const limits = { statementTimeoutMs: 0, transactionTimeoutMs: 0, idleInTransactionMs: 0 }
  const database = createDatabase({ url, max: 2, ...limits, log })
  const timed = async (isFirst: boolean) => {
    const began = performance.now()
    const report = await importCatalog(database, { file })
    const isAsMeant = report.isTaken && report.changed > 0 === isFirst
    if (!isAsMeant) throw new Error(`the import answered ${JSON.stringify(report)}`)
    return (performance.now() - began) / 1000
  }
  const seconds = await timed(true)
  const againSeconds = await timed(false)
  await database.end()
  return { seconds, againSeconds, peakMb: residentMb(process.pid, 'VmHWM') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (job: ImportJob) => {
    void importTwice(job).then((figures) => process.send?.(figures, () => process.exit(0)))
  })
}
