import { connectToHost } from '#server/db/host-choice.ts'
import { isApplied, jobLibrary, readApplied, readJobLibrary } from '#server/db/migration/applied-migrations.ts'
import { concurrentSteps } from '#server/db/migration/concurrent-migration.ts'
import { fileName, migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'
import { readRun, readTables } from '#server/db/migration/migration-run.ts'

/** What `migrate` would run, as SQL with comments; reads only. */
export async function planMigrations(url: string, folder: string = migrationFolder): Promise<string> {
  const client = await connectToHost(url, { application_name: 'cartwright-plan' })
  try {
    await client.query('set default_transaction_read_only = on')
    const { hasLedger, hasRun } = await readTables(client)
    const known = hasLedger ? await readApplied(client) : new Map()
    const run = hasRun ? await readRun(client) : null
    const hasLibrary = hasRun && (await readJobLibrary(client, jobLibrary))
    const parts = readMigrations(folder)
      .filter((file) => !isApplied(file, known.get(file.number)))
      .map((file) => {
        if (!file.name.endsWith('.concurrent')) return `-- ${fileName(file)}, in one transaction:\n${file.text.trim()}`
        const steps = concurrentSteps(fileName(file), file.text)
        const statements = steps.map(({ text }) => `${text};`).join('\n')
        return `-- ${fileName(file)}, beside the shop, statement by statement:\n${statements}`
      })
    if (!hasLibrary) parts.push(`-- what ${jobLibrary} brings of its own`)
    const told = run?.isAtWork ? [`-- ${run.owner} migrates since ${run.since.toISOString()}`] : []
    return [...told, ...(parts.length > 0 ? parts : ['-- nothing: the database is up to date'])].join('\n\n')
  } finally {
    await client.end()
  }
}
