import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoCatalogue } from '#catalog/demo-catalogue.ts'

/**
 * Draws those pictures of the demo catalogue that are not photographed into a folder (build/pictures unless another is
 * named). A picture that is there already stays: its name carries the hash of its content. Takes some two seconds.
 * Photographs are served from where they lie (catalog/photographs/files).
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '..', 'build', 'pictures')
mkdirSync(folder, { recursive: true })
let drawn = 0
for (const [name, svg] of demoCatalogue().pictures) {
  if (existsSync(join(folder, name)) && !name.startsWith('scene-')) continue
  writeFileSync(join(folder, name), svg)
  drawn += 1
}
console.log(`${drawn} pictures drawn into ${folder}`)
