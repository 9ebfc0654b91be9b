import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Picture } from '#contracts/pages.ts'
import type { Brand } from '#domain/variant.ts'

/** Rooms of the home page, in order: a picture each, 1920 x 1080, named after the brand in the folders of pictures. */
const rooms = [
  { room: 'living', alt: 'A living room with a sofa, a low table and a lamp' },
  { room: 'dining', alt: 'A dining room with a table, chairs and a sideboard' },
] as const
const colors: { readonly [Name in Brand]: string } = { CB: '#ece4d8', CB2: '#e4e4e2' }

/** The scenes there are; a retailer's own pictures folder goes before the demo's. */
export function homeScenes(folders: readonly string[], brand: Brand): Picture[] {
  return rooms.flatMap(({ room, alt }) => {
    const file = `scene-${brand.toLowerCase()}-${room}-1.svg`
    const isThere = folders.some((folder) => existsSync(join(folder, file)))
    return isThere ? [{ path: `/pictures/${file}`, alt, width: 1920, height: 1080, color: colors[brand] }] : []
  })
}
