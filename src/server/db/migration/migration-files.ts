import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type MigrationFile = {
  readonly number: number
  readonly name: string
  readonly sha256: string
  readonly text: string
}

/** The folder of the product's own migrations. */
export const migrationFolder: string = join(import.meta.dirname, '../../../../migrations')

/**
 * The numbered SQL files of a folder in order. Throws on a name that is neither `0001_name.sql` nor `0001_name.concurrent.sql`,
 * a gap, or a number given twice.
 */
export function readMigrations(folder: string): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const match = /^(\d{4})_([a-z0-9_]+(?:\.concurrent)?)\.sql$/.exec(file)
    if (match === null) throw new Error(`Migration ${file} is not named like 0001_name.sql`)
    const number = Number(match[1])
    if (number !== index + 1) throw new Error(`Migration ${file} should have the number ${index + 1}`)
    const text = readFileSync(join(folder, file), 'utf8')
    return { number, name: match[2] ?? '', sha256: createHash('sha256').update(text).digest('hex'), text }
  })
}

/** What a migration is called on disk. */
export function fileName(file: MigrationFile): string {
  return `${String(file.number).padStart(4, '0')}_${file.name}.sql`
}
