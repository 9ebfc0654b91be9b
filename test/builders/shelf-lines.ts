import type { ImportLine } from '#contracts/catalog/import-schema.ts'

const frame: readonly ImportLine[] = [
  { type: 'category', brand: 'CB', slug: 'shelf', name: 'Shelf' },
  { type: 'location', locationId: 9_001, brand: 'CB', country: 'US', kind: 'warehouse', name: 'Of the shelf' },
]
const colors = ['black', 'natural', 'white'] as const

/** How the lines of a file are told from those of the file before. */
export type ShelfEdition = { readonly word: string; readonly cents: number; readonly onHand: number }

/** The first sku of a shelf of `shelfLines`. */
export const firstOfShelf = 500_001

/** A shelf of so many products with three skus each: name, prices and stock of all are those of the edition. */
export function shelfLines(products: number, edition: ShelfEdition): readonly ImportLine[] {
  return [...generate(products, edition)]
}

function* generate(products: number, { word, cents, onHand }: ShelfEdition): Generator<ImportLine> {
  yield* frame
  for (let nth = 0; nth < products; nth += 1) {
    const productId = `piece-${String(nth).padStart(6, '0')}`
    const name = `Piece ${word}`
    const values = colors.map((value) => ({ value, name: value }))
    const options = [{ code: 'color', name: 'Color', values }]
    yield { type: 'product', brand: 'CB', productId, category: 'shelf', name, options }
    for (const [place, color] of colors.entries()) {
      yield {
        type: 'sku',
        sku: firstOfShelf + nth * 3 + place,
        brand: 'CB',
        productId,
        name: `${name}, ${color}`,
        optionChoice: `color:${color}`,
        shipKind: 'parcel',
        prices: [{ country: 'US', currentCents: cents, regularCents: cents + 500 }],
        stock: [{ locationId: 9_001, onHand }],
      }
    }
  }
}
