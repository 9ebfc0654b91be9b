import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportLine } from '#contracts/catalog/import-schema.ts'
import { nothingChosen, type ShelfSelection } from '#domain/catalog/facets.ts'
import { type Variant, variants } from '#domain/variant.ts'
import { createShelfIndexes } from '#server/catalog/browse/browse-index.ts'
import { type BrowseService, createBrowseService } from '#server/catalog/browse/browse-service.ts'
import { type CatalogService, createCatalogService } from '#server/catalog/catalog-service.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { statement } from '#server/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

type Sku = Extract<ImportLine, { type: 'sku' }>

const today = '2026-11-21'
const colors = ['oat', 'moss']

function product(productId: string, more: Partial<Extract<ImportLine, { type: 'product' }>> = {}): ImportLine {
  return {
    type: 'product',
    brand: 'CB',
    productId,
    category: 'sofas',
    name: productId,
    department: 'Furniture',
    class: 'Sofas',
    subclass: 'Two seats',
    ...more,
  }
}

function sku(number: number, productId: string, us: number, ca: number | null, more: Partial<Sku> = {}): Sku {
  return {
    type: 'sku',
    sku: number,
    brand: 'CB',
    productId,
    name: `${productId} ${number}`,
    shipKind: 'parcel',
    prices: [
      { country: 'US', currentCents: us, regularCents: us },
      ...(ca === null ? [] : [{ country: 'CA' as const, currentCents: ca, regularCents: ca + 100 }]),
    ],
    stock: [
      { locationId: 1, onHand: 4 },
      { locationId: 3, onHand: 2 },
    ],
    ...more,
  }
}

const lines: readonly ImportLine[] = [
  { type: 'location', locationId: 1, brand: 'CB', country: 'US', kind: 'warehouse', name: 'East' },
  { type: 'location', locationId: 2, brand: 'CB', country: 'CA', kind: 'warehouse', name: 'North' },
  {
    type: 'location',
    locationId: 3,
    brand: 'CB',
    country: 'US',
    kind: 'store',
    name: 'Chicago',
    city: 'Chicago',
    state: 'IL',
  },
  { type: 'category', brand: 'CB', slug: 'furniture', name: 'Furniture' },
  { type: 'category', brand: 'CB', slug: 'sofas', name: 'Sofas', parent: 'furniture' },
  { type: 'category', brand: 'CB', slug: 'grills', name: 'Grills' },
  product('alder', {
    position: 2,
    options: [
      {
        code: 'color',
        name: 'Color',
        values: colors.map((value) => ({ value, name: value.toUpperCase(), swatch: '#d8cbb8' })),
      },
    ],
    pictures: [{ file: 'room.svg', alt: 'A room', width: 960, height: 1200, color: '#eeeeee' }],
  }),
  sku(10, 'alder', 5000, 7000, {
    optionChoice: 'color:oat',
    dimensions: { width: 86, depth: 38, height: 33 },
    boxes: [{ boxNumber: 1, width: 88, depth: 40, height: 35, weight: 120 }],
    services: [
      { type: 'assembly', name: 'Assembly', feeCents: { US: 9900, CA: 12900 } },
      { type: 'wallMount', name: 'Mounting', feeCents: { CA: 100 } },
    ],
    personalization: {
      type: 700,
      templateName: 't',
      feeCents: { US: 800 },
      lines: [
        {
          elementName: 'Text1',
          maxLength: 3,
          minLength: 1,
          font: 'Serif',
          textColor: 'Stone',
          validationRegEx: '^[A-Z]*$',
        },
      ],
    },
    propertyCodes: [250],
    isPfas: true,
  }),
  sku(11, 'alder', 6000, null, {
    optionChoice: 'color:moss',
    position: 1,
    customOrder: { title: 'Made', terms: ['No returns'] },
  }),
  product('bench', { position: 1, category: 'furniture', hasGrouper: true }),
  sku(20, 'bench', 3000, null, { availableFrom: '2027-01-01', stock: [] }),
  product('cube', { position: 3 }),
  sku(30, 'cube', 4000, 4000, { status: 'nla' }),
  product('grill', { category: 'grills' }),
  sku(40, 'grill', 9000, null, { makeDays: 30, stock: [], propertyCodes: [300], isStockSku: false }),
]

