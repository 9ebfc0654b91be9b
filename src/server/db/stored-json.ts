import { channel } from 'node:diagnostics_channel'
import type { z } from 'zod'

/** JSON of a row, or a value of it, that is not what it should be. Says which row and which fields, never what stands in them. */
export class StoredJsonFault extends Error {
  override readonly name = 'StoredJsonFault'
}

/** What is stored in a row's JSON, as its schema says; `row` names table, column and key, such as 'shop.orders.summary of 7…'. */
export function parseStored<Value>(schema: z.ZodType<Value>, stored: unknown, row: string): Value {
  const parsed = schema.safeParse(stored)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'all of it'} (${code})`)
  throw new StoredJsonFault(`Stored JSON of ${row} is not what it should be: ${faults.join(', ')}`)
}

const leftOut = channel('cartwright:unreadable-row')

/** What can be read of these rows: one that cannot must not take the others down. Whoever listens is told of it. */
export function readableRows<Row, Value>(rows: readonly Row[], read: (row: Row) => Value): Value[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      if (!(error instanceof StoredJsonFault)) throw error
      leftOut.publish(error)
      return []
    }
  })
}

/** Tells of every row that a list goes on without, until the answer is called. */
export function onUnreadableRow(tell: (fault: StoredJsonFault) => void): () => void {
  const heard = (fault: unknown) => {
    if (fault instanceof StoredJsonFault) tell(fault)
  }
  leftOut.subscribe(heard)
  return () => {
    leftOut.unsubscribe(heard)
  }
}
