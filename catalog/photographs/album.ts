import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Picture } from '#domain/catalog/sku.ts'

/** The photographs that are made, by name ('alder-sofa-oat', 'alder-sofa-detail', 'scene-cb-1'), without words. */
export type Album = { readonly [name: string]: Omit<Picture, 'alt'> }

/** Where the files of the photographs lie. */
export const photographFolder = join(import.meta.dirname, 'files')
/** What is known of them, in the order of their names. */
export const albumFile = join(import.meta.dirname, 'album.json')

/** The photographs there are. */
export function readAlbum(file = albumFile): Album {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Album) : {}
}
