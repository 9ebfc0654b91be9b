import { createHash } from 'node:crypto'
import type { ImportRecord, ProductRecord, SkuRecord } from '#contracts/catalog/import-schema.ts'
import type { Brand } from '#domain/variant.ts'
import { cbHome } from './data/cb-home.ts'
import { cbDiningAndBeds, cbLiving } from './data/cb-living.ts'
import { cbTable } from './data/cb-table.ts'
import { cb2Home } from './data/cb2-home.ts'
import { cb2Living } from './data/cb2-living.ts'
import { colorOf, palette } from './data/palette.ts'
import type { Piece } from './data/piece.ts'
import { places, shelvesOf } from './data/places.ts'
import { care } from './data/terms.ts'
import { sizeCode, skuOf, toneValue, type Variety, varietiesOf } from './demo-skus.ts'
import { readAlbum } from './photographs/album.ts'
import { mix } from './pictures/color.ts'
import { detailPicture } from './pictures/detail.ts'
import type { Subject } from './pictures/drawing.ts'
import { studioPicture, tones } from './pictures/room.ts'
import { diningScene, livingScene } from './pictures/scenes.ts'
import { roomPicture } from './pictures/settings.ts'

/** The demo catalogue: the lines of its files by file name, and the drawings that they name by file name. */
export type DemoCatalogue = {
  readonly files: ReadonlyMap<string, readonly ImportRecord[]>
  readonly pictures: ReadonlyMap<string, string>
}

/** Products are appended, never moved: their place gives their sku numbers. */
export const pieces: { readonly [Key in Brand]: readonly Piece[] } = {
  CB: [...cbLiving, ...cbDiningAndBeds, ...cbHome, ...cbTable],
  CB2: [...cb2Living, ...cb2Home],
}
const firstSku: { readonly [Key in Brand]: number } = { CB: 410_000, CB2: 620_000 }
/** More than any product has skus. */
const skusPerProduct = 20

type Picture = NonNullable<SkuRecord['picture']>

const album = readAlbum()

/** A photograph with the words for those who cannot see it; undefined when there is none. */
function photograph(name: string, alt: string): Picture | undefined {
  const known = album[name]
  return known && { ...known, alt, widths: [...(known.widths ?? [])] }
}

/** Makes all lines and drawings; the same on every run and every machine. What is photographed is not drawn. */
export function demoCatalogue(): DemoCatalogue {
  const pictures = new Map<string, string>()
  const files = new Map<string, ImportRecord[]>()
  for (const brand of ['CB', 'CB2'] as const) files.set(`${brand.toLowerCase()}.jsonl`, linesOf(brand, pictures))
  return { files, pictures }
}

function linesOf(brand: Brand, pictures: Map<string, string>): ImportRecord[] {
  const keep = (name: string, alt: string, color: string, svg: string): Picture => {
    const hash = createHash('sha256').update(svg).digest('hex').slice(0, 10)
    const file = `${brand.toLowerCase()}-${name}.${hash}.svg`
    pictures.set(file, svg)
    return { file, alt, width: 960, height: 1200, color }
  }
  // the home page names its scenes itself, so their names carry no hash: a new drawing takes the next number
  pictures.set(`scene-${brand.toLowerCase()}-living-1.svg`, livingScene(brand))
  pictures.set(`scene-${brand.toLowerCase()}-dining-1.svg`, diningScene(brand))
  const shelves = shelvesOf(brand)
  const own = places.filter((place) => place.brand === brand)
  return [
    ...own.map((place): ImportRecord => ({ type: 'location', ...place })),
    ...shelves.map(
      (shelf, position): ImportRecord => ({
        type: 'category',
        brand,
        ...shelf,
        position,
        picture: shelfPicture(brand, shelf.slug, shelf.name, keep),
      }),
    ),
    ...pieces[brand].flatMap((piece, index) => pieceLines(brand, piece, index, keep)),
  ]
}

type Keep = (name: string, alt: string, color: string, svg: string) => Picture

/** A shelf shows a piece of it: a photograph where there is one, else drawn in a room. */
function shelfPicture(brand: Brand, slug: string, name: string, keep: Keep): Picture {
  const below = new Set([
    slug,
    ...shelvesOf(brand)
      .filter((shelf) => shelf.parent === slug)
      .map((shelf) => shelf.slug),
  ])
  const own = pieces[brand].filter((each) => below.has(each.category))
  const photos = own.flatMap(({ id, name: pieceName, tones: [tone = 'oat'] }) => {
    const alt = `${name}: ${pieceName}`
    return [photograph(`${id}-room`, alt), photograph(`${id}-${toneValue(tone)}`, alt)]
  })
  // a room before a studio
  const photo = photos.find((each, index) => each && index % 2 === 0) ?? photos.find((each) => each)
  if (photo) return photo
  const piece = own[0]!
  const subject = subjectOf(piece, { tone: piece.tones[0]!, size: piece.sizes?.[0] })
  return keep(
    `shelf-${slug}`,
    `${name}: ${piece.name}`,
    tones[brand].wall,
    roomPicture(brand, subject, slug, piece.category === 'outdoor') ?? studioPicture(brand, subject),
  )
}

