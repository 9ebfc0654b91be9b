import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ImportLine } from '#contracts/catalog/import-schema.ts'
import { latestCatalogVersion } from '#server/catalog/catalog-store.ts'
import { statement } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { beginRun, readOpenRun } from './import-run-store.ts'
import { stageFile } from './import-staging.ts'
import { type ImportOptions, importCatalog } from './importer.ts'

let testDatabase: TestDatabase
let folder: string

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'cartwright-import-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await testDatabase.drop()
})

type Sku = Extract<ImportLine, { type: 'sku' }>

const category: ImportLine = { type: 'category', brand: 'CB', slug: 'mugs', name: 'Mugs' }
const warehouse: ImportLine = {
  type: 'location',
  locationId: 1,
  brand: 'CB',
  country: 'US',
  kind: 'warehouse',
  name: 'East',
}
const canada: ImportLine = { ...warehouse, locationId: 2, country: 'CA', name: 'North' }
const product: ImportLine = {
  type: 'product',
  brand: 'CB',
  productId: 'mug',
  category: 'mugs',
  name: 'Mug',
  options: [
    {
      code: 'color',
      name: 'Color',
      values: [
        { value: 'oat', name: 'Oat' },
        { value: 'moss', name: 'Moss' },
      ],
    },
  ],
}
function mug(sku: number, color: string, more: Partial<Sku> = {}): Sku {
  return {
    type: 'sku',
    sku,
    brand: 'CB',
    productId: 'mug',
    name: `Mug, ${color}`,
    optionChoice: `color:${color}`,
    shipKind: 'parcel',
    prices: [
      { country: 'US', currentCents: 1000, regularCents: 1200 },
      { country: 'CA', currentCents: 1300, regularCents: 1300 },
    ],
    stock: [
      { locationId: 1, onHand: 7 },
      { locationId: 2, onHand: 3 },
    ],
    ...more,
  }
}
const shop: readonly ImportLine[] = [category, warehouse, canada, product, mug(1, 'oat'), mug(2, 'moss')]

