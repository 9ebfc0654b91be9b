import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { linePrefix } from './postgres.ts'

/** One statement as PostgreSQL itself logged it, with its parameters as text. */
export type Logged = {
  readonly connection: string
  /** Name of the prepared statement, '' for none. */
  readonly name: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** The end of the log at this moment. */
export function endOfLog(file: string): number {
  return statSync(file).size
}

/**
 * The statements of one application between two places of PostgreSQL's log (log_statement = all), in order. So the limit
 * beside a figure is the very SQL the product sent, not a guess at it.
 */
export function readStatements(file: string, from: number, to: number, applicationName: string): Logged[] {
  const [before = '', after = ''] = linePrefix.split('%a')
  const logged: Logged[] = []
  for (const message of textOf(file, from, to).split(before).slice(1)) {
    const [application = '', connection = '', ...rest] = message.split('|')
    // lines after the first of a message begin with a tab
    const said = rest
      .join('|')
      .slice(after.length - after.lastIndexOf('|') - 1)
      .replaceAll('\n\t', '\n')
      .trimEnd()
    if (application !== applicationName) continue
    const detail = /^DETAIL: {2}Parameters: ([\s\S]*)$/.exec(said)
    const last = logged.at(-1)
    if (detail !== null && last !== undefined) {
      logged[logged.length - 1] = { ...last, values: parametersOf(detail[1] ?? '') }
      continue
    }
    const match = /^LOG: {2}(?:execute ([^:]+)|statement): ([\s\S]*)$/.exec(said)
    if (match === null) continue
    const name = match[1] ?? ''
    logged.push({ connection, name: name.startsWith('<unnamed>') ? '' : name, text: match[2] ?? '', values: [] })
  }
  return logged
}

/** What the log says between two places. */
export function textOf(file: string, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from)
  const open = openSync(file, 'r')
  try {
    readSync(open, bytes, 0, bytes.length, from)
  } finally {
    closeSync(open)
  }
  return bytes.toString('utf8')
}

/** "$1 = 'it''s', $2 = NULL" as values. */
function parametersOf(detail: string): (string | null)[] {
  const values: (string | null)[] = []
  for (const match of detail.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)) {
    values.push(match[1] === 'NULL' ? null : (match[2] ?? '').replaceAll("''", "'"))
  }
  return values
}
