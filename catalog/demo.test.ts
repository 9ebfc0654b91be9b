import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoCatalogue } from '#catalog/demo-catalogue.ts'
import { photographFolder, readAlbum } from '#catalog/photographs/album.ts'
import { filesOf } from '#catalog/photographs/make.ts'
import { type ImportRecord, importRecord, type SkuRecord } from '#contracts/catalog/import-schema.ts'
import { nothingChosen, type ShelfSelection } from '#domain/catalog/facets.ts'
import { isOversizedBox } from '#domain/shipping/oversize.ts'
import { allVariants, type Brand } from '#domain/variant.ts'
import { createShelfIndexes } from '#server/catalog/browse/browse-index.ts'
import { createBrowseService } from '#server/catalog/browse/browse-service.ts'
import { createCatalogService } from '#server/catalog/catalog-service.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

const folder = join(import.meta.dirname, 'demo')
const demo = demoCatalogue()
const files = [...demo.files.keys()]
const records = files.flatMap((name) => demo.files.get(name) ?? [])

function skusOf(brand: Brand): SkuRecord[] {
  return records.filter((record): record is SkuRecord => record.type === 'sku' && record.brand === brand)
}

describe('the demo catalogue', () => {
  test('is what the program makes: files and pictures', () => {
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .sort(),
    ).toEqual(files.toSorted())
    for (const name of files) {
      const lines = (demo.files.get(name) ?? []).map((line) => `${JSON.stringify(line)}\n`).join('')
      expect(readFileSync(join(folder, name), 'utf8') === lines, `${name}: run node catalog/make-demo.ts`).toBe(true)
    }
  })

  test('keeps to the schema of an import, with every default written out', () => {
    for (const record of records) expect(importRecord.parse(record)).toEqual(record)
  })

  test('names only pictures that are drawn or photographed, and draws none over 60 kB', () => {
    const photographs = new Set(readdirSync(photographFolder))
    const named = records.flatMap((record) => picturesOf(record))
    for (const file of named) expect(demo.pictures.has(file) || photographs.has(file), file).toBe(true)
    expect(Math.max(...[...demo.pictures.values()].map((svg) => svg.length))).toBeLessThan(60_000)
    expect([...demo.pictures.values()].reduce((sum, svg) => sum + svg.length, 0)).toBeLessThan(6_000_000)
  })

  test('has every photograph in all its widths and formats, and no other file, under 60 MB in all', () => {
    const wanted = Object.values(readAlbum()).flatMap(filesOf)
    const there = readdirSync(photographFolder)
    expect(there.filter((name) => name !== 'scenes.json').sort()).toEqual(wanted.sort())
    const bytes = there.reduce((sum, name) => sum + statSync(join(photographFolder, name)).size, 0)
    expect(bytes).toBeLessThan(60_000_000)
  })

  test('draws no number that is none', () => {
    for (const [file, svg] of demo.pictures) expect(/NaN|undefined|Infinity/.test(svg), file).toBe(false)
  })
})

function picturesOf(record: ImportRecord): string[] {
  if (record.type === 'product') return record.pictures.map((picture) => picture.file)
  if (record.type === 'location' || record.picture === null) return []
  return [record.picture.file]
}

const cases: readonly [string, (sku: SkuRecord) => boolean][] = [
  ['an option', (sku) => sku.optionChoice !== ''],
  ['two options', (sku) => sku.optionChoice.includes('|')],
  ['legacy personalization (100)', (sku) => sku.personalization?.type === 100],
  ['embroidery (700)', (sku) => sku.personalization?.type === 700],
  ['etching (705)', (sku) => sku.personalization?.type === 705],
  ['a custom order', (sku) => sku.customOrder !== null],
  ['installation', (sku) => sku.services.length > 0],
  [
    'an oversized box in a parcel',
    (sku) => sku.shipKind === 'parcel' && sku.boxes.some((box) => Math.max(box.width, box.depth, box.height) > 48),
  ],
  ['PFAS', (sku) => sku.isPfas],
  ['a gift card', (sku) => sku.shipKind === 'giftCard'],
  ['a donation', (sku) => sku.shipKind === 'donation'],
  ['freight', (sku) => sku.shipKind === 'freight'],
  ['in-home delivery', (sku) => sku.shipKind === 'furniture'],
  ['made to order', (sku) => sku.makeDays > 0 && !sku.isStockSku],
  ['property code 250', (sku) => sku.propertyCodes.includes(250)],
  ['property code 300', (sku) => sku.propertyCodes.includes(300)],
  ['property code 400', (sku) => sku.propertyCodes.includes(400)],
  ['no longer available', (sku) => sku.status === 'nla'],
  ['a day to come', (sku) => sku.availableFrom !== null && sku.stock.every((entry) => entry.onHand === 0)],
  ['a lower price', (sku) => sku.prices.some((price) => price.currentCents < price.regularCents)],
  ['the US only', (sku) => sku.prices.every((price) => price.country === 'US')],
  ['Canada only', (sku) => sku.prices.every((price) => price.country === 'CA')],
  ['one piece left', (sku) => sku.stock.some((entry) => entry.onHand === 1)],
]

