import pg from 'pg'
import type { Statement, Value } from '#server/db/database.ts'
import { NeverSent } from '#server/db/faults.ts'

/** What a statement answered. */
export type Answer = pg.QueryResult<pg.QueryResultRow>

function config(statement: Statement<unknown>, values: readonly Value[] | undefined): pg.QueryConfig {
  return { name: statement.name, text: statement.text, values: values === undefined ? [] : [...values] }
}

/**
 * Asks the server, and knows whether the question left this process: the driver hands a query its connection only when it
 * writes it (`Submittable`, the driver's own way in for queries that are not plain text).
 * @param before what is done on the connection first
 * @throws NeverSent when the connection was gone before
 */
function ask(
  client: pg.ClientBase,
  asked: pg.QueryConfig,
  before: (connection: pg.Connection) => void,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let isSubmitted = false
  const query = new pg.Query(asked, (error: Error | null | undefined, answer: Answer) => {
    if (error === null || error === undefined) resolve(lastOf(answer))
    else reject(isSubmitted ? error : new NeverSent(error.message, { cause: error }))
  })
  const submit = query.submit.bind(query)
  query.submit = (connection) => {
    isSubmitted = true
    before(connection)
    const refused: unknown = submit(connection)
    // what was written before it would be answered to the next
    if (refused instanceof Error && before === begin) connection.stream.destroy()
    return refused
  }
  client.query(query)
  return promise.catch((error: Error) => {
    // its trace shall lead to who asked, as with the driver's own promises, and not to the socket
    Error.captureStackTrace(error)
    throw error
  })
}

/** Of several statements in one query the driver answers a list. */
function lastOf(answer: Answer): Answer {
  return [answer].flat().at(-1) ?? answer
}

/**
 * Holds back what is written to a connection until this turn of the program is over, so that statements asked for together
 * leave in one piece: PostgreSQL is woken once for them, and so are we.
 */
function gather({ stream }: pg.Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * BEGIN in the message group of the statement that follows, with one Sync for both: a round trip less, and should BEGIN ever
 * fail the server skips the statement, so it cannot run outside the transaction.
 */
function begin(connection: pg.Connection): void {
  gather(connection)
  connection.bind({ statement: 'begin' }, true)
  connection.execute(null, true)
}

/** Runs one prepared statement on a connection. */
export function run(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  return ask(client, config(statement, values), gather)
}

/** Opens a transaction with its first statement. */
export function runFirst(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  return ask(client, config(statement, values), begin)
}

/** Ends a transaction. */
export function end(client: pg.ClientBase, how: 'commit' | 'rollback'): Promise<Answer> {
  return ask(client, { text: how }, () => undefined)
}

/**
 * What every new connection is told once: the schema, the limit of a whole transaction, and BEGIN as a prepared statement.
 * Every statement is planned once: all of them find rows by keys, and PostgreSQL left alone would plan one that takes an
 * array of skus at each call, which costs it three times what running it does.
 */
export async function initSession(client: pg.ClientBase, transactionTimeoutMs: number): Promise<void> {
  await Promise.all([
    client.query(
      `select set_config('search_path', 'shop', false), set_config('plan_cache_mode', 'force_generic_plan', false),
        case when current_setting('server_version_num')::int >= 170000
          then set_config('transaction_timeout', $1, false) end`,
      [String(transactionTimeoutMs)],
    ),
    client.query({ name: 'begin', text: 'begin' }),
    client.query('rollback'),
  ])
}
