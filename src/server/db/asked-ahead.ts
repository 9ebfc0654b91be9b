import type { Statement, Tx, Value } from '#server/db/database.ts'
import { readsOnly } from '#server/db/reads-only.ts'

/** A transaction whose first reads are asked before it is known whether its work may begin. */
export type AskedAhead = {
  /** What is read or locked through this is asked at once. It changes nothing. */
  readonly ahead: Tx
  /** The transaction for the work: the same reads, asked again, are answered by these until it writes. */
  readonly tx: Tx
  /** Whether the work has asked for anything but reads; one who is not sure says yes. */
  hasWritten(): boolean
}

/** What stands in place of a statement that locks: it does nothing where the work may not begin. */
type Guarded = <Row>(lock: Statement<Row>, values: readonly Value[]) => readonly [Statement<Row>, readonly Value[]]

/**
 * Lets the first reads of a transaction leave in one write with what decides whether its work begins (decision 0115); what locks among
 * them is guarded by that itself.
 */
export function askedAhead(tx: Tx, guarded: Guarded): AskedAhead {
  const answers = new Map<string, Promise<unknown[]>>()
  let hasWritten = false

  function ask<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row[]> {
    const answer = readsOnly(statement.text) ? tx.rows(statement, values) : tx.rows(...guarded(statement, values ?? []))
    // told to whoever takes it; where nobody does, COMMIT fails
    answer.catch(() => undefined)
    answers.set(keyOf(statement, values), answer)
    return answer
  }

  function take<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row[]> {
    const key = answers.size === 0 ? '' : keyOf(statement, values)
    const answer = answers.get(key) as Promise<Row[]> | undefined
    if (answer !== undefined) return answer
    if (!readsOnly(statement.text)) noteWrite()
    return tx.rows(statement, values)
  }

  function noteWrite(): void {
    hasWritten = true
    answers.clear()
  }

  const refuse = (): never => {
    throw new Error('what is asked ahead changes nothing')
  }
  return {
    ahead: {
      ...tx,
      rows: ask,
      row: async (statement, values) => (await ask(statement, values))[0],
      count: refuse,
      write: refuse,
    },
    tx: {
      ...tx,
      rows: take,
      row: async (statement, values) => (await take(statement, values))[0],
      count(statement, values) {
        noteWrite()
        return tx.count(statement, values)
      },
      write(statement, values) {
        noteWrite()
        tx.write(statement, values)
      },
    },
    hasWritten: () => hasWritten,
  }
}

function keyOf({ name }: Statement<unknown>, values: readonly Value[] = []): string {
  return JSON.stringify([name, values], (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}
