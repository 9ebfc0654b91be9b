import pg from 'pg'
import type { Statement, Value } from '#server/db/database.ts'
import { NeverSent } from '#server/db/faults.ts'
import { newerSetting, type SessionLimits, sessionWords } from '#server/db/session-settings.ts'

/** What a statement answered. */
export type Answer = pg.QueryResult<pg.QueryResultRow>

/** Connections whose statements have no names: a pooler that knows of none is before them. */
const unprepared = new WeakSet<pg.ClientBase>()
/** Connections whose transactions only look, all of one at the same moment. */
const looking = new WeakSet<pg.ClientBase>()
const look = 'begin isolation level repeatable read read only'

function config(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): pg.QueryConfig & { readonly queryMode?: 'extended' } {
  const asked = { text: signed(statement), values: values === undefined ? [] : [...values] }
  // without values too: BEGIN before it is no plain text either
  return unprepared.has(client) ? { ...asked, queryMode: 'extended' } : { ...asked, name: statement.name }
}

const texts = new WeakMap<Statement<unknown>, string>()

/** Its name goes before a statement, sent once with it: the server's lists say who asks (pg_stat_activity, its log). */
function signed(statement: Statement<unknown>): string {
  const known = texts.get(statement)
  if (known !== undefined) return known
  const text = `/* ${statement.name} */ ${statement.text}`
  texts.set(statement, text)
  return text
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
    // what was written before it would be answered to the next, or be committed without it
    if (refused instanceof Error && before !== gather) connection.stream.destroy()
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

function beginUnprepared(text: string): (connection: pg.Connection) => void {
  return (connection) => {
    gather(connection)
    connection.parse({ name: '', text, types: [] }, true)
    connection.bind({}, true)
    connection.execute(null, true)
  }
}

/** Runs one prepared statement on a connection. */
export function run(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  return ask(client, config(client, statement, values), gather)
}

/** Runs one prepared statement whose answer nobody waits for: where the driver refuses it, the connection ends before COMMIT. */
export function runUnawaited(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  return ask(client, config(client, statement, values), (connection) => gather(connection))
}

/** Opens a transaction with its first statement. */
export function runFirst(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  return ask(
    client,
    config(client, statement, values),
    unprepared.has(client) ? beginUnprepared(looking.has(client) ? look : 'begin') : begin,
  )
}

/** Ends a transaction. */
export function end(client: pg.ClientBase, how: 'commit' | 'rollback'): Promise<Answer> {
  return ask(client, { text: how }, () => undefined)
}

/** What a connection needs to know of what is between it and the server. */
export type Wire = {
  /** It leads to another session with each transaction, whose role brings the settings along: it is told nothing. */
  readonly isTransactionPooled: boolean
  readonly isPrepared: boolean
}

/**
 * What every new connection is told once: schema, plans, limits, and BEGIN as a prepared statement.
 * @param onlyLooks its transactions write nothing, and all that is asked in one is answered as of the same moment
 */
export async function initSession(
  client: pg.ClientBase,
  limits: SessionLimits,
  wire: Wire,
  onlyLooks = false,
): Promise<void> {
  const { transaction_timeout: whole, ...others } = limits
  const all = Object.entries({ ...sessionWords, ...others })
  const told = all.map(([name, value]) => `set_config('${name}', '${value}', false)`)
  if (!wire.isPrepared) unprepared.add(client)
  if (onlyLooks) looking.add(client)
  await Promise.all([
    ...(wire.isTransactionPooled
      ? []
      : [
          client.query(
            `select ${told.join(', ')}, case when current_setting('server_version_num')::int >= 170000
              then set_config('${newerSetting}', '${whole}', false) end`,
          ),
        ]),
    ...(wire.isPrepared
      ? [client.query({ name: 'begin', text: onlyLooks ? look : 'begin' }), client.query('rollback')]
      : []),
  ])
}
