import type { DatabaseCounts } from '#server/db/database-counts.ts'

/** One SQL text with the type of its rows. It is prepared under its name on each connection, so a name is used once. */
export type Statement<Row> = { readonly name: string; readonly text: string; row?(row: Row): void }

/** Declares a statement of a store. `name` is '<topic>.<what>'; parameters are $1, $2 … */
export function statement<Row = never>(name: string, text: string): Statement<Row> {
  return { name, text }
}

export type Value = string | number | bigint | boolean | Date | Buffer | null | undefined | readonly unknown[] | object

/** What a store may do: run statements, on the pool or inside one transaction. */
export type Sql = {
  /** All rows. */
  rows<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(statement: Statement<Row>, values?: readonly Value[]): Promise<Row | undefined>
  /** Runs a change and answers the number of rows it touched. */
  count(statement: Statement<unknown>, values?: readonly Value[]): Promise<number>
}

/** Inside one transaction on one connection (READ COMMITTED). Never awaits anything but the database. */
export type Tx = Sql & {
  readonly inTransaction: true
  /**
   * Runs a change whose answer nobody waits for: it leaves in one write with what is asked next, with COMMIT at the latest. When it
   * fails nothing of the transaction is kept, and its fault is judged as that of a statement that was waited for.
   */
  write(statement: Statement<unknown>, values?: readonly Value[]): void
}

/** How much a database is asked by this process. */
export type DatabaseLoad = Pick<DatabaseCounts, 'statements' | 'waitedSeconds'> & {
  readonly connections: number
  readonly inUse: number
  readonly waiting: number
}

export type Database = Sql & {
  /**
   * Runs `work` in one transaction and commits. A serialization fault (40001), a deadlock (40P01) or a connection cut
   * before COMMIT was sent repeats the whole of `work`, at most 3 times in all; so `work` must be a pure function of the database.
   * A connection cut while COMMIT was on its way throws CommitUnknown: the caller reads back before any repeat.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** How much it is asked, and how its connections are used. */
  load(): DatabaseLoad
  /** True when a connection answers and all migrations are done. */
  ready(): Promise<boolean>
  end(): Promise<void>
}

/** COMMIT was sent and its answer lost: the outcome is unknown until read back. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/** No connection within the wait limit, or the database is away: answered as 503. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}
