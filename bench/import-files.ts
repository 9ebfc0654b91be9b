import { importCatalog } from '#server/catalog/import/importer.ts'
import { createDatabase } from '#server/db/pool.ts'

export const silent = { info: () => undefined, warn: () => undefined }

/** Takes catalogue files into a migrated database. @throws when one is refused */
export async function importFiles(url: string, files: readonly string[]): Promise<void> {
  const sql = createDatabase({ url, max: 2, statementTimeoutMs: 0, log: silent })
  try {
    for (const file of files) {
      const report = await importCatalog(sql, { file })
      if (!report.isTaken) throw new Error(`${file} was refused: ${JSON.stringify(report.faults.slice(0, 3))}`)
    }
  } finally {
    await sql.end()
  }
}