describe.each(['CB', 'CB2'] as const)('OPEN-111: the seed of %s', (brand) => {
  test('has at least 60 products in at least 10 categories', () => {
    const own = records.filter((record) => record.brand === brand)
    expect(own.filter((record) => record.type === 'product').length).toBeGreaterThanOrEqual(60)
    expect(own.filter((record) => record.type === 'category').length).toBeGreaterThanOrEqual(10)
  })

  test.each(cases)('has a case of %s', (_case, holds) => {
    expect(skusOf(brand).filter(holds).length).toBeGreaterThan(0)
  })
})

test('OPEN-50: no textile and no rug of 5 x 8 ft comes in a box too large for a car', () => {
  const soft = new Set(
    records.flatMap((record) =>
      record.type === 'product' && (record.category === 'textiles' || record.category === 'rugs')
        ? `${record.brand} ${record.productId}`
        : [],
    ),
  )
  const isLarge = (sku: SkuRecord) => /[89] x 1\d ft/.test(sku.name)
  const skus = (['CB', 'CB2'] as const).flatMap(skusOf).filter((sku) => soft.has(`${sku.brand} ${sku.productId}`))
  const oversized = skus.filter((sku) => sku.boxes.some(isOversizedBox))
  expect(oversized.filter((sku) => !isLarge(sku)).map(({ name }) => name)).toEqual([])
  expect(oversized.length).toBeGreaterThan(0)
})

test('OPEN-111: one sku has exactly ten pieces, for those who race for it', () => {
  const scarce = [...skusOf('CB'), ...skusOf('CB2')].filter((sku) =>
    sku.stock.some((entry) => entry.onHand === 10 && entry.locationId % 100 === 0),
  )
  expect(scarce.length).toBeGreaterThan(0)
})

describe('in the shop', () => {
  let testDatabase: TestDatabase
  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    for (const name of files) {
      const report = await importCatalog(testDatabase.database, { file: join(folder, name) })
      expect(report.faults).toEqual([])
    }
  })
  afterAll(() => testDatabase.drop())

  test('PDP-11: every sku has a page in the variants that sell it and none in the others', async () => {
    const catalog = createCatalogService({ database: testDatabase.database })
    for (const variant of allVariants) {
      for (const sku of [...skusOf('CB'), ...skusOf('CB2')]) {
        const isSold = sku.brand === variant.brand && sku.prices.some((price) => price.country === variant.country)
        const page = await catalog.productPage(variant, sku.sku, '2026-11-21')
        expect(page !== undefined, `${sku.sku} in ${variant.key}`).toBe(isSold)
      }
    }
  })

  test('PDP-11: every category has a page with cards in all four variants', async () => {
    const { database } = testDatabase
    const selection: ShelfSelection = { choice: nothingChosen, sort: 'featured', page: 1, postalCode: '' }
    const browse = createBrowseService({ database, indexes: createShelfIndexes(database) })
    for (const variant of allVariants) {
      for (const record of records) {
        if (record.type !== 'category' || record.brand !== variant.brand) continue
        const page = await browse.category(variant, record.slug, { version: 1, selection, shippable: null })
        expect(page?.cards.length, `${record.slug} in ${variant.key}`).toBeGreaterThan(0)
      }
    }
  })
})
