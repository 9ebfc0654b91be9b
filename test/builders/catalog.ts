import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportLine } from '#contracts/catalog/import-schema.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import type { Database } from '#server/db/database.ts'

type SkuLine = Extract<ImportLine, { type: 'sku' }>
type ProductLine = Extract<ImportLine, { type: 'product' }>

/** Numbers of the test catalogue's pieces of CB; those of CB2 are the same plus 1000. */
export const sku = {
  sofaOat: 1001,
  sofaMoss: 1002,
  mug: 1101,
  giftCard: 1201,
  donation: 1301,
  /** Holds PFAS. */
  rug: 1401,
  /** No longer available. */
  lamp: 1501,
  /** One piece is left. */
  lastVase: 1601,
  /** Made to order, with a custom-order confirmation. */
  bench: 1701,
  /** Can be mounted. */
  shelf: 1801,
  /** Embroidered in house. */
  towel: 1901,
} as const

/** What is shipped leaves from these; the stores are where one picks up. */
export const place = {
  warehouse: { CB: { US: 10, CA: 11 }, CB2: { US: 20, CA: 21 } },
  store: { CB: { US: 110, CA: 111 }, CB2: { US: 120, CA: 121 } },
} as const

const countries: readonly Country[] = ['US', 'CA']

function picture(name: string) {
  return { file: `${name}.svg`, alt: `A ${name}`, width: 800, height: 1000, color: '#e8e1d6' }
}

/** A price in both countries, in cents. */
export function prices(currentCents: number, regularCents: number = currentCents): SkuLine['prices'] {
  return countries.map((country) => ({ country, currentCents, regularCents }))
}

/** Pieces in the brand's warehouses, and 5 in each store. */
export function stock(brand: Brand, onHand: number): NonNullable<SkuLine['stock']> {
  return countries.flatMap((country) => [
    { locationId: place.warehouse[brand][country], onHand },
    { locationId: place.store[brand][country], onHand: Math.min(onHand, 5) },
  ])
}

/** A product of one sku; a plain parcel of $20.00 unless said otherwise. */
export function piece(
  brand: Brand,
  number: number,
  name: string,
  of: Partial<SkuLine> = {},
  product: Partial<ProductLine> = {},
): ImportLine[] {
  const productId = product.productId ?? `p${number}`
  return [
    {
      type: 'product',
      brand,
      productId,
      category: 'tableware',
      name,
      description: `${name} for every day. It stays.`,
      department: 'Home',
      class: 'Table',
      subclass: 'Ceramic',
      ...product,
    },
    skuOf(brand, number, productId, name, of),
  ]
}

function skuOf(brand: Brand, number: number, productId: string, name: string, of: Partial<SkuLine>): SkuLine {
  return {
    type: 'sku',
    sku: number,
    brand,
    productId,
    name,
    picture: picture(productId),
    shipKind: 'parcel',
    prices: prices(2_000),
    stock: stock(brand, 500),
    ...of,
  }
}

/** A sofa in two colours: furniture, $1,200.00 down from $1,500.00, in two boxes. */
export function sofa(brand: Brand, oat: number, moss: number): ImportLine[] {
  const productId = 'lounge-sofa'
  const of: Partial<SkuLine> = {
    shipKind: 'furniture',
    prices: prices(120_000, 150_000),
    stock: stock(brand, 40),
    dimensions: { width: 84, depth: 38, height: 33, diameter: 0, systemOfMeasure: 1 },
    boxes: [
      { boxNumber: 1, quantity: 1, width: 88, depth: 40, height: 24, weight: 120, systemOfMeasure: 1 },
      { boxNumber: 2, quantity: 1, width: 30, depth: 30, height: 20, weight: 30, systemOfMeasure: 1 },
    ],
  }
  return [
    {
      type: 'product',
      brand,
      productId,
      category: 'sofas',
      name: 'Lounge Sofa',
      description: 'A deep sofa for long evenings. Its covers come off.',
      details: ['Kiln-dried oak frame', 'Made in North Carolina'],
      care: 'Vacuum weekly.',
      options: [
        {
          code: 'color',
          name: 'Color',
          values: [
            { value: 'oat', name: 'Oat', swatch: '#e8e1d6' },
            { value: 'moss', name: 'Moss', swatch: '#5b6b1e' },
          ],
        },
      ],
      addOnSkus: [brand === 'CB' ? sku.mug : sku.mug + 1000],
      department: 'Furniture',
      class: 'Seating',
      subclass: 'Sofas',
    },
    skuOf(brand, oat, productId, 'Lounge Sofa, Oat', { ...of, optionChoice: 'color:oat' }),
    skuOf(brand, moss, productId, 'Lounge Sofa, Moss', { ...of, optionChoice: 'color:moss', position: 1 }),
  ]
}

