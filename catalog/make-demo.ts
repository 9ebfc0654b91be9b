import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoCatalogue } from '#catalog/demo-catalogue.ts'

/** Writes catalog/demo/*.jsonl anew: run it after a change of the data or the pictures, and commit what it wrote. */
const folder = join(import.meta.dirname, 'demo')
mkdirSync(folder, { recursive: true })
for (const [name, lines] of demoCatalogue().files) {
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  console.log(`${name}: ${lines.length} lines`)
}
