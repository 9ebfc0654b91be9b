import { readFileSync } from 'node:fs'
import pg from 'pg'

/** One statement as PostgreSQL itself logged it, with its parameters as text. */
export type Logged = {
  readonly at: number
  readonly connection: string
  readonly name: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

/**
 * Reads PostgreSQL's JSON log (log_statement = all) and gives the statements of one application in order.
 * So the limit beside a figure is the very SQL the product sent, not a guess at it.
 */
export function readStatementLog(file: string, applicationName: string): Logged[] {
  const logged: Logged[] = []
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue
    const entry = JSON.parse(line) as {
      message?: string
      detail?: string
      session_id?: string
      application_name?: string
      timestamp?: string
    }
    if (entry.application_name !== applicationName || entry.message === undefined) continue
    const match = /^(?:execute ([^:]+)|statement): ([\s\S]*)$/.exec(entry.message)
    if (!match) continue
    const name = match[1] ?? ''
    logged.push({
      at: Date.parse((entry.timestamp ?? '').replace(' UTC', 'Z').replace(' ', 'T')),
      connection: entry.session_id ?? '',
      name: name.startsWith('<unnamed>') ? '' : name,
      text: match[2] ?? '',
      values: parametersOf(entry.detail ?? ''),
    })
  }
  return logged
}

/** "Parameters: $1 = 'it''s', $2 = NULL" as values. */
export function parametersOf(detail: string): (string | null)[] {
  const values: (string | null)[] = []
  const pattern = /\$\d+ = (NULL|'((?:[^']|'')*)')/g
  for (const match of detail.matchAll(pattern))
    values.push(match[1] === 'NULL' ? null : (match[2] ?? '').replaceAll("''", "'"))
  return values
}

/** Replays each operation's statements, one bare client a shopper, and answers the time of each operation. */
export async function openReplay(url: string, operations: readonly (readonly Logged[])[], shoppers: number) {
  const clients = await Promise.all(
    Array.from({ length: shoppers }, async () => {
      const client = new pg.Client({ connectionString: url, options: '-c search_path=shop' })
      await client.connect()
      return client
    }),
  )
  let next = 0
  const operation = async (shopper: number): Promise<number | undefined> => {
    const statements = operations[next++]
    const client = clients[shopper]
    if (statements === undefined || client === undefined) return undefined
    const started = performance.now()
    for (const { name, text, values } of statements) {
      await client.query(name === '' ? { text, values: [...values] } : { name, text, values: [...values] })
    }
    return performance.now() - started
  }
  return { operation, close: () => Promise.all(clients.map((client) => client.end())) }
}
