import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { pictureOfAnyPlace } from '#contracts/catalog/import-parts.ts'
import type { Picture } from '#contracts/pages.ts'
import type { Brand } from '#domain/variant.ts'
import { pictureOf } from './catalog-view.ts'

const sceneList = z.partialRecord(z.enum(['CB', 'CB2']), z.array(pictureOfAnyPlace))

/** Drawn rooms of the demo, 1920 x 1080, for a folder without photographs. */
const drawn = [
  { room: 'living', alt: 'A living room with a sofa, a low table and a lamp' },
  { room: 'dining', alt: 'A dining room with a table, chairs and a sideboard' },
] as const
const colors: { readonly [Name in Brand]: string } = { CB: '#ece4d8', CB2: '#e4e4e2' }

/**
 * Rooms of the home page, in order: those of the first folder of pictures whose scenes.json names some of the brand, so
 * that a retailer's own go before the demo's; else the drawn ones.
 */
export function homeScenes(folders: readonly string[], brand: Brand): Picture[] {
  for (const folder of folders) {
    const file = join(folder, 'scenes.json')
    if (!existsSync(file)) continue
    const scenes = sceneList.parse(JSON.parse(readFileSync(file, 'utf8')))[brand] ?? []
    if (scenes.length > 0) return scenes.slice(0, drawn.length).map(pictureOf)
  }
  return drawn.flatMap(({ room, alt }) => {
    const file = `scene-${brand.toLowerCase()}-${room}-1.svg`
    const isThere = folders.some((folder) => existsSync(join(folder, file)))
    return isThere ? [{ path: `/pictures/${file}`, alt, width: 1920, height: 1080, color: colors[brand] }] : []
  })
}
