import type { Answer } from '#server/db/connection.ts'
import type { Sql, Statement, Value } from '#server/db/database.ts'

/** The three ways to ask, over one way to run. */
export function sqlOf(execute: (statement: Statement<unknown>, values?: readonly Value[]) => Promise<Answer>): Sql {
  return {
    async rows<Row>(statement: Statement<Row>, values?: readonly Value[]) {
      return (await execute(statement, values)).rows as Row[]
    },
    async row<Row>(statement: Statement<Row>, values?: readonly Value[]) {
      return (await execute(statement, values)).rows[0] as Row | undefined
    },
    async count(statement, values) {
      return (await execute(statement, values)).rowCount ?? 0
    },
  }
}