function pieceLines(brand: Brand, piece: Piece, index: number, keep: Keep): ImportRecord[] {
  const varieties = varietiesOf(piece)
  const lead = subjectOf(piece, varieties[0]!)
  const shared = sharedPictures(brand, piece, lead, keep)
  const order = pieces[brand].filter((each) => each.category === piece.category).indexOf(piece)
  const product: ProductRecord = {
    type: 'product',
    brand,
    productId: piece.id,
    category: piece.category,
    name: piece.name,
    description: piece.copy,
    details: [...piece.details],
    care: care[piece.care],
    department: shelvesOf(brand).find((shelf) => shelf.slug === piece.category)?.parent ?? piece.category,
    class: piece.category,
    subclass: 'cook' in piece.drawing ? piece.drawing.cook : piece.drawing.kind,
    options: optionsOf(piece),
    pictures: shared,
    addOnSkus: (piece.addOns ?? []).map((id) =>
      skuNumber(
        brand,
        pieces[brand].findIndex((each) => each.id === id),
      ),
    ),
    hasGrouper: piece.hasGrouper ?? false,
    // the best of every shelf first, then the second of every shelf
    position: order * 100 + shelvesOf(brand).findIndex((shelf) => shelf.slug === piece.category),
  }
  const skus = varieties.map((variety, nth) =>
    skuOf(brand, piece, variety, skuNumber(brand, index) + nth, nth, studio(brand, piece, variety, keep)),
  )
  return [product, ...skus]
}

/** What is shown after the picture of the chosen colour. A drawing beside photographs would look like a mistake. */
function sharedPictures(brand: Brand, piece: Piece, lead: Subject, keep: Keep): Picture[] {
  const closeUp = `${piece.name}, close up`
  const photos = [photograph(`${piece.id}-room`, `${piece.name} in a room`), photograph(`${piece.id}-detail`, closeUp)]
  const isPhotographed = piece.tones.some((tone) => album[`${piece.id}-${toneValue(tone)}`])
  if (isPhotographed) return photos.filter((photo) => photo !== undefined)
  if (piece.ship === 'giftCard' || piece.ship === 'donation') return []
  const room = roomPicture(brand, lead, piece.id, piece.category === 'outdoor')
  const detail = detailPicture(lead)
  return [
    ...(room ? [keep(`${piece.id}-room`, `${piece.name} in a room`, tones[brand].wall, room)] : []),
    ...(detail ? [keep(`${piece.id}-detail`, closeUp, colorOf(piece.tones[0]!), detail)] : []),
  ]
}

function studio(brand: Brand, piece: Piece, variety: Variety, keep: Keep): Picture {
  const name =
    piece.ship === 'giftCard' ? `${piece.id}-${variety.size?.value}` : `${piece.id}-${toneValue(variety.tone)}`
  const alt = piece.tones.length > 1 ? `${piece.name} in ${palette[variety.tone][0]}` : piece.name
  return (
    photograph(`${piece.id}-${toneValue(variety.tone)}`, alt) ??
    keep(name, alt, tones[brand].studio[1], studioPicture(brand, subjectOf(piece, variety)))
  )
}

function skuNumber(brand: Brand, index: number): number {
  return firstSku[brand] + index * skusPerProduct
}

function optionsOf(piece: Piece): ProductRecord['options'] {
  const code = piece.toneOption ?? 'color'
  const names = { color: 'Color', finish: 'Finish', fabric: 'Fabric', leather: 'Leather' }
  const tone =
    piece.tones.length > 1
      ? [
          {
            code,
            name: names[code],
            values: piece.tones.map((each) => ({
              value: toneValue(each),
              name: palette[each][0],
              swatch: colorOf(each),
            })),
          },
        ]
      : []
  const isAmount = sizeCode(piece) === 'amount'
  const size = piece.sizes
    ? [
        {
          code: sizeCode(piece),
          name: isAmount ? 'Amount' : 'Size',
          values: piece.sizes.map(({ value, name }) => ({ value, name: isAmount ? `$${name}` : name, swatch: '' })),
        },
      ]
    : []
  return [...tone, ...size]
}

function subjectOf(piece: Piece, { tone, size }: Variety): Subject {
  const [width, depth, height] = piece.size
  const main = colorOf(tone)
  return {
    drawing: piece.drawing,
    width,
    depth,
    height,
    paints: {
      main,
      second: piece.second ? colorOf(piece.second) : mix(main, '#f4efe6', 0.6),
      wood: colorOf(piece.wood ?? 'walnut'),
      metal: colorOf(piece.metal ?? 'brass'),
    },
    ...(piece.ship === 'giftCard' && size ? { amount: `$${size.name}` } : {}),
  }
}
