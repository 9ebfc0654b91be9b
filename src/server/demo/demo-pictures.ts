import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureStore } from '#server/providers/picture-store/port.ts'

const pictureName = /^[a-z0-9][a-z0-9._-]{0,159}$/

/** Puts the demo's pictures where pages look for them, when that is not the storefront; answers how many were not there yet. */
export async function putDemoPictures(store: PictureStore, folders: readonly string[]): Promise<number> {
  if (store.servedAt === '') return 0
  let put = 0
  for (const folder of folders) {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => pictureName.test(name)) : []
    const present = await store.present(names)
    for (const name of names) {
      if (present.has(name)) continue
      await store.write(name, await readFile(join(folder, name)))
      put += 1
    }
  }
  return put
}