function write(lines: readonly (ImportLine | string)[]): string {
  const file = join(folder, 'catalogue.jsonl')
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

function take(lines: readonly (ImportLine | string)[], options: Omit<ImportOptions, 'file'> = {}) {
  return importCatalog(testDatabase.database, { file: write(lines), ...options })
}

async function count(table: string): Promise<number> {
  return (
    (
      await testDatabase.database.row(
        statement<{ n: number }>(`test.count-${table}`, `select count(*)::int as n from shop.${table}`),
      )
    )?.n ?? -1
  )
}

const prices = statement<{ sku: number; country: string; cents: number }>(
  'test.prices',
  'select sku, country, current_cents as cents from shop.price order by sku, country',
)
const stock = statement<{ sku: number; location: number; onHand: number; held: number }>(
  'test.stock',
  'select sku, location_id as location, on_hand as "onHand", held from shop.stock order by sku, location_id',
)
const hold = statement<unknown>('test.hold', 'update shop.stock set held = 5 where sku = 1 and location_id = 1')

describe('the catalogue importer', () => {
  test('takes categories, places, products, skus, prices and stock, in any order of lines', async () => {
    const report = await take(shop.toReversed())
    expect(report).toMatchObject({ isTaken: true, lines: 6, changed: 6, unchanged: 0, skipped: 0, faults: [] })
    expect(await testDatabase.database.rows(prices)).toEqual([
      { sku: 1, country: 'CA', cents: 1300 },
      { sku: 1, country: 'US', cents: 1000 },
      { sku: 2, country: 'CA', cents: 1300 },
      { sku: 2, country: 'US', cents: 1000 },
    ])
    expect(await count('listing')).toBe(2)
    expect(await count('catalog_import')).toBe(1)
  })

  test('SCALE-11: takes nothing of a file that was written while it was read, and the next file is not in its way', async () => {
    const { database } = testDatabase
    const file = write(shop)
    const run = await beginRun(database, { fileName: 'a.jsonl', sha256: 'ab'.repeat(32), options: '', lines: 9 })
    await expect(stageFile(database, run, { file })).rejects.toThrow('a.jsonl was changed while it was read')
    expect(await readOpenRun(database)).toBeUndefined()
    expect(await count('product')).toBe(0)
    expect(await take(shop)).toMatchObject({ isTaken: true, lines: 6, changed: 6 })
  })

  test('changes nothing when the same file comes again', async () => {
    await take(shop)
    const versions = await rowVersions()
    expect(await take(shop)).toMatchObject({ isTaken: true, changed: 0, unchanged: 6 })
    expect(await rowVersions()).toEqual(versions)
    expect(await count('catalog_import')).toBe(1)
  })

  test('changes the one line that differs', async () => {
    await take(shop)
    const dearer = mug(2, 'moss', { prices: [{ country: 'US', currentCents: 900, regularCents: 1200 }] })
    expect(await take([...shop.slice(0, 5), dearer])).toMatchObject({ changed: 1, unchanged: 5 })
    // a country that is left out does not sell it any more
    expect(await testDatabase.database.rows(prices)).toEqual([
      { sku: 1, country: 'CA', cents: 1300 },
      { sku: 1, country: 'US', cents: 1000 },
      { sku: 2, country: 'US', cents: 900 },
    ])
  })

  test('swaps the choices of two skus in one file', async () => {
    await take(shop)
    expect(await take([mug(1, 'moss'), mug(2, 'oat')])).toMatchObject({ isTaken: true, changed: 2 })
  })

  test('SCALE-10: a sku that goes to another product leaves the cards of both as they have to be', async () => {
    const jug = { ...product, productId: 'jug', name: 'Jug' } as ImportLine
    const other = (sku: number, color: string, cents: number) =>
      mug(sku, color, { productId: 'jug', prices: [{ country: 'US', currentCents: cents, regularCents: cents }] })
    await take([...shop, jug, other(3, 'oat', 5_000)])
    // 2 goes to the jug in the place of 3, which goes to the mug in the place of 2
    const report = await take([other(2, 'oat', 4_000), mug(3, 'moss')])
    expect(report).toMatchObject({ isTaken: true, changed: 2 })
    const cards = statement<{ id: string; low: number; high: number }>(
      'test.cards',
      `select product_id as id, low_current_cents as low, high_current_cents as high from shop.listing
       where country = 'US' order by 1`,
    )
    expect(await testDatabase.database.rows(cards)).toEqual([
      { id: 'jug', low: 4_000, high: 4_000 },
      { id: 'mug', low: 1_000, high: 1_000 },
    ])
  })

  test('SCALE-10: a category with another name is found by it, with all that stands on its shelf', async () => {
    await take(shop)
    expect(await take([{ ...category, name: 'Beakers' }])).toMatchObject({ changed: 1 })
    const found = statement<{ id: string; words: string }>(
      'test.found',
      `select product_id as id, (select string_agg(word, ' ' order by word) from shop.search_word) as words
       from shop.product_search where words @@ to_tsquery('shop.catalogue', 'beakers')`,
    )
    const [one] = await testDatabase.database.rows(found)
    expect([one?.id, one?.words.includes('beakers')]).toEqual(['mug', true])
  })

  test('SCALE-10: kept pages go by the parts of an import when their minute is over, and by its end at once', async () => {
    await take(shop)
    const first = await latestCatalogVersion(testDatabase.database)
    const part = (id: number, age: string) =>
      statement<unknown>(
        `test.part-${id}`,
        `insert into shop.catalog_import (at, file_name, file_sha256, lines, changed, skipped, is_part)
         values (date_trunc('minute', now()) + interval '${age}', 'x', '', 1, 1, 0, true)`,
      )
    await testDatabase.database.count(part(1, '1 second'))
    expect(await latestCatalogVersion(testDatabase.database)).toBe(first)
    await testDatabase.database.count(part(2, '-1 second'))
    const second = await latestCatalogVersion(testDatabase.database)
    expect(second).toBeGreaterThan(first)
    await take([mug(2, 'moss', { name: 'Other' })])
    expect(await latestCatalogVersion(testDatabase.database)).toBeGreaterThan(second)
    expect(await count('catalog_import')).toBe(2)
  })

  test('sets what lies there and leaves what orders hold', async () => {
    await take(shop)
    await testDatabase.database.count(hold)
    await take([mug(1, 'oat', { stock: [{ locationId: 1, onHand: 5 }] })])
    expect((await testDatabase.database.rows(stock))[0]).toEqual({ sku: 1, location: 1, onHand: 5, held: 5 })
  })

  test('refuses stock below what orders hold', async () => {
    await take(shop)
    await testDatabase.database.count(hold)
    const report = await take([mug(1, 'oat', { stock: [{ locationId: 1, onHand: 4 }] })])
    expect(report.faults).toEqual([
      { line: 1, field: 'stock', message: 'at location 1 onHand 4 is below the 5 held for orders' },
    ])
    expect((await testDatabase.database.rows(stock))[0]).toEqual({ sku: 1, location: 1, onHand: 7, held: 5 })
  })

  test.each<[string, ImportLine | string, number, string, RegExp]>([
    ['no JSON', '{"type":', 7, '', /not JSON/],
    ['an unknown kind', '{"type":"thing"}', 7, 'type', /./],
    ['a field that does not exist', JSON.stringify({ ...category, slug: 'cups', colour: 'red' }), 7, 'colour', /./],
    [
      'a price that is no whole number',
      JSON.stringify(mug(3, 'oat')).replace('1000', '10.5'),
      7,
      'prices[0].currentCents',
      /./,
    ],
    [
      'a regular price below the current one',
      JSON.stringify(mug(3, 'oat')).replace('1200', '999'),
      7,
      'prices[0].regularCents',
      /below currentCents/,
    ],
    ['a choice not sorted by code', mug(3, 'oat', { optionChoice: 'size:big|color:oat' }), 7, 'optionChoice', /sorted/],
    ['a NUL', JSON.stringify(mug(3, 'oat')).replace('"parcel"', '"par\\u0000cel"'), 7, '', /NUL/],
    [
      'half a character',
      JSON.stringify({ ...category, slug: 'cups' }).replace('"Mugs"', '"Mu\\ud800gs"'),
      7,
      '',
      /half a character/,
    ],
    ['a sku of an unknown product', mug(3, 'oat', { productId: 'jug' }), 7, 'productId', /unknown product jug of CB/],
    [
      'a product of an unknown category',
      { ...product, productId: 'jug', category: 'jugs' },
      7,
      'category',
      /unknown category jugs/,
    ],
    [
      'a category under an unknown one',
      { ...category, slug: 'cups', parent: 'none' },
      7,
      'parent',
      /unknown category none/,
    ],
    ['a category under itself', { ...category, slug: 'cups', parent: 'cups' }, 7, 'parent', /circle/],
    [
      'a choice the product does not have',
      mug(3, 'oat', { optionChoice: 'color:pink' }),
      7,
      'optionChoice',
      /one value of each option/,
    ],
    ['a choice too few', mug(3, 'oat', { optionChoice: '' }), 7, 'optionChoice', /one value of each option/],
    ['a choice another sku has', mug(3, 'oat'), 7, 'optionChoice', /has it already: sku 1/],
    ['a sku that stands twice', mug(1, 'oat'), 7, 'sku', /already in line 5/],
    ['a second warehouse', { ...warehouse, locationId: 3 }, 7, 'kind', /second warehouse of CB in US/],
  ])('names line and field of %s, and takes nothing of the file', async (_case, bad, line, field, message) => {
    const report = await take([...shop, bad])
    expect(report).toMatchObject({ isTaken: false, changed: 0, badLines: 1 })
    expect(report.faults[0]).toMatchObject({ line, field })
    expect(report.faults[0]?.message).toMatch(message)
    expect([await count('category'), await count('sku'), await count('catalog_import')]).toEqual([0, 0, 0])
  })

  test('names stock at a place that is not known or another brand’s', async () => {
    const lines = [...shop.slice(0, 5), { ...warehouse, locationId: 8, brand: 'CB2' } as ImportLine]
    const report = await take([
      ...lines,
      mug(2, 'moss', {
        stock: [
          { locationId: 9, onHand: 1 },
          { locationId: 8, onHand: 1 },
        ],
      }),
    ])
    expect(report.faults.map(({ line, field, message }) => [line, field, message])).toEqual([
      [7, 'stock', 'unknown location 9'],
      [7, 'stock', 'location 8 belongs to CB2'],
    ])
  })

  test('takes the good lines of a bad file when asked to, and leaves out what hangs on a bad one', async () => {
    const orphan = { ...product, productId: 'jug', category: 'jugs' }
    const report = await take([...shop, '{', orphan, mug(3, 'oat', { productId: 'jug' })], { skipBadLines: true })
    expect(report).toMatchObject({ isTaken: true, lines: 9, changed: 6, skipped: 3, badLines: 3 })
    expect(report.faults.map((fault) => fault.line)).toEqual([7, 8, 9])
    expect([await count('product'), await count('sku')]).toEqual([1, 2])
  })

  test('names the first two hundred of very many bad lines, and counts them all', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      mug(index + 1, 'oat', { productId: `none${index}`, prices: [], stock: [] }),
    )
    const report = await take(many)
    expect(report).toMatchObject({ isTaken: false, lines: 3_000, badLines: 3_000 })
    expect(report.faults).toHaveLength(200)
    expect(report.faults[0]).toMatchObject({ line: 1, field: 'productId' })
  })

  test('takes one country of one brand', async () => {
    const other = { ...category, brand: 'CB2' } as ImportLine
    const report = await take([...shop, other], { brand: 'CB', country: 'CA' })
    expect(report).toMatchObject({ isTaken: true, outside: 2, changed: 5 })
    expect((await testDatabase.database.rows(prices)).map((price) => price.country)).toEqual(['CA', 'CA'])
    expect((await testDatabase.database.rows(stock)).map((row) => row.location)).toEqual([2, 2])
    await take(shop, { brand: 'CB', country: 'US' })
    expect((await testDatabase.database.rows(prices)).map((price) => price.country)).toEqual(['CA', 'US', 'CA', 'US'])
  })

  test('reads Windows line ends, a byte order mark and empty lines', async () => {
    const file = join(folder, 'windows.jsonl')
    writeFileSync(file, `\ufeff${shop.map((line) => JSON.stringify(line)).join('\r\n\r\n')}\r\n`)
    expect(await importCatalog(testDatabase.database, { file })).toMatchObject({ isTaken: true, lines: 6 })
  })

  test('takes a shelf away from a country when its last active sku goes', async () => {
    await take(shop)
    await take([mug(1, 'oat', { status: 'nla' }), mug(2, 'moss', { status: 'nla' })])
    expect(await count('listing')).toBe(0)
  })
})

async function rowVersions(): Promise<unknown[]> {
  const tables = ['category', 'location', 'product', 'sku', 'price', 'stock', 'listing', 'catalog_import']
  return Promise.all(
    tables.map((table) =>
      testDatabase.database.rows(
        statement(`test.versions-${table}`, `select xmin::text, ctid::text from shop.${table} order by 2`),
      ),
    ),
  )
}
