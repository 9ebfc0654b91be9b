import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { fileName, migrationFolder, readMigrations } from '#server/db/migration/migration-files.ts'
import { createEmptyDatabase } from '#test/database.ts'
import { freePort, launch, productionSettings, run, type Started, start, untilReady } from './server.ts'

const silent = { info: () => undefined, warn: () => undefined }
const cli = 'src/server/db/migration/migrate-cli.ts'
const patient = { timeout: 120_000 }
const names = readMigrations(migrationFolder).map(fileName)

const part = mkdtempSync(join(tmpdir(), 'migrations-'))
afterAll(() => rmSync(part, { recursive: true }))
/** The product's migrations before one of them. */
function folderBefore(name: string): string {
  const folder = mkdtempSync(join(part, 'before-'))
  for (const file of readdirSync(migrationFolder)) {
    if (file < name && file.endsWith('.sql')) cpSync(join(migrationFolder, file), join(folder, file))
  }
  return folder
}

let url: string
let client: pg.Client
beforeEach(async () => {
  const empty = await createEmptyDatabase()
  url = empty.url
  client = await connect()
  return async () => {
    await client.end()
    await empty.drop()
  }
})

async function connect(name = 'test'): Promise<pg.Client> {
  const opened = new pg.Client({ connectionString: url, application_name: name })
  opened.on('error', () => undefined)
  await opened.connect()
  return opened
}
const command = (...words: readonly string[]) => run([cli, ...words], { DATABASE_URL: url })
const read = async (text: string) => (await client.query(text)).rows
const applied = async () => (await read('select number from shop_meta.migration order by number')).length
const schemas = () => read("select nspname from pg_namespace where nspname like 'shop%' or nspname like 'graphile%'")

function begin(...words: readonly string[]): Started {
  const started = launch(process.execPath, [cli, ...words], { DATABASE_URL: url }, 0)
  onTestFinished(() => started.stop())
  return started
}
const waiting = () =>
  read(`select pid from pg_stat_activity where datname = current_database()
    and application_name = 'cartwright-migrate' and wait_event_type = 'Lock'`)

describe('OPS-15: npm run db:migrate', patient, () => {
  test('prints what it would run and changes nothing, applies it, and then has nothing to do', async () => {
    const plan = await command('--plan')
    expect(plan.code).toBe(0)
    for (const name of names) expect(plan.said).toContain(`-- ${name}, `)
    expect(plan.said).toContain(
      '-- 0049_order_indexes.concurrent.sql, beside the shop, statement by statement:\ncreate index conc',
    )
    expect(plan.said).toContain('create table shop.cart(')
    expect(plan.said).toContain('-- what graphile-worker 0.18.0 brings of its own')
    expect(await schemas()).toEqual([])
    const done = await command()
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining(`\n${names.length} applied.\n`) })
    expect(await applied()).toBe(names.length)
    expect(await command('--plan')).toEqual({ code: 0, said: '-- nothing: the database is up to date\n' })
    expect(await command()).toEqual({ code: 0, said: 'The database was up to date.\n' })
    expect((await command('--everything')).code).toBe(2)
  })

  test('says who runs and ends with 3 while another one does; with --wait it waits for it', async () => {
    await migrate({ url, folder: folderBefore(names.at(-1) ?? ''), log: silent })
    const other = await connect('cartwright-migrate')
    await other.query(`insert into shop_meta.migration_run (owner, backend, lease_until)
      values ('another-host-17-abc', pg_backend_pid(), now() + interval '1 hour')`)
    expect(await command()).toMatchObject({
      code: 3,
      said: expect.stringMatching(
        /^Another process migrates this database: another-host-17-abc, since 20.*-- --wait\n$/,
      ),
    })
    expect((await command('--plan')).said).toContain('-- another-host-17-abc migrates since 20')
    const patientOne = begin('--wait')
    await expect.poll(patientOne.said, { timeout: 60_000 }).toContain('waiting for the migrations of another process')
    expect(await applied()).toBe(names.length - 1)
    await other.query('delete from shop_meta.migration_run')
    await other.end()
    expect(await patientOne.ended).toBe(0)
    expect(patientOne.said()).toContain(`  ${names.at(-1)}\n1 applied.\n`)
  })

  test('killed in the middle of a file that runs in one transaction it is done by the next', async () => {
    const name = '0052_cart_parts.sql'
    await migrate({ url, folder: folderBefore(name), log: silent })
    const holder = await connect()
    // its first statements are done by then
    await holder.query('begin; lock table shop.recipient in access exclusive mode')
    const killed = begin()
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    await holder.query('rollback')
    await holder.end()
    const before = await applied()
    expect(await read("select from pg_attribute where attrelid = 'shop.cart'::regclass and attname = 'parts'")).toEqual(
      [],
    )
    expect(await command('--wait')).toMatchObject({ code: 0, said: expect.stringContaining(`  ${name}\n`) })
    expect(await applied()).toBe(names.length)
    expect(before).toBe(51)
  })

  test('killed in the middle of a concurrent file it is done by the next', async () => {
    const name = '0049_order_indexes.concurrent.sql'
    await migrate({ url, folder: folderBefore(name), log: silent })
    const reader = await connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select from shop.orders')
    const killed = begin()
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1)
    killed.child.kill('SIGKILL')
    await killed.ended
    const invalid = 'select from pg_index where not indisvalid'
    expect(await read(invalid)).toHaveLength(1)
    await reader.query('rollback')
    await reader.end()
    expect(await command('--wait')).toMatchObject({ code: 0, said: expect.stringContaining(`  ${name}\n`) })
    expect(await applied()).toBe(names.length)
    expect(await read(invalid)).toEqual([])
  })

  test('OPS-16: ends with 1 and names who holds a lock that it did not get', async () => {
    await migrate({ url, folder: folderBefore('0052'), log: silent })
    const holder = await connect('forgotten')
    await holder.query('begin; select from shop.cart')
    const refused = await command('--tries', '2')
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(
      /Migration 0052_cart_parts\.sql did not get its locks in 2 tries\. They were held by:\n {2}pid \d+: forgotten, idle in transaction, no statement of the shop, a transaction of \d+ s\n/,
    )
    await holder.end()
  })
})

