import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Finds in docs/requirements the text of a row by its id; '' for an unknown one. */
export function requirementRows(root: string): (id: string) => string {
  const folder = join(root, 'docs/requirements')
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const rows = new Map(
    texts.flatMap((text) =>
      [...text.matchAll(/^\|\s*([A-Z]+-\d+[a-z]?)\s*\|\s*((?:\\\||[^|])*?)\s*\|/gm)].map(
        (found) => [found[1] ?? '', found[2] ?? ''] as const,
      ),
    ),
  )
  return (id) => rows.get(id) ?? ''
}
