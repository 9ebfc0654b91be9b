import { existsSync, readdirSync, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { albumFile, photographFolder } from './photographs/album.ts'
import { makePhotographs } from './photographs/make.ts'
import { wishes } from './photographs/wishes.ts'

/**
 * Makes the photographs of the demo catalogue from renders (catalog/studio/README.md): `node catalog/make-photographs.ts
 * FOLDER`. Each colour of a piece is developed from its neutral render, and written in all widths and formats into
 * catalog/photographs/files, which is committed; album.json says what there is. Run catalog/make-demo.ts afterwards, and
 * look at what was made: what came out badly is named in photographs/left-out.ts.
 */
const [renders] = process.argv.slice(2)
if (renders === undefined || !existsSync(renders)) {
  console.error('Usage: node catalog/make-photographs.ts FOLDER-OF-RENDERS')
  process.exitCode = 2
} else {
  setPriority(15)
  const { all, made, swept } = await makePhotographs(
    { renders, files: photographFolder, album: albumFile },
    wishes(),
    (name) => console.log(name),
  )
  const bytes = readdirSync(photographFolder).reduce(
    (sum, file) => sum + statSync(join(photographFolder, file)).size,
    0,
  )
  console.log(`${all} photographs, ${made} made, ${swept} old files removed, ${(bytes / 1e6).toFixed(1)} MB in all`)
}