let testDatabase: TestDatabase
let catalog: CatalogService
let browse: BrowseService

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-catalog-'))
  const file = join(folder, 'catalogue.jsonl')
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const report = await importCatalog(testDatabase.database, { file })
  rmSync(folder, { recursive: true })
  expect(report.faults).toEqual([])
  await testDatabase.database.count(
    statement('test.hold', 'update shop.stock set held = 3 where sku = 10 and location_id = 1'),
  )
  const { database } = testDatabase
  catalog = createCatalogService({ database })
  browse = createBrowseService({ database, indexes: createShelfIndexes(database) })
})
afterAll(() => testDatabase.drop())

function shelf(variant: Variant, slug: string, view: Partial<ShelfSelection> & { readonly pageSize?: number } = {}) {
  const { pageSize = 24, ...request } = view
  const selection: ShelfSelection = { choice: nothingChosen, sort: 'featured', page: 1, postalCode: '', ...request }
  return browse.category(variant, slug, { version: 1, selection, shippable: null, pageSize })
}

describe('categories', () => {
  test('OPEN-110: navigation holds what is sold in the variant', async () => {
    expect((await catalog.categories(variants.cb)).map((link) => link.slug)).toEqual(['furniture', 'grills'])
    expect((await catalog.categories(variants['cb-ca'])).map((link) => link.slug)).toEqual(['furniture'])
    expect(await catalog.categories(variants.cb2)).toEqual([])
  })

  test('PDP-11: a category page is there in the variants that sell something of it, and nowhere else', async () => {
    expect((await shelf(variants.cb, 'grills'))?.total).toBe(1)
    expect(await shelf(variants['cb-ca'], 'grills')).toBeUndefined()
    expect(await shelf(variants.cb2, 'sofas')).toBeUndefined()
    expect(await shelf(variants.cb, 'nothing')).toBeUndefined()
  })

  test('shows products of the categories below it, sorted and in pages', async () => {
    const ids = async (view: Partial<ShelfSelection> & { readonly pageSize?: number }) =>
      (await shelf(variants.cb, 'furniture', view))?.cards.map((card) => card.productId)
    expect(await ids({})).toEqual(['bench', 'alder'])
    expect(await ids({ sort: 'priceHigh' })).toEqual(['alder', 'bench'])
    expect(await ids({ sort: 'priceLow' })).toEqual(['bench', 'alder'])
    expect(await ids({ sort: 'name' })).toEqual(['alder', 'bench'])
    expect(await ids({ page: 2, pageSize: 1 })).toEqual(['alder'])
    expect(await ids({ page: 3, pageSize: 1 })).toBeUndefined()
  })

  test('RECO-05: a card has the price range and colours of what is sold in the country', async () => {
    const [, us] = (await shelf(variants.cb, 'furniture'))?.cards ?? []
    expect(us?.price).toEqual({
      lowCurrentCents: 5000,
      highCurrentCents: 6000,
      lowRegularCents: 5000,
      highRegularCents: 6000,
    })
    expect(us?.swatches.map((swatch) => swatch.sku)).toEqual([10, 11])
    const [ca] = (await shelf(variants['cb-ca'], 'furniture'))?.cards ?? []
    expect(ca?.price).toEqual({
      lowCurrentCents: 7000,
      highCurrentCents: 7000,
      lowRegularCents: 7100,
      highRegularCents: 7100,
    })
    expect(ca?.swatches.map((swatch) => swatch.sku)).toEqual([10])
  })

  test('finds the first products and those asked for, in the order asked', async () => {
    expect((await catalog.featured(variants.cb, 2)).map((card) => card.productId)).toEqual(['grill', 'bench'])
    expect((await catalog.cards(variants.cb, ['alder', 'cube', 'bench'])).map((card) => card.productId)).toEqual([
      'alder',
      'bench',
    ])
  })
})

