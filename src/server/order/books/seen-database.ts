import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { SeenDatabase } from '#domain/order/hold.ts'

const stored = z.object({
  installation: z.string(),
  systemIdentifier: z.string().nullable(),
  timeline: z.int().nullable(),
  lsn: z
    .string()
    .regex(/^\d{1,20}$/)
    .transform(BigInt)
    .nullable(),
  seenAt: z.iso.datetime().transform((at) => new Date(at)),
})

/** What a worker saw of its database last, in a file beside it: a database that is behind it is a copy (OPS-28). */
export type SeenDatabases = {
  /** Null for nothing, or for something that is of another installation or unreadable. */
  read(installation: string): SeenDatabase | null
  write(installation: string, seen: SeenDatabase): Promise<void>
}

/** The memory of a data folder. */
export function seenDatabasesIn(dataDir: string): SeenDatabases {
  const file = join(dataDir, 'seen-database.json')
  return {
    read(installation) {
      try {
        const { installation: of, ...seen } = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
        return of === installation ? seen : null
      } catch {
        // none yet, or spoiled: the next look writes it anew
        return null
      }
    },
    async write(installation, { systemIdentifier, timeline, lsn, seenAt }) {
      mkdirSync(dataDir, { recursive: true })
      const next = `${file}.${process.pid}`
      const handle = await open(next, 'w', 0o600)
      try {
        const facts = { installation, systemIdentifier, timeline, lsn: lsn?.toString() ?? null, seenAt }
        await handle.writeFile(`${JSON.stringify(facts)}\n`)
        // half a file would be no memory at all
        await handle.sync()
      } finally {
        await handle.close()
      }
      renameSync(next, file)
    },
  }
}
