import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportLine } from '#contracts/catalog/import-schema.ts'
import { statement } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { importCatalog } from './importer.ts'

let testDatabase: TestDatabase
let folder: string
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cartwright-by-hand-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await testDatabase.drop()
})

const skus = [1, 2]
function fileOf(currentCents: number): string {
  const lines: readonly ImportLine[] = [
    { type: 'category', brand: 'CB', slug: 'mugs', name: 'Mugs' },
    { type: 'location', locationId: 1, brand: 'CB', country: 'US', kind: 'warehouse', name: 'East' },
    ...skus.flatMap((sku): ImportLine[] => [
      { type: 'product', brand: 'CB', productId: `mug-${sku}`, category: 'mugs', name: `Mug ${sku}` },
      {
        ...{ type: 'sku', sku, brand: 'CB', productId: `mug-${sku}`, name: `Mug ${sku}, ${currentCents}` },
        ...{ shipKind: 'parcel', prices: [{ country: 'US', currentCents, regularCents: 9_000 }], stock: [] },
      },
    ]),
  ]
  const file = join(folder, `${currentCents}.jsonl`)
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return file
}

const setPrice = statement('test.price-by-hand', 'update shop.price set regular_cents = 8000 where sku = $1')
const isWaiting = statement<{ isWaiting: boolean }>(
  'test.import-waits',
  `select exists (select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0)
     as "isWaiting"`,
)

test('SCALE-10: who changes prices by SQL takes no lock of its own: a slice that is in the way lets go, and comes again', async () => {
  const { database } = testDatabase
  await importCatalog(database, { file: fileOf(1_000) })
  let importing: Promise<unknown> | undefined
  let tries = 0
  await database.transaction(async (tx) => {
    tries += 1
    await tx.count(setPrice, [2])
    importing ??= importCatalog(database, { file: fileOf(2_000) })
    await expect.poll(async () => (await database.row(isWaiting))?.isWaiting).toBe(true)
    // the slice has this one already, and waits for the other
    await tx.count(setPrice, [1])
  })
  expect(tries).toBe(1)
  expect(await importing).toMatchObject({ isTaken: true, changed: 2 })
})
