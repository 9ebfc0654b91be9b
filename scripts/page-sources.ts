import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = join(import.meta.dirname, '../src/web/navigation/lazy-pages.ts')

/** The source of each page's own script, by the page's name: as the list of pages imports it. */
export function pageSources(): { readonly [name: string]: string } {
  const text = readFileSync(list, 'utf8')
  const lines = [...text.matchAll(/^ {2}(\w+): async \(\) => \(await import\('#web\/([^']+)'\)\)/gm)]
  if (lines.length !== text.split('import(').length - 1) throw new Error(`A page of ${list} is not a line of its own`)
  return Object.fromEntries(lines.map(([, name, path]) => [name, `src/web/${path}`]))
}
