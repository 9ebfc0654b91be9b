import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PictureStore } from './port.ts'

/** Pictures in a folder, which every storefront serves itself. Each file appears whole or not at all. */
export function createPictureFolder(folder: string): PictureStore {
  return {
    name: folder,
    servedAt: '',
    async open(name) {
      const path = join(folder, name)
      const about = await stat(path).catch(() => null)
      return about?.isFile() ? { body: createReadStream(path), bytes: about.size } : null
    },
    async read(name) {
      const path = join(folder, name)
      return existsSync(path) ? readFile(path) : null
    },
    async present(names) {
      return new Set(names.filter((name) => existsSync(join(folder, name))))
    },
    async write(name, bytes) {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      await writeFile(`${path}.part`, bytes)
      await rename(`${path}.part`, path)
    },
  }
}
