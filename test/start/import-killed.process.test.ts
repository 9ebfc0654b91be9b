import { basename } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { statement } from '#server/db/database.ts'
import { jsonLinesFile } from '#test/builders/json-lines.ts'
import { firstOfShelf, shelfLines } from '#test/builders/shelf-lines.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { launch, newFolder, run } from './server.ts'

/** Three slices of at most 333 products; 4 lines each, 2 lines before them. */
const products = 700
const lines = products * 4 + 2
const oldOnes = { word: 'elder', cents: 1_000, onHand: 40 }
const newOnes = { word: 'younger', cents: 900, onHand: 50 }

const folder = newFolder()
const cli = 'src/server/catalog/import/import-cli.ts'
const oldFile = jsonLinesFile(folder, shelfLines(products, oldOnes))
const newFile = jsonLinesFile(folder, shelfLines(products, newOnes))

let testDatabase: TestDatabase
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  return () => testDatabase.drop()
})

const settings = () => ({ DATABASE_URL: testDatabase.url })
const command = (...words: readonly string[]) => run([cli, ...words], settings())

/** Kills the import while it waits for what `lock` takes. */
async function killAt(lock: string, words: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: testDatabase.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(lock)
    const importing = launch(process.execPath, [cli, ...words], settings(), 0)
    onTestFinished(() => importing.stop())
    await expect
      .poll(async () => (await testDatabase.database.row(waiting))?.n ?? importing.said(), { timeout: 200_000 })
      .toBe(1)
    importing.child.kill('SIGKILL')
    await importing.ended
    await expect.poll(async () => (await testDatabase.database.row(connected))?.n, { timeout: 60_000 }).toBe(0)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

const activity = (what: string) =>
  `select count(*)::int as n from pg_stat_activity
   where datname = current_database() and application_name = 'cartwright-import' and ${what}`
const waiting = statement<{ n: number }>('test.waiting', activity("wait_event_type = 'Lock'"))
const connected = statement<{ n: number }>('test.connected', activity("state like 'idle%'"))

const state = statement<{ all: number; old: number; new: number; halves: number; stock: number; words: string }>(
  'test.shelf-state',
  `select count(*)::int as all,
     count(*) filter (where name like '%elder' and prices = '{1000}')::int as old,
     count(*) filter (where name like '%younger' and prices = '{900}')::int as new,
     count(*) filter (where (name like '%elder') <> (skus and prices = '{1000}' and listed = 1000 and found))::int as halves,
     (select count(*)::int from shop.stock where on_hand = 50) as stock,
     (select string_agg(word, ' ' order by word) from shop.search_word where word in ('elder', 'younger')) as words
   from (
     select p.name, array_agg(distinct r.current_cents) as prices, bool_and(k.name like '%elder, %') as skus,
       (select low_current_cents from shop.listing l where l.product_id = p.product_id and l.name = p.name) as listed,
       (select words @@ to_tsquery('shop.catalogue', 'elder') from shop.product_search s where s.product_id = p.product_id) as found
     from shop.product p join shop.sku k using (brand, product_id) join shop.price r using (sku)
     group by p.product_id, p.name) whole`,
)
const stateNow = () => testDatabase.database.row(state)
const versions = statement<{ changed: number; isPart: boolean }>(
  'test.versions',
  'select changed, is_part as "isPart" from shop.catalog_import order by import_id',
)
const allNew = { all: products, old: 0, new: products, halves: 0, stock: products * 3, words: 'younger' }
const allOld = { all: products, old: products, new: 0, halves: 0, stock: 0, words: 'elder' }
const takeOld = () => importCatalog(testDatabase.database, { file: oldFile })

// each starts some ten processes
const patient = { timeout: 600_000 }

describe('SCALE-11: an import that is killed', patient, () => {
  test('while it is staged goes on with its file and no other, and counts as one', async () => {
    await takeOld()
    const bad = jsonLinesFile(folder, [...shelfLines(products, newOnes), { type: 'nothing' }])
    const words = [bad, '--skip-bad-lines'] as const
    await killAt('lock table shop.stage_fault in exclusive mode', words)
    expect(await stateNow()).toEqual(allOld)
    const name = `Run 2 of ${basename(bad)}`
    const status = await command('--status')
    expect(status.said).toMatch(new RegExp(`^${name}, begun [-\\d]+ [:\\d]+: staging.\n  nobody is at work on it`))
    expect(status.said).toMatch(/\n {2}2000 of 2803 lines read\n {2}the rest will be read in about .+\n$/)
    expect(await command(newFile)).toEqual({
      code: 1,
      said: `${name} is not over: 2000 of 2803 lines read. Go on with its file, or end it and keep what was taken over: npm run catalog:import -- --abandon\n`,
    })
    expect((await command(bad)).said).toContain(
      'It was begun with --skip-bad-lines: go on with the same words, or end it',
    )
    const resumed = await command(...words)
    expect(resumed.said).toMatch(
      new RegExp(
        `^${name} goes on: 2000 of 2803 lines read.\n.*: 2803 lines, 2800 changed, 2 unchanged, 1 bad and skipped, in [.\\d]+ s.\n  line 2803, type: `,
      ),
    )
    expect(resumed.code).toBe(0)
    expect(await stateNow()).toEqual(allNew)
  })

  test('while it is applied leaves whole products, and puts no piece back that was sold since', async () => {
    await takeOld()
    const last = firstOfShelf + products * 3 - 1
    await killAt(`select from shop.stock where sku = ${last - 600} for update`, [newFile])
    const cut = await stateNow()
    expect(cut).toMatchObject({ all: products, halves: 0, words: 'elder' })
    expect(cut?.new).toBeGreaterThan(0)
    expect(cut?.old).toBeGreaterThan(0)
    const done = Number(/(\d+) of 2800 changed lines taken over/.exec((await command('--status')).said)?.[1])
    expect(done).toBeGreaterThan(0)
    const sell = statement('test.sell', `update shop.stock set on_hand = on_hand - 1 where sku = ${firstOfShelf}`)
    await testDatabase.database.count(sell)
    const resumed = await command(newFile)
    expect(resumed.said).toContain(` goes on: ${done} of 2800 changed lines taken over.\n`)
    expect(resumed.said).toContain(`: ${lines} lines, 2800 changed (${done} of them before), 2 unchanged, in `)
    expect(await stateNow()).toEqual({ ...allNew, stock: products * 3 - 1 })
    expect(await testDatabase.database.rows(versions)).toEqual([
      { changed: lines, isPart: false },
      { changed: 2800, isPart: false },
    ])
    expect((await command(newFile)).said).toContain(`: ${lines} lines, 1 changed, ${lines - 1} unchanged, in `)
  })

  test('while words are swapped has all products, and the words of the brand as they were', async () => {
    await takeOld()
    await killAt("select from shop.search_word where word = 'elder' for update", [newFile])
    expect(await stateNow()).toEqual({ ...allNew, words: 'elder' })
    expect((await command('--status')).said).toContain('applying')
    const resumed = await command(newFile)
    expect(resumed.said).toMatch(/ goes on: (\d+) of 2800 .*\n.* 2800 changed \(\1 of them before\), 2 unchanged, in /)
    expect(await stateNow()).toEqual(allNew)
    expect((await command('--status')).said).toMatch(/: done .*\n {2}2800 of 2800 changed lines taken over\n$/)
  })

  test('is ended by --abandon, which keeps what was taken over and names the lines that were not', async () => {
    await takeOld()
    const last = firstOfShelf + products * 3 - 1
    await killAt(`select from shop.stock where sku = ${last - 600} for update`, [newFile])
    const cut = await stateNow()
    const abandoned = await command('--abandon')
    const [, first, end, taken] =
      /^These lines were not taken over:\n {2}lines (\d+) to (\d+)\nRun 2 of .* is ended: (\d+) of 2800 changed lines were taken over.\n$/.exec(
        abandoned.said,
      ) ?? []
    expect([abandoned.code, Number(end), Number(taken)]).toEqual([0, lines, Number(first) - 3])
    expect(await stateNow()).toEqual({
      ...{ all: products, old: cut?.old, new: cut?.new, halves: 0, stock: (cut?.new ?? 0) * 3 },
      words: 'elder younger',
    })
    expect((await command('--abandon')).said).toBe('No import is open: there is nothing to end.\n')
    expect((await command('--status')).said).toContain(`${taken} of 2800 changed lines taken over`)
    expect((await command(oldFile)).said).toMatch(/ 0 bad|unchanged, in/)
    expect(await stateNow()).toEqual(allOld)
  })
})

describe('SCALE-11: what is said', patient, () => {
  test('of a shop without imports, of words that make no sense, and of a run that is at work', async () => {
    expect(await command('--status')).toEqual({ code: 0, said: 'Nothing was ever imported.\n' })
    expect(await command('--abandon')).toEqual({ code: 0, said: 'No import is open: there is nothing to end.\n' })
    await takeOld()
    const client = new pg.Client({ connectionString: testDatabase.url })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')
    await client.query(`select from shop.stock where sku = ${firstOfShelf} for update`)
    const importing = launch(process.execPath, [cli, newFile], settings(), 0)
    await expect
      .poll(async () => (await testDatabase.database.row(waiting))?.n ?? importing.said(), { timeout: 200_000 })
      .toBe(1)
    expect((await command('--status')).said).toContain('\n  a process is at work on it\n')
    const refusal = `Run 2 of ${basename(newFile)} is at work: 0 of 2800 changed lines taken over. Wait for its end; how far it is: npm run catalog:import -- --status\n`
    for (const words of [oldFile, newFile, '--abandon']) {
      expect(await command(words)).toEqual({ code: 1, said: refusal })
    }
    await client.query('rollback')
    await client.end()
    expect(await importing.ended).toBe(0)
    expect(await stateNow()).toEqual(allNew)
    for (const words of [['--status', newFile], ['--abandon', '--status'], []]) {
      expect(await command(...words)).toMatchObject({ code: 2, said: expect.stringContaining('--abandon') })
    }
  })
})
