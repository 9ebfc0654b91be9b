import {
  findSession,
  type SessionRow,
  type StoredSessionRow,
  sessionRowOf,
  sessionSelect,
} from '#server/account/sessions/session-store.ts'
import { type Sql, type Statement, statement, type Value } from '#server/db/database.ts'
import { nextParameter } from '#server/db/parameters.ts'

type BesideRow = {
  readonly session_row: StoredSessionRow | null
  readonly is_there: true | null
}

/** What a read answered, and the row of the session that asked for it. */
type ReadBeside<Found> = { readonly row: SessionRow | undefined; readonly read: PromiseSettledResult<Found> }

// made once of each statement that a read begins with, and gone with it
const made = new WeakMap<Statement<unknown>, Statement<BesideRow>>()

/** A statement that reads, with a session's row beside each of its rows, and alone where it has none. */
export function besideSession(read: Statement<unknown>): Statement<BesideRow> {
  const known = made.get(read)
  if (known !== undefined) return known
  const beside = statement<BesideRow>(
    `session.find+${read.name}`,
    `select s.session_row, r.* from (
       select (select row_to_json(own) from (${sessionSelect(`$${nextParameter(read.text)}`)}) own) as session_row) s
     left join (select true as is_there, t.* from (${read.text}) t) r on true`,
  )
  made.set(read, beside)
  return beside
}

/**
 * A session's row, found in one statement with the first that `read` asks for. `read` may go on before the row has been judged: it
 * reads and does nothing else.
 */
export async function findSessionBeside<Found>(
  sql: Sql,
  tokenSha256: Buffer,
  read: (sql: Sql) => Promise<Found>,
): Promise<ReadBeside<Found>> {
  let asked: Promise<BesideRow[]> | undefined
  async function first<Row>(statement: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    asked = sql.rows(besideSession(statement), [...values, tokenSha256])
    return (await asked).flatMap(({ session_row, is_there, ...row }) => (is_there ? [row as Row] : []))
  }
  const beside: Sql = {
    rows: (statement, values) => (asked === undefined ? first(statement, values) : sql.rows(statement, values)),
    row: async (statement, values) =>
      asked === undefined ? (await first(statement, values))[0] : sql.row(statement, values),
    count: () => Promise.reject(new Error('a read changes nothing')),
  }
  const [settled] = await Promise.allSettled([read(beside)])
  if (asked === undefined) return { row: await findSession(sql, tokenSha256), read: settled }
  return { row: sessionRowOf((await asked)[0]?.session_row ?? null), read: settled }
}
