import sharp, { type Sharp } from 'sharp'
import {
  leadFile,
  mailWidth,
  type PictureFormat,
  pictureFile,
  pieceWidths,
  widthsFor,
} from '#domain/catalog/picture.ts'
import type { Picture } from '#domain/catalog/sku.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'

// a program that makes pictures meets each of them once
sharp.cache(false)

/** Decoded pixels, three bytes each, red green blue, as a browser shows them. */
export type Pixels = { readonly data: Buffer; readonly width: number; readonly height: number }

/** How hard to press: qualities of the formats from 1 to 100, and the time to spend on AVIF from 0 to 9. */
export type Pressing = { readonly avif: number; readonly webp: number; readonly jpg: number; readonly effort: number }

/** The weave of a linen is still to be seen; a tenth of what cameras write. */
export const usualPressing: Pressing = { avif: 60, webp: 78, jpg: 80, effort: 3 }

export type FilesOrder = {
  /** Name without width and ending; it must hold a hash of the picture, for browsers keep files for ever. */
  readonly name: string
  readonly store: Pick<PictureStore, 'present' | 'write'>
  readonly widths?: readonly number[]
  readonly pressing?: Pressing
}

/**
 * Writes a picture in all its widths and formats without any metadata, and tells the shop's facts of it. Each file
 * appears whole or not at all, and one that is there is not written again. `pixels` must be as wide as the least of the widths at least.
 */
export async function writePictureFiles(pixels: Pixels, order: FilesOrder): Promise<Omit<Picture, 'alt'>> {
  const { name, store, pressing = usualPressing } = order
  const ladder = order.widths ?? pieceWidths
  const widths = widthsFor(pixels.width, ladder)
  const widest = widths.at(-1) ?? pixels.width
  const wanted = filesOf(name, widths)
  const present = await store.present(wanted.map(({ file }) => file))
  for (const { file, width, format } of wanted) {
    if (present.has(file)) continue
    await store.write(file, await pressed(imageOf(pixels).resize({ width }), format, pressing).toBuffer())
  }
  return {
    file: leadFile(name, widths),
    width: widest,
    height: Math.round((pixels.height * widest) / pixels.width),
    color: await mainColor(pixels),
    widths,
  }
}

type PictureFile = { readonly file: string; readonly width: number; readonly format: PictureFormat }

/** The files that a picture has in these widths: the narrowest as JPEG too, for mails. */
export function filesOf(name: string, widths: readonly number[]): PictureFile[] {
  return widths.flatMap((width) =>
    (['avif', 'webp', ...(width === mailWidth ? (['jpg'] as const) : [])] as const).map((format) => ({
      ...{ file: pictureFile(name, width, format), width, format },
    })),
  )
}

/** The pixels of a picture, at most `widest` across: upright, without transparency, in the browsers' colours. */
export async function pixelsOf(image: Sharp, widest: number): Promise<Pixels> {
  const { data, info } = await image
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: widest, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The colour most of it has, '#rrggbb': what stands in its place until it comes. */
async function mainColor(pixels: Pixels): Promise<string> {
  const small = await imageOf(pixels).resize({ width: 48 }).png().toBuffer()
  const { r, g, b } = (await sharp(small).stats()).dominant
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function imageOf({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function pressed(image: Sharp, format: PictureFormat, { avif, webp, jpg, effort }: Pressing): Sharp {
  switch (format) {
    case 'avif':
      return image.avif({ quality: avif, effort, chromaSubsampling: '4:2:0' })
    case 'webp':
      return image.webp({ quality: webp, effort: 5 })
    case 'jpg':
      return image.jpeg({ quality: jpg, mozjpeg: true })
  }
}
