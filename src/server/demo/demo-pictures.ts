import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureStore } from '#server/providers/picture-store/port.ts'

const atOnce = 16
const pictureName = /^[a-z0-9][a-z0-9._-]{0,159}$/

/** Puts the demo's pictures where pages look for them, when that is not the storefront; answers how many were not there yet. */
export async function putDemoPictures(store: PictureStore, folders: readonly string[]): Promise<number> {
  if (store.servedAt === '') return 0
  let put = 0
  for (const folder of folders) {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => pictureName.test(name)) : []
    const present = await store.present(names)
    const missing = names.filter((name) => !present.has(name))
    // thousands of small files: one after the other would be a minute
    for (let at = 0; at < missing.length; at += atOnce) {
      const some = missing.slice(at, at + atOnce)
      await Promise.all(some.map(async (name) => store.write(name, await readFile(join(folder, name)))))
    }
    put += missing.length
  }
  return put
}
