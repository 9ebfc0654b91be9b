import pg from 'pg'
import { type Answer, end, run, runFirst, runUnawaited } from '#server/db/connection.ts'
import { CommitUnknown, DatabaseUnavailable, type Statement, type Tx, type Value } from '#server/db/database.ts'
import type { DatabaseCounts } from '#server/db/database-counts.ts'
import { faultOf, neverSent, sqlState } from '#server/db/faults.ts'
import { sqlOf } from '#server/db/sql.ts'

type Ended<Result> =
  | { readonly kind: 'committed'; readonly result: Result }
  | { readonly kind: 'repeatable'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }

/** SQLSTATE of every statement after one that failed. */
const isAborted = '25P02'

/**
 * One try of a transaction on a checked-out connection, which is released whatever happens. BEGIN travels with the first
 * statement; without one nothing is sent. `death` tells of a connection that was cut between two statements.
 */
export async function attempt<Result>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<Result>,
  counts: Pick<DatabaseCounts, 'ask'>,
  death: () => Error | undefined,
): Promise<Ended<Result>> {
  let begun = false
  let over = false
  let firstError: unknown
  async function execute(statement: Statement<unknown>, values?: readonly Value[], ask = run): Promise<Answer> {
    refuseWhenOver(statement)
    const over = counts.ask(statement.name)
    const answer = begun ? ask(client, statement, values) : runFirst(client, statement, values)
    begun = true
    try {
      return await answer
    } catch (error) {
      firstError ??= error
      throw error
    } finally {
      over()
    }
  }
  function refuseWhenOver({ name }: Statement<unknown>): void {
    if (over) throw new Error(`${name} was asked of a transaction that is over: an await is missing`)
  }

  let result: Result
  try {
    const write: Tx['write'] = (statement, values) => {
      // nobody would hear of it otherwise
      refuseWhenOver(statement)
      execute(statement, values, runUnawaited).catch(() => undefined)
    }
    result = await work({ ...sqlOf(execute), write, inTransaction: true })
  } catch (thrown) {
    over = true
    // what is asked after a statement that failed is told only that one did
    const error = sqlState(thrown) === isAborted ? firstError : thrown
    await rollBack(client, begun, faultOf(error) === 'stale')
    return judged(error, death())
  }
  over = true
  if (!begun) {
    client.release()
    return { kind: 'committed', result }
  }
  try {
    const answer = await end(client, 'commit')
    client.release(faultOf(firstError) === 'stale')
    if (answer.command === 'COMMIT') return { kind: 'committed', result }
    // a statement failed that nobody waited for, or `work` swallowed its error, and the server rolled all back
    return judged(new Error('The transaction was rolled back', { cause: firstError }), undefined)
  } catch (error) {
    if (isUncommittedBy(firstError)) {
      client.release(true)
      return judged(firstError, death())
    }
    const fault = faultOf(error)
    client.release(fault === 'cut')
    if (fault !== 'cut') return judged(error, undefined)
    if (neverSent(error)) return judged(error, death())
    return { kind: 'failed', error: new CommitUnknown('Connection cut during COMMIT', { cause: error }) }
  }
}

/**
 * Whether the fault of a statement before COMMIT tells that nothing is committed, whatever became of the connection: it was never
 * written, or the server itself said so, in its turn. A pooler between us speaks for a server that it lost, and may do so with
 * COMMIT done; it cannot tell the place in the server's source.
 */
function isUncommittedBy(error: unknown): boolean {
  if (error === undefined) return false
  if (faultOf(error) !== 'cut') return true
  return error instanceof pg.DatabaseError && error.routine !== undefined
}

function judged(error: unknown, death: Error | undefined): Ended<never> {
  const fault = faultOf(error)
  const limit = sqlState(death ?? error)
  if (fault === 'cut' && (limit === '25P03' || limit === '25P04')) {
    return { kind: 'failed', error: new Error('The transaction was held open too long', { cause: death ?? error }) }
  }
  if (fault === 'busy')
    return { kind: 'failed', error: new DatabaseUnavailable('Database limit hit', { cause: error }) }
  return { kind: fault === 'other' ? 'failed' : 'repeatable', error }
}

async function rollBack(client: pg.PoolClient, begun: boolean, discard: boolean): Promise<void> {
  if (!begun) {
    client.release()
    return
  }
  try {
    await end(client, 'rollback')
    client.release(discard)
  } catch {
    client.release(true)
  }
}
