import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { CatalogService } from '#server/catalog/catalog-service.ts'
import { importCatalog } from '#server/catalog/importer.ts'
import type { Database } from '#server/db/database.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import type { StoredValueMac } from '#server/tender/stored-value-mac.ts'

/** Fills an empty shop with the demo catalogue, through the importer a retailer uses. A shop with anything in it is left alone. */
export async function importDemo(
  database: Database,
  catalog: CatalogService,
  folder: string,
  mac: StoredValueMac,
  log: Logger,
): Promise<void> {
  if ((await catalog.version()) !== 0 || !existsSync(folder)) return
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  for (const name of files) {
    const report = await importCatalog(database, { file: join(folder, name) })
    if (!report.isTaken) throw new Error(`${name} is bad: ${JSON.stringify(report.faults.slice(0, 3))}`)
    log.info({ file: name, lines: report.lines }, 'demo catalogue imported')
  }
  const { issued } = await importStoredValue(database, join(folder, '..', 'stored-value.jsonl'), mac)
  log.info({ issued }, 'demo gift cards issued')
}