describe('OPS-15: a start in production', patient, () => {
  const [last = ''] = names.slice(-1)
  const missing = `migration ${last.slice(0, 4)} missing\n`
  const settings = () => ({ ...productionSettings, DATABASE_URL: url })
  async function readyz(port: number): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    return `${answer?.status} ${await answer?.text()}`
  }

  test('migrates nothing, waits, and says for which migration, until somebody has brought the database up to date', async () => {
    await migrate({ url, folder: folderBefore(last), log: silent })
    const opsPort = await freePort()
    const [all, worker] = await Promise.all([
      start(settings()),
      start({ ...settings(), ROLE: 'worker', OPS_PORT: String(opsPort) }),
    ])
    onTestFinished(() => Promise.all([all.stop(), worker.stop()]).then(() => undefined))
    await expect.poll(() => readyz(all.port), { timeout: 60_000 }).toBe(`503 ${missing}`)
    await expect.poll(() => readyz(opsPort), { timeout: 60_000 }).toBe(`503 ${missing}`)
    await expect.poll(all.said).toContain('the start waits for a migration: npm run db:migrate')
    expect(await applied()).toBe(names.length - 1)
    const refused = await run(['src/server/tender/import-cli.ts', 'package.json'], settings())
    expect(refused.said).toBe(
      `The database lacks migration ${last.slice(0, 4)}. Bring it up to date first: npm run db:migrate (or set MIGRATE_ON_START=true)\n`,
    )
    expect(await applied()).toBe(names.length - 1)
    expect((await command()).code).toBe(0)
    await untilReady(all)
    await expect.poll(() => readyz(opsPort), { timeout: 60_000 }).toBe('200 ready\n')
  })

  test('of an empty database waits for the first; with MIGRATE_ON_START=true it migrates', async () => {
    const waits = await start(settings())
    onTestFinished(() => waits.stop())
    await expect.poll(() => readyz(waits.port), { timeout: 60_000 }).toBe('503 migration 0001 missing\n')
    expect(await schemas()).toEqual([])
    const migrates = await start({ ...settings(), MIGRATE_ON_START: 'true' })
    onTestFinished(() => migrates.stop())
    await untilReady(migrates)
    expect(await applied()).toBe(names.length)
    await untilReady(waits)
  })
})
