import type pg from 'pg'
import { type Answer, end, run, runFirst } from '#server/db/connection.ts'
import { CommitUnknown, DatabaseUnavailable, type Statement, type Tx, type Value } from '#server/db/database.ts'
import { faultOf, neverSent, sqlState } from '#server/db/faults.ts'
import { sqlOf } from '#server/db/sql.ts'

type Ended<Result> =
  | { readonly kind: 'committed'; readonly result: Result }
  | { readonly kind: 'repeatable'; readonly error: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * One try of a transaction on a checked-out connection, which is released whatever happens. BEGIN travels with the first
 * statement; without one nothing is sent. `death` tells of a connection that was cut between two statements.
 */
export async function attempt<Result>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<Result>,
  death: () => Error | undefined,
): Promise<Ended<Result>> {
  let begun = false
  let over = false
  let firstError: unknown
  async function execute(statement: Statement<unknown>, values?: readonly Value[]): Promise<Answer> {
    if (over) throw new Error(`${statement.name} was asked of a transaction that is over: an await is missing`)
    const answer = begun ? run(client, statement, values) : runFirst(client, statement, values)
    begun = true
    try {
      return await answer
    } catch (error) {
      firstError ??= error
      throw error
    }
  }

  let result: Result
  try {
    result = await work({ ...sqlOf(execute), inTransaction: true })
  } catch (error) {
    over = true
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
    client.release()
    if (answer.command === 'COMMIT') return { kind: 'committed', result }
    // a statement failed, `work` swallowed its error, and the server rolled all back
    return judged(new Error('The transaction was rolled back', { cause: firstError }), undefined)
  } catch (error) {
    const fault = faultOf(error)
    client.release(fault === 'cut')
    if (fault !== 'cut') return judged(error, undefined)
    if (neverSent(error)) return judged(error, death())
    return { kind: 'failed', error: new CommitUnknown('Connection cut during COMMIT', { cause: error }) }
  }
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
