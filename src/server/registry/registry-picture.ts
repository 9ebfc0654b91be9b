import { good, type Outcome, refused } from '#domain/outcome.ts'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import { createTurns } from '#server/turns.ts'

/** A picture as we drew it: JPEG, without anything that was not to be seen. */
export type DrawnPicture = { readonly file: Buffer; readonly width: number; readonly height: number }

const { leastPixels, shownPixels } = registryPictureRules
/**
 * More are a danger to the memory: a JPEG that comes in passes takes six bytes of each, 400 MB in all. Cameras of phones give 50.3
 * million (8192 x 6144) and 64.4 (9280 x 6944); those of 108 and 200 give files that are too large anyway.
 */
const maxPixels = 65_000_000
/** Of a PNG that comes in passes, or with twice the depth: it is decoded whole before it is made small. */
const maxWholePixels = 8_000_000
/** What the database takes. */
const maxFile = 1_000_000
const formats: readonly string[] = ['jpeg', 'png', 'webp']

class PicturesBusy extends Error {}
const inTurn = createTurns({ maxConcurrent: 1, maxWaiting: 8, refuse: () => new PicturesBusy() })

/**
 * Draws what a shopper sent anew: decoded whole, turned upright, made small, and written as JPEG. Place, camera and whatever else was
 * in the file stay behind. Only files that begin as JPEG, PNG and WebP do reach a decoder. Problems:
 * pictureTooManyPixels, pictureNeedsJpeg, pictureUnreadable, pictureBusy.
 */
export async function drawRegistryPicture(sent: Buffer): Promise<Outcome<DrawnPicture>> {
  if (!beginsAsPicture(sent)) return unreadable
  try {
    return await inTurn(() => draw(sent))
  } catch (error) {
    return error instanceof PicturesBusy ? refused({ code: 'pictureBusy' }) : unreadable
  }
}

const unreadable = refused({ code: 'pictureUnreadable', least: leastPixels })

async function draw(sent: Buffer): Promise<Outcome<DrawnPicture>> {
  // large, and for the few who send a picture
  const { default: sharp } = await import('sharp')
  const input = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true } as const
  const { format, width, height, isProgressive, depth } = await sharp(sent, { limitInputPixels: false }).metadata()
  if (!formats.includes(format) || Math.min(width, height) < leastPixels) return unreadable
  const pixels = width * height
  if (pixels > maxPixels)
    return refused({ code: 'pictureTooManyPixels', pixels: Math.ceil(pixels / 1e6), limit: maxPixels / 1e6 })
  const isWhole = format === 'png' && (isProgressive || depth === 'ushort')
  if (isWhole && pixels > maxWholePixels) return refused({ code: 'pictureNeedsJpeg' })
  const upright = sharp(sent, input)
    .autoOrient()
    .resize({ width: shownPixels, height: shownPixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .timeout({ seconds: 20 })
  for (const quality of [80, 60, 35]) {
    const { data, info } = await upright
      .clone()
      .jpeg({ quality, progressive: true })
      .toBuffer({ resolveWithObject: true })
    if (data.length <= maxFile) return good({ file: data, width: info.width, height: info.height })
  }
  return unreadable
}

function beginsAsPicture(file: Buffer): boolean {
  const beginning = file.toString('latin1', 0, 12)
  const isWebp = beginning.startsWith('RIFF') && beginning.endsWith('WEBP')
  return beginning.startsWith('\xff\xd8\xff') || beginning.startsWith('\x89PNG\r\n\x1a\n') || isWebp
}
