import { beginSpan } from '#server/watch/traces/tracing.ts'

type StatementCount = { readonly name: string; times: number; seconds: number }

/** How much a database was asked, for operators. */
export type DatabaseCounts = {
  /** A statement was asked; call what it answers when it is over. */
  ask(name: string): () => void
  /** So long one waited for a connection, milliseconds. */
  waited(ms: number): void
  statements(): readonly Readonly<StatementCount>[]
  waitedSeconds(): number
}

/** Statements of so many names are told apart. */
const maxNames = 300

const ofDatabase = { 'db.system.name': 'postgresql' }

/** Counts from nothing. */
export function createDatabaseCounts(): DatabaseCounts {
  const byName = new Map<string, StatementCount>()
  const others: StatementCount = { name: 'other', times: 0, seconds: 0 }
  let waitedMs = 0

  function countOf(name: string): StatementCount {
    const known = byName.get(name)
    if (known !== undefined) return known
    if (byName.size >= maxNames) return others
    const made = { name, times: 0, seconds: 0 }
    byName.set(name, made)
    return made
  }

  return {
    ask(name) {
      const count = countOf(name)
      const began = performance.now()
      const span = beginSpan(name, 'client', ofDatabase)
      return () => {
        count.times += 1
        count.seconds += (performance.now() - began) / 1_000
        span?.end()
      }
    },
    waited(ms) {
      waitedMs += ms
    },
    statements: () => (others.times === 0 ? [...byName.values()] : [...byName.values(), others]),
    waitedSeconds: () => waitedMs / 1_000,
  }
}
