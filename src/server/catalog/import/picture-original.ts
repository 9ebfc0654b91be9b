import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { pieceWidths } from '#domain/catalog/picture.ts'
import type { Picture } from '#domain/catalog/sku.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import { filesOf, type Pixels, pixelsOf, writePictureFiles } from './picture-files.ts'

/** What the shop knows of a picture but the words for those who cannot see it. */
export type PictureFacts = Omit<Picture, 'alt'>

/** What became of an original: the shop's facts, or why it is refused. */
export type OriginalOutcome =
  | { readonly facts: PictureFacts; readonly isMade: boolean }
  | { readonly refusal: string; readonly facts?: undefined }

/** Fewer pixels across look poor on any page. */
const leastWidth = 480
/** More are a mistake, and a danger to the memory. */
const maxPixels = 50_000_000
/** Names the way of making: another way makes new files. */
const way = 'photograph-1'

/** How files of the kinds that are taken begin; all others never reach a decoder. */
const beginnings: readonly string[] = ['\xff\xd8\xff', '\x89PNG', 'RIFF', 'II*\0', 'MM\0*', 'II+\0', 'MM\0+']

/**
 * Makes the files of an original (JPEG, PNG, WebP, TIFF) where the pictures are. Their name holds a hash of the
 * original, and a note of what was made lies beside them: the same original again is only read. Refused are a missing or
 * broken file, one that is no picture, under 480 pixels wide or over 50 megapixels.
 */
export async function makeOriginal(
  name: string,
  places: { readonly originals: string; readonly store: PictureStore },
): Promise<OriginalOutcome> {
  if (!isInside(name)) return { refusal: `${name} is not the name of a file in the folder of originals` }
  const path = join(places.originals, name)
  if (!(existsSync(path) && statSync(path).isFile())) return { refusal: `there is no file ${name} among the originals` }
  const made = `${stemOf(name)}.${(await hashOf(path)).slice(0, 10)}`
  const { store } = places
  const note = `.made/${made}.json`
  const known = await readNote(store, note)
  if (known !== null && (await areThere(store, made, known))) return { facts: known, isMade: false }
  const pixels = await readPixels(name, path)
  if (typeof pixels === 'string') return { refusal: pixels }
  const facts = await writePictureFiles(pixels, { name: made, store })
  await store.write(note, Buffer.from(JSON.stringify(facts)))
  return { facts, isMade: true }
}

async function readNote(store: PictureStore, note: string): Promise<PictureFacts | null> {
  const found = await store.read(note)
  return found === null ? null : (JSON.parse(found.toString('utf8')) as PictureFacts)
}

async function areThere(store: PictureStore, name: string, { widths = [] }: PictureFacts): Promise<boolean> {
  const files = filesOf(name, widths).map(({ file }) => file)
  return (await store.present(files)).size === files.length
}

/** The pixels of an original, or why there are none. */
async function readPixels(name: string, path: string): Promise<Pixels | string> {
  const beginning = await beginningOf(path)
  const isRiff = beginning.startsWith('RIFF')
  if (!beginnings.some((each) => beginning.startsWith(each)) || (isRiff && beginning.slice(8, 12) !== 'WEBP')) {
    return `${name} is not a picture of a kind that is taken: JPEG, PNG, WebP, TIFF`
  }
  try {
    const { width, height, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
    if (width * height > maxPixels) {
      return `${name} has ${Math.ceil((width * height) / 1e6)} megapixels, more than ${maxPixels / 1e6}`
    }
    if (autoOrient.width < leastWidth) return `${name} is ${autoOrient.width} pixels wide, less than ${leastWidth}`
    // photographs come with harmless blemishes; what is cut off or cannot be read is refused
    return await pixelsOf(sharp(path, { failOn: 'error', limitInputPixels: maxPixels }), pieceWidths.at(-1) ?? 960)
  } catch (error) {
    return `${name} is broken: ${(error instanceof Error ? error.message : String(error)).split('\n')[0]}`
  }
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256').update(way)
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) hash.update(bytes)
  return hash.digest('hex')
}

/** 'IMG 2041.JPG' as an address may hold it: 'img-2041'. */
function stemOf(name: string): string {
  const stem = basename(name).replace(/\.[^.]*$/, '')
  const plain = stem
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 80) || 'picture'
}

/** A file of the folder or of one in it; nothing above it. */
function isInside(name: string): boolean {
  return (
    name !== '' &&
    !name.includes('\\') &&
    !name.includes('\0') &&
    name.split('/').every((part) => !/^\.{0,2}$/.test(part))
  )
}
