import { z } from 'zod'
import { pictureOfAnyPlace } from '#contracts/catalog/import-parts.ts'
import type { Picture } from '#contracts/pages.ts'
import type { Brand } from '#domain/variant.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import { pictureOf } from './catalog-view.ts'

const sceneList = z.partialRecord(z.enum(['CB', 'CB2']), z.array(pictureOfAnyPlace))

/** Drawn rooms of the demo, 1920 x 1080, for a folder without photographs. */
const drawn = [
  { room: 'living', alt: 'A living room with a sofa, a low table and a lamp' },
  { room: 'dining', alt: 'A dining room with a table, chairs and a sideboard' },
] as const
const colors: { readonly [Name in Brand]: string } = { CB: '#ece4d8', CB2: '#e4e4e2' }

/**
 * Rooms of the home page, in order: those of the first store of pictures whose scenes.json names some of the brand, so
 * that a retailer's own go before the demo's; else the drawn ones.
 */
export async function homeScenes(stores: readonly PictureStore[], brand: Brand): Promise<Picture[]> {
  for (const store of stores) {
    const file = await store.read('scenes.json')
    if (file === null) continue
    const scenes = sceneList.parse(JSON.parse(file.toString('utf8')))[brand] ?? []
    if (scenes.length > 0) return scenes.slice(0, drawn.length).map(pictureOf)
  }
  const files = drawn.map(({ room, alt }) => ({ file: `scene-${brand.toLowerCase()}-${room}-1.svg`, alt }))
  const there = await Promise.all(stores.map((store) => store.present(files.map(({ file }) => file))))
  return files.flatMap(({ file, alt }) =>
    there.some((names) => names.has(file))
      ? [{ path: `/pictures/${file}`, alt, width: 1920, height: 1080, color: colors[brand] }]
      : [],
  )
}

/** The rooms of a brand, asked for once a minute; those of before while the store is away, and none before it was ever there. */
export function cachedScenes(stores: readonly PictureStore[], now: () => Date): (brand: Brand) => Promise<Picture[]> {
  const cached = new Map<Brand, { readonly at: number; readonly scenes: Promise<Picture[]> }>()
  return (brand) => {
    const before = cached.get(brand)
    const at = now().getTime()
    if (before !== undefined && at - before.at < 60_000) return before.scenes
    const scenes = homeScenes(stores, brand).catch(() => before?.scenes ?? [])
    cached.set(brand, { at, scenes })
    return scenes
  }
}
