import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { type Pixels, pixelsOf } from '#server/catalog/import/picture-files.ts'
import type { ColorPart } from './develop.ts'

/** A render as it came from the renderer, decoded when it is needed. */
export type Master = {
  /** Changes with any byte of the picture, its masks and their description. */
  readonly hash: string
  readonly pixels: () => Promise<Pixels>
  readonly gloss: () => Promise<Pixels | undefined>
  readonly parts: () => Promise<ColorPart[]>
}

const description = z.object({
  parts: z
    .record(z.string(), z.object({ neutral: z.array(z.number().positive()).length(3), option: z.string() }))
    .default({}),
  gloss: z.string().optional(),
})

/** The master of a name ('alder-sofa-studio', 'scene-cb-1'), or undefined when it is not rendered yet. */
export function masterOf(folder: string, name: string): Master | undefined {
  const picture = join(folder, `${name}.png`)
  if (!existsSync(picture)) return undefined
  const about = join(folder, `${name}.json`)
  const { parts, gloss } = description.parse(existsSync(about) ? JSON.parse(readFileSync(about, 'utf8')) : {})
  const masks = Object.keys(parts).map((part) => join(folder, `${name}.mask-${part}.png`))
  const mirror = gloss === undefined ? undefined : join(folder, gloss)
  const hash = createHash('sha256').update(JSON.stringify(parts))
  for (const file of [picture, ...masks, ...(mirror ? [mirror] : [])]) hash.update(readFileSync(file))
  return {
    hash: hash.digest('hex'),
    pixels: () => readPixels(picture),
    gloss: async () => (mirror ? readPixels(mirror) : undefined),
    parts: () =>
      Promise.all(
        Object.values(parts).map(async ({ neutral }, index) => ({ neutral, mask: await readMask(masks[index] ?? '') })),
      ),
  }
}

function readPixels(file: string): Promise<Pixels> {
  return pixelsOf(sharp(file), 4000)
}

async function readMask(file: string): Promise<Uint8Array> {
  return sharp(file).removeAlpha().extractChannel(0).raw().toBuffer()
}