describe('product page', () => {
  test('PDP-11: a product is there in the variants that sell its sku, and nowhere else', async () => {
    expect((await catalog.productPage(variants.cb, 11, today))?.name).toBe('alder')
    expect(await catalog.productPage(variants['cb-ca'], 11, today)).toBeUndefined()
    expect(await catalog.productPage(variants.cb2, 11, today)).toBeUndefined()
    expect(await catalog.productPage(variants.cb, 999, today)).toBeUndefined()
  })

  test('holds every sku of the product that is sold in the country, with its status', async () => {
    const page = await catalog.productPage(variants.cb, 11, today)
    expect(page).toMatchObject({
      sku: 11,
      category: { slug: 'sofas' },
      parentCategory: { slug: 'furniture' },
      hasGrouper: false,
    })
    expect(page?.skus.map((row) => [row.sku, row.currentCents, row.availability, row.warehouseFree])).toEqual([
      [10, 5000, 1, 1],
      [11, 6000, 1, 4],
    ])
    expect(page?.skus[1]?.customOrder).toEqual({ title: 'Made', message: '', terms: ['No returns'] })
    expect((await catalog.productPage(variants['cb-ca'], 10, today))?.skus.map((row) => row.sku)).toEqual([10])
  })
})

describe('facts of skus', () => {
  test('DATA-09 OPEN-82 PERS-02: dimensions, fees and template of a sku, in the country’s money', async () => {
    const us = (await skuFacts(testDatabase.database, variants.cb, [10])).get(10)
    expect(us?.dimensions).toEqual({ depth: 38, height: 33, width: 86, diameter: 0, systemOfMeasure: 1 })
    expect(us?.services).toEqual([{ type: 'assembly', name: 'Assembly', feeCents: 9900 }])
    expect(us?.personalization).toMatchObject({
      type: 700,
      feeCents: 800,
      lines: [
        {
          elementName: 'Text1',
          font: 'Serif',
          textColor: 'Stone',
          fontAttributes: { validationRegEx: '^[A-Z]*$', minLength: 1, maxLength: 3 },
        },
      ],
    })
    const ca = (await skuFacts(testDatabase.database, variants['cb-ca'], [10])).get(10)
    expect(ca?.services).toEqual([
      { type: 'assembly', name: 'Assembly', feeCents: 12900 },
      { type: 'wallMount', name: 'Mounting', feeCents: 100 },
    ])
    expect(ca?.personalization?.feeCents).toBe(0)
  })

  test('DATA-03: merchandise fields, option words and codes', async () => {
    const facts = await skuFacts(testDatabase.database, variants.cb, [10, 20, 40, 999])
    expect([...facts.keys()].sort()).toEqual([10, 20, 40])
    expect(facts.get(10)).toMatchObject({
      title: 'alder 10',
      currentCents: 5000,
      regularCents: 5000,
      priceType: 'regular',
      category: 'sofas',
      department: 'Furniture',
      class: 'Sofas',
      subclass: 'Two seats',
      optionChoice: 'color:oat',
      optionChoices: [{ code: 'color', name: 'Color', value: 'OAT' }],
      isPfas: true,
      propertyCodes: [250],
      isStockSku: true,
      warehouseFree: 1,
    })
    expect(facts.get(20)).toMatchObject({ hasGrouper: true, availableFrom: '2027-01-01', optionChoices: [] })
    expect(facts.get(40)).toMatchObject({ makeDays: 30, isStockSku: false, propertyCodes: [300] })
  })

  test('a sku without a price in the country is no longer available there', async () => {
    const facts = (await skuFacts(testDatabase.database, variants['cb-ca'], [11])).get(11)
    expect(facts).toMatchObject({ isSold: false, status: 'nla', currentCents: 0, regularCents: 0 })
  })
})

describe('availability and places', () => {
  test('OPEN-109: an available sku, a future one, a made-to-order one, one no longer available, an unknown one', async () => {
    const of = (sku: number) => catalog.availability(variants.cb, sku, today)
    expect([await of(10), await of(20), await of(40), await of(30), await of(999)]).toEqual([1, 2, 2, 3, 0])
  })

  test('a store is one of its variant, and a warehouse is none', async () => {
    expect(await catalog.stores(variants.cb)).toMatchObject([
      { locationId: 3, name: 'Chicago', city: 'Chicago', state: 'IL' },
    ])
    expect(await catalog.stores(variants['cb-ca'])).toEqual([])
  })

  test('the version of the catalogue is that of the last import', async () => {
    expect(await catalog.version()).toBe(1)
  })
})
