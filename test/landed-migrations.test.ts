import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationFolder, readMigrations } from '#server/db/migrate.ts'

test('no landed migration is changed, not even a comment: databases that have applied it refuse to start', () => {
  const landed = readFileSync(join(migrationFolder, 'sha256sums.txt'), 'utf8').trim().split('\n')
  const files = readMigrations(migrationFolder).map(
    ({ number, name, sha256 }) => `${sha256}  ${String(number).padStart(4, '0')}_${name}.sql`,
  )
  // a new one: (cd migrations && sha256sum *.sql > sha256sums.txt)
  expect(files).toEqual(landed)
})
