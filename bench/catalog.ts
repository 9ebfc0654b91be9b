import { closeSync, openSync, writeSync } from 'node:fs'
import type { ImportLine } from '#contracts/catalog/import-schema.ts'

/** Sku numbers of the bench's own pieces begin here, far from those of the demo catalogue. */
export const firstSku = 900_000_001

const adjectives = ['Oak', 'Walnut', 'Linen', 'Stoneware', 'Brass', 'Marble', 'Rattan', 'Wool', 'Ash', 'Cotton']
const things = ['Bowl', 'Plate', 'Vase', 'Throw', 'Pillow', 'Tray', 'Lamp', 'Mug', 'Basket', 'Candle']

/** The warehouses that pieces lie in, by country: those of the demo catalogue unless the file brings its own. */
export type Warehouses = { readonly US: number; readonly CA: number }

/** A shop's first file brings its places. */
export function* benchPlaces({ US, CA }: Warehouses): Generator<ImportLine> {
  yield { type: 'location', locationId: US, brand: 'CB', country: 'US', kind: 'warehouse', name: 'Bench US' }
  yield { type: 'location', locationId: CA, brand: 'CB', country: 'CA', kind: 'warehouse', name: 'Bench Canada' }
}

/**
 * A catalogue of one shelf with `skus` pieces, three to a product, as a retailer would send it: prices in both countries,
 * stock in a warehouse, measures and a box each.
 */
export function* benchCatalog(skus: number, warehouse: Warehouses): Generator<ImportLine> {
  yield { type: 'category', brand: 'CB', slug: 'bench-shelf', name: 'Bench Shelf', position: 900 }
  for (const nth of Array.from({ length: Math.ceil(skus / 3) }, (_, index) => index)) {
    const name = `${adjectives[nth % 10]} ${things[Math.floor(nth / 10) % 10]} No. ${nth + 1}`
    const productId = `bench-${nth + 1}`
    yield {
      type: 'product',
      brand: 'CB',
      productId,
      category: 'bench-shelf',
      name,
      description: `${name} is made by hand in small runs. No two pieces are quite the same.`,
      details: ['Made by hand', 'Wipe with a damp cloth', 'Imported'],
      options: [
        { code: 'color', name: 'Color', values: colors.map(([value, name, swatch]) => ({ value, name, swatch })) },
      ],
    }
    for (const [place, [value, color]] of colors.entries()) {
      const number = nth * 3 + place
      if (number >= skus) return
      const currentCents = 1_900 + (number % 90) * 100
      yield {
        type: 'sku',
        sku: firstSku + number,
        brand: 'CB',
        productId,
        name: `${name}, ${color}`,
        optionChoice: `color:${value}`,
        shipKind: 'parcel',
        prices: (['US', 'CA'] as const).map((country) => ({
          country,
          currentCents,
          regularCents: currentCents + 1_000,
        })),
        stock: [
          { locationId: warehouse.US, onHand: 1_000_000 },
          { locationId: warehouse.CA, onHand: 1_000_000 },
        ],
        dimensions: { width: 10, depth: 8, height: 6, diameter: 0, systemOfMeasure: 1 },
        boxes: [{ boxNumber: 1, quantity: 1, width: 12, depth: 10, height: 8, weight: 3, systemOfMeasure: 1 }],
      }
    }
  }
}

const colors = [
  ['natural', 'Natural', '#d9c7a7'],
  ['black', 'Black', '#111111'],
  ['white', 'White', '#f5f5f5'],
] as const

/** In pieces: the file of a million skus is longer than any text may be. */
export function writeCatalog(file: string, lines: Iterable<ImportLine>): void {
  const opened = openSync(file, 'w')
  let text = ''
  for (const line of lines) {
    text += `${JSON.stringify(line)}\n`
    if (text.length < pieceLength) continue
    writeSync(opened, text)
    text = ''
  }
  writeSync(opened, text)
  closeSync(opened)
}

const pieceLength = 4_000_000
