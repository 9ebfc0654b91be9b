import type { SkuRecord } from '#contracts/catalog/import-schema.ts'
import { optionChoiceText } from '#domain/catalog/option-choice.ts'
import type { Brand, Country } from '#domain/variant.ts'
import { palette, type Tone } from './data/palette.ts'
import type { Piece, Size } from './data/piece.ts'
import { places } from './data/places.ts'
import { customOrders, installations, templates } from './data/terms.ts'
import { chance } from './pictures/canvas.ts'

type SizeChoice = NonNullable<Piece['sizes']>[number]

/** One sellable piece of a product before it has its number and picture. */
export type Variety = { readonly tone: Tone; readonly size: SizeChoice | undefined }

/** All varieties of a piece, tone by tone. */
export function varietiesOf(piece: Piece): Variety[] {
  return piece.tones.flatMap((tone) => (piece.sizes ?? [undefined]).map((size) => ({ tone, size })))
}

/** 'whiteOak' as it stands in an option choice: 'white-oak'. */
export function toneValue(tone: Tone): string {
  return tone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Dollars in Canada for dollars in the US, ending as prices do. Amounts of gift cards are the same. */
export function canadianDollars(dollars: number): number {
  if (dollars >= 200) return Math.round((dollars * 1.34) / 10) * 10 - 1
  return dollars % 1 > 0 ? Math.round(dollars * 1.34) - 0.05 : Math.round(dollars * 1.34)
}

/** The sku line of a variety; `picture` is the one of its tone. */
export function skuOf(
  brand: Brand,
  piece: Piece,
  variety: Variety,
  sku: number,
  position: number,
  picture: SkuRecord['picture'],
): SkuRecord {
  const { tone, size } = variety
  const measures = size?.size ?? piece.size
  const isNla = piece.isNla === true || piece.nlaTone === tone
  return {
    type: 'sku',
    sku,
    brand,
    productId: piece.id,
    name: titleOf(piece, variety),
    optionChoice: optionChoiceText({
      ...(piece.tones.length > 1 ? { [piece.toneOption ?? 'color']: toneValue(tone) } : {}),
      ...(size ? { [sizeCode(piece)]: size.value } : {}),
    }),
    picture,
    shipKind: piece.ship,
    status: isNla ? 'nla' : 'active',
    availableFrom: piece.availableFrom ?? null,
    makeDays: piece.makeDays ?? 0,
    makeDaysAre: piece.makeDays === undefined ? 'working' : 'calendar',
    isStockSku: piece.makeDays === undefined,
    isSuperSpecialOrder: piece.isSuperSpecialOrder ?? false,
    isPfas: piece.isPfas ?? false,
    propertyCodes: [...(piece.codes ?? [])],
    prices: pricesOf(piece, size),
    stock: stockOf(brand, piece, sku, isNla),
    dimensions: dimensionsOf(piece, measures),
    boxes: boxesOf(piece, measures),
    services: piece.installation ? [serviceOf(piece.installation, piece.only)] : [],
    personalization: piece.template ? templateOf(piece.template) : null,
    customOrder: piece.customOrder
      ? { ...customOrders[piece.customOrder], terms: [...customOrders[piece.customOrder].terms] }
      : null,
    position,
  }
}

/** Gift cards have an amount where others have a size. */
export function sizeCode(piece: Piece): 'amount' | 'size' {
  return piece.ship === 'giftCard' ? 'amount' : 'size'
}

function titleOf(piece: Piece, { tone, size }: Variety): string {
  const parts = [piece.name]
  if (size) parts.push(sizeCode(piece) === 'amount' ? `$${size.name}` : size.name)
  if (piece.tones.length > 1) parts.push(palette[tone][0])
  return parts.join(', ')
}

function pricesOf(piece: Piece, size: SizeChoice | undefined): SkuRecord['prices'] {
  const dollars = size?.price ?? piece.price
  const factor = piece.was ? piece.was / piece.price : 1
  const was =
    factor === 1
      ? dollars
      : dollars >= 200
        ? Math.round((dollars * factor) / 10) * 10 - 1
        : Math.round(dollars * factor)
  const countries: readonly Country[] = piece.only ? [piece.only] : ['US', 'CA']
  const inCountry = (amount: number, country: Country) =>
    Math.round(
      (country === 'CA' && piece.ship !== 'giftCard' && piece.ship !== 'donation' ? canadianDollars(amount) : amount) *
        100,
    )
  return countries.map((country) => ({
    country,
    currentCents: inCountry(dollars, country),
    regularCents: inCountry(was, country),
    priceType: piece.was ? 'sale' : 'regular',
    markdownType: piece.was ? 'promotion' : '',
  }))
}

function stockOf(brand: Brand, piece: Piece, sku: number, isNla: boolean): SkuRecord['stock'] {
  const next = chance(`stock${sku}`)
  const isMade = piece.makeDays !== undefined
  return places
    .filter((place) => place.brand === brand && (piece.only === undefined || place.country === piece.only))
    .flatMap(({ locationId, kind }) => {
      const roll = next()
      if (kind === 'warehouse')
        return [
          {
            locationId,
            onHand: isNla || isMade ? 0 : (piece.stock ?? (piece.ship === 'parcel' ? 40 : 12) + Math.floor(roll * 80)),
          },
        ]
      const isKept = piece.ship !== 'freight' && piece.ship !== 'giftCard' && piece.ship !== 'donation'
      if (!isKept) return []
      return [
        {
          locationId,
          onHand: isNla || isMade || piece.stock !== undefined ? 0 : Math.max(0, Math.floor(roll * 14) - 3),
        },
      ]
    })
}

function dimensionsOf(piece: Piece, [width, depth, height]: Size): SkuRecord['dimensions'] {
  if (width === 0) return null
  return { width, depth, height, diameter: piece.isRound ? width : 0, systemOfMeasure: 1 }
}

function boxesOf(piece: Piece, [width, depth, height]: Size): SkuRecord['boxes'] {
  const box = (boxNumber: number, w: number, d: number, h: number, density = 0.006, quantity = 1) => {
    const [width, depth, height] = [w, d, h].map((inches) => Math.ceil(Math.max(inches, 0.5)))
    return {
      boxNumber,
      quantity,
      width: width!,
      depth: depth!,
      height: height!,
      weight: Math.max(1, Math.round(w * d * h * density)),
      systemOfMeasure: 1 as const,
    }
  }
  // a rug of up to 5 x 8 ft is folded once before it is rolled, and fits any car
  const rolled = (length: number) =>
    length > 60 ? box(1, length + 2, 9, 9, 0.008) : box(1, length / 2 + 2, 13, 13, 0.008)
  if (piece.packing === 'none') return []
  if (piece.packing === 'rolled') return [rolled(Math.min(width, depth))]
  if (piece.packing === 'folded') return [box(1, 16, 13, 6)]
  if (piece.packing === 'flat') return [box(1, Math.max(width, height) + 3, Math.min(depth, 40) + 3, 7, 0.012)]
  if (piece.packing === 'two') return [box(1, width + 4, 9, height + 4), box(2, Math.min(depth, 80) + 2, 18, 10, 0.008)]
  const margin = piece.ship === 'parcel' ? 2 : 3
  return [box(1, width + margin, depth + margin, height + margin, piece.ship === 'parcel' ? 0.006 : 0.0022)]
}

function serviceOf(kind: NonNullable<Piece['installation']>, only: Country | undefined): SkuRecord['services'][number] {
  const { type, name, US, CA } = installations[kind]
  return {
    type,
    name,
    feeCents: { ...(only === 'CA' ? {} : { US: US * 100 }), ...(only === 'US' ? {} : { CA: CA * 100 }) },
  }
}

function templateOf(kind: NonNullable<Piece['template']>): SkuRecord['personalization'] {
  const { type, templateName, locationName, US, CA, lines } = templates[kind]
  return {
    type,
    templateName,
    locationName,
    feeCents: { US: US * 100, CA: CA * 100 },
    lines: lines.map((line) => ({ ...line, minLength: line.minLength ?? 0 })),
  }
}
