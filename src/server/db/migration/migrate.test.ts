import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Database, statement } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { isMigrated } from '#server/db/migration/applied-migrations.ts'
import { migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createEmptyDatabase } from '#test/database.ts'

const silent = { info: () => undefined, warn: () => undefined }

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let database: Database
let folder: string
beforeEach(async () => {
  empty = await createEmptyDatabase()
  database = createDatabase({ url: empty.url, max: 2, log: silent })
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  write('0001_first.sql', 'create schema shop; create table shop.first(n int);')
  write('0002_second.sql', "create table second(n int); insert into first values (1); comment on table first is 'a;b';")
  return async () => {
    await database.end()
    await empty.drop()
    rmSync(folder, { recursive: true })
  }
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = () => migrate({ url: empty.url, folder, log: silent })

test('files run in order once; a second run changes nothing', async () => {
  expect(await isMigrated(database, folder)).toBe(false)
  expect(await run()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await isMigrated(database, folder)).toBe(true)
  expect(await run()).toEqual([])
  expect(await database.rows(statement('test.first', 'select n from first'))).toEqual([{ n: 1 }])
})

test('the job library gets its own tables', async () => {
  await run()
  const jobs = statement<{ n: number }>('test.jobs', 'select count(*) as n from graphile_worker.jobs')
  expect(await database.row(jobs)).toEqual({ n: 0 })
})

test('a new file is applied on top, and until then the database is not ready', async () => {
  await run()
  write('0003_third.sql', 'create table third(n int);')
  expect(await isMigrated(database, folder)).toBe(false)
  expect(await run()).toEqual(['0003_third.sql'])
  expect(await isMigrated(database, folder)).toBe(true)
})

test('rows of a newer version are no reason not to be ready', async () => {
  write('0003_third.sql', 'create table third(n int);')
  await run()
  rmSync(join(folder, '0003_third.sql'))
  expect(await isMigrated(database, folder)).toBe(true)
})

test('a file changed after it was applied is refused by name before anything runs', async () => {
  await run()
  write('0001_first.sql', 'create schema shop;')
  write('0003_third.sql', 'create table third(n int);')
  await expect(run()).rejects.toThrow('Migration 0001_first.sql was changed after it had been applied')
  expect(await isMigrated(database, folder)).toBe(false)
  await expect(database.rows(statement('test.third', 'select from third'))).rejects.toMatchObject({ code: '42P01' })
})

test('a file that fails is named and leaves nothing of itself', async () => {
  write('0002_second.sql', 'create table second(n int); insert into nowhere values (1);')
  await expect(run()).rejects.toThrow('Migration 0002_second.sql failed: relation "nowhere" does not exist')
  write('0002_second.sql', 'create table second(n int);')
  expect(await run()).toEqual(['0002_second.sql'])
})

test('processes that migrate at once apply each file once', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql'])
})

test.each([
  ['a wrong name', '2_second.sql', 'is not named like'],
  ['a gap', '0004_late.sql', 'should have the number 3'],
  ['a number given twice', '0002_again.sql', 'should have the number 3'],
])('%s is refused', (_, name, message) => {
  write(name, 'select 1')
  expect(() => readMigrations(folder)).toThrow(message)
})

test('no landed migration is changed, not even a comment: databases that have applied it refuse to start', () => {
  const landed = readFileSync(join(migrationFolder, 'sha256sums.txt'), 'utf8').trim().split('\n')
  const files = readMigrations(migrationFolder).map(
    ({ number, name, sha256 }) => `${sha256}  ${String(number).padStart(4, '0')}_${name}.sql`,
  )
  // a new one: (cd migrations && sha256sum *.sql > sha256sums.txt)
  expect(files).toEqual(landed)
})
