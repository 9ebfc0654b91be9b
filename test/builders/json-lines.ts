import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

let files = 0

/** A new file of JSON Lines in a folder; a text is a line as it stands. Answers its path. */
export function jsonLinesFile(folder: string, lines: readonly unknown[]): string {
  files += 1
  const file = join(folder, `lines-${files}.jsonl`)
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}
