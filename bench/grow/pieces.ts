import type { ImportLine } from '#contracts/catalog/import-schema.ts'

/** How many kinds of products there are; what is sold of one kind costs, weighs and ships the same. */
export const kinds = 40
/** Skus of a product: its colours. */
export const colors = [
  ['natural', 'Natural', '#d9c7a7'],
  ['black', 'Black', '#111111'],
  ['white', 'White', '#f5f5f5'],
] as const

const firstSku = 910_000_000
const firstNumber = 1_000_000

/** The number in the name of the nth product; the same for all that is sold of it. */
export function numberOfProduct(nth: number): number {
  return firstNumber + nth
}

/** The sku of the nth product in one of its colours. */
export function skuOf(nth: number, color: number): number {
  return firstSku + nth * colors.length + color
}

/** Which product and colour a sku is; null for pieces of others. */
export function pieceOf(sku: number): { readonly product: number; readonly color: number } | null {
  const place = sku - firstSku
  return place < 0 || place >= 1_000_000_000 - firstSku
    ? null
    : { product: Math.floor(place / colors.length), color: place % colors.length }
}

const adjectives = ['Oak', 'Walnut', 'Linen', 'Stoneware', 'Brass', 'Marble', 'Rattan', 'Wool', 'Ash', 'Cotton']
const things = ['Bowl', 'Plate', 'Vase', 'Throw', 'Pillow', 'Tray', 'Lamp', 'Basket']

/** What the nth product is: every eighth is furniture, every eighth embroidered, the others plain parcels. */
export function goodsOf(nth: number): 'furniture' | 'embroidered' | 'parcel' {
  const place = nth % 8
  return place === 7 ? 'furniture' : place === 6 ? 'embroidered' : 'parcel'
}

/** Of every eighth a store has pieces, too. */
export function isInStore(nth: number): boolean {
  return nth % 8 === 0
}

/** Where pieces are. */
export type Places = { readonly warehouses: readonly number[]; readonly store: number }

const shelves = { furniture: 'sofas', embroidered: 'tableware', parcel: 'tableware' } as const

/** One product of each kind, as a retailer's file brings them; all others are made after their rows. */
export function* firstOfEachKind(places: Places): Generator<ImportLine> {
  for (let nth = 0; nth < kinds; nth += 1) yield* linesOf(nth, places)
}

function* linesOf(nth: number, { warehouses, store }: Places): Generator<ImportLine> {
  const goods = goodsOf(nth)
  const thing = goods === 'furniture' ? 'Sofa' : goods === 'embroidered' ? 'Towel' : things[Math.floor(nth / 8) % 8]
  const name = `${adjectives[nth % 10]} ${thing} No. ${numberOfProduct(nth)}`
  const productId = `grown-${numberOfProduct(nth)}`
  yield {
    ...{ type: 'product', brand: 'CB', productId, category: shelves[goods], name },
    description: `${name} is made by hand in small runs. No two pieces are quite the same.`,
    details: ['Made by hand', 'Wipe with a damp cloth', 'Imported'],
    ...{ department: 'Home', class: 'Grown', subclass: `${thing}` },
    options: [
      {
        code: 'color',
        name: 'Color',
        values: colors.map(([value, label, swatch]) => ({ value, name: label, swatch })),
      },
    ],
  }
  for (const [place, [value, color]] of colors.entries()) {
    const currentCents = (goods === 'furniture' ? 89_900 : 1_900) + nth * 300 + place * 100
    yield {
      ...{ type: 'sku', sku: skuOf(nth, place), brand: 'CB', productId, name: `${name}, ${color}` },
      ...{ optionChoice: `color:${value}`, shipKind: goods === 'furniture' ? 'furniture' : 'parcel', position: place },
      prices: (['US', 'CA'] as const).map((country) => ({
        ...{ country, currentCents, regularCents: currentCents + 1_000 },
      })),
      stock: [...warehouses, ...(isInStore(nth) ? [store] : [])].map((locationId) => ({
        locationId,
        onHand: 1_000_000,
      })),
      dimensions: { width: 10, depth: 8, height: 6, diameter: 0, systemOfMeasure: 1 },
      boxes: [{ boxNumber: 1, quantity: 1, width: 12, depth: 10, height: 8, weight: 3, systemOfMeasure: 1 }],
      ...(goods === 'embroidered' ? { personalization } : {}),
    }
  }
}

const personalization = {
  ...{ type: 700 as const, templateName: 'Monogram', feeCents: { US: 1_000, CA: 1_200 } },
  lines: [{ elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Za-z ]*$' }],
}