function shelvesAndPlaces(brand: Brand): ImportLine[] {
  const us = brand === 'CB' ? 'Oak Brook' : 'Chicago'
  return [
    { type: 'category', brand, slug: 'furniture', name: 'Furniture', position: 1, picture: picture('furniture') },
    { type: 'category', brand, slug: 'sofas', name: 'Sofas', parent: 'furniture', position: 2 },
    { type: 'category', brand, slug: 'tableware', name: 'Tableware', position: 3, picture: picture('tableware') },
    ...countries.flatMap((country): ImportLine[] => [
      {
        type: 'location',
        brand,
        country,
        locationId: place.warehouse[brand][country],
        kind: 'warehouse',
        name: `${brand} ${country} warehouse`,
        city: country === 'US' ? 'Naperville' : 'Mississauga',
        state: country === 'US' ? 'IL' : 'ON',
        postalCode: country === 'US' ? '60563' : 'L5N 1A1',
      },
      {
        type: 'location',
        brand,
        country,
        locationId: place.store[brand][country],
        kind: 'store',
        name: country === 'US' ? us : 'Yorkdale',
        address1: '1 Main Street',
        city: country === 'US' ? us : 'Toronto',
        state: country === 'US' ? 'IL' : 'ON',
        postalCode: country === 'US' ? '60523' : 'M6A 2T9',
        hours: 'Mon-Sat 10 am to 8 pm',
      },
    ]),
  ]
}

/** A small catalogue of both brands in both countries, with a piece for each case of the cart. */
export function testCatalog(): ImportLine[] {
  return (['CB', 'CB2'] as const).flatMap((brand) => {
    const at = (number: number) => (brand === 'CB' ? number : number + 1000)
    return [
      ...shelvesAndPlaces(brand),
      ...sofa(brand, at(sku.sofaOat), at(sku.sofaMoss)),
      ...piece(brand, at(sku.mug), 'Stoneware Mug', { prices: prices(1_295) }),
      ...piece(brand, at(sku.giftCard), 'Gift Card', { shipKind: 'giftCard', prices: prices(5_000) }),
      ...piece(brand, at(sku.donation), 'Donation', { shipKind: 'donation', prices: prices(500), stock: [] }),
      ...piece(brand, at(sku.rug), 'Wool Rug', { isPfas: true, prices: prices(30_000) }),
      ...piece(brand, at(sku.lamp), 'Paper Lamp', { status: 'nla' }),
      ...piece(brand, at(sku.lastVase), 'Last Vase', { stock: stock(brand, 1), prices: prices(4_500) }),
      ...piece(brand, at(sku.bench), 'Bench to Order', {
        shipKind: 'furniture',
        makeDays: 40,
        isStockSku: false,
        stock: stock(brand, 0),
        prices: prices(90_000),
        customOrder: { title: 'Made for you', message: 'Please read', terms: ['It cannot be returned.'] },
      }),
      ...piece(brand, at(sku.shelf), 'Wall Shelf', {
        prices: prices(15_000),
        services: [{ type: 'WallMount', name: 'Wall mounting', feeCents: { US: 9_900, CA: 12_900 } }],
      }),
      ...piece(brand, at(sku.towel), 'Bath Towel', {
        prices: prices(3_000),
        personalization: {
          type: 700,
          templateName: 'Monogram',
          feeCents: { US: 1_000, CA: 1_200 },
          lines: [
            { elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Za-z ]*$' },
          ],
        },
      }),
    ]
  })
}

/** Takes lines into the catalogue of a shop, by a file in a folder. */
export async function importLines(database: Database, folder: string, lines: readonly ImportLine[]): Promise<void> {
  const file = join(folder, 'catalog.jsonl')
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const report = await importCatalog(database, { file })
  if (!report.isTaken) throw new Error(`The test catalogue is bad: ${JSON.stringify(report.faults)}`)
}
