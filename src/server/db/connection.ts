import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Statement, Value } from '#server/db/database.ts'

/** What a statement answered. */
export type Answer = pg.QueryResult<pg.QueryResultRow>

type Message = { readonly text: string }
type Wire = {
  bind(config: { portal: string; statement: string; values: readonly unknown[]; binary: boolean }): void
  execute(config: { portal: string; rows: number }): void
}
type Callback = (error: Error | null, answer: Answer) => void
type WireQuery = {
  prepare(wire: Wire): void
  handleCommandComplete(message: Message, wire: Wire): void
  submit(wire: Wire): void
}
// the driver's own class; its published types leave out the methods that put a query on the wire
const DriverQuery = pg.Query as unknown as new (
  config: pg.QueryConfig,
  values: undefined,
  callback: Callback,
) => WireQuery

/**
 * BEGIN and a transaction's first statement as one message group with one Sync: a round trip less, and should BEGIN ever
 * fail the server skips the statement, so it cannot run outside the transaction.
 */
class OpeningQuery extends DriverQuery {
  #begun = false

  override prepare(wire: Wire): void {
    wire.bind({ portal: '', statement: 'begin', values: [], binary: false })
    wire.execute({ portal: '', rows: 0 })
    super.prepare(wire)
  }

  override handleCommandComplete(message: Message, wire: Wire): void {
    if (this.#begun) super.handleCommandComplete(message, wire)
    else this.#begun = true
  }
}

function config(statement: Statement<unknown>, values: readonly Value[] | undefined): pg.QueryConfig {
  return { name: statement.name, text: statement.text, values: values === undefined ? [] : [...values] }
}

/**
 * Holds back what is written to a connection until this turn of the program is over, so that statements asked for together
 * leave in one piece: PostgreSQL is woken once for them, and so are we.
 */
function gather(client: pg.ClientBase): void {
  // the published types leave the driver's own connection out
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Runs one prepared statement on a connection. */
export function run(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  gather(client)
  return client.query(config(statement, values))
}

/** Opens a transaction with its first statement. */
export function runFirst(
  client: pg.ClientBase,
  statement: Statement<unknown>,
  values: readonly Value[] | undefined,
): Promise<Answer> {
  gather(client)
  return new Promise((resolve, reject) => {
    const query = new OpeningQuery(config(statement, values), undefined, (error, answer) =>
      error === null || error === undefined ? resolve(answer) : reject(error),
    )
    client.query(query as unknown as pg.Submittable)
  })
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
