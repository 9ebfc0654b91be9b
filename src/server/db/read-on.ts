import type pg from 'pg'
import { run } from '#server/db/connection.ts'
import type { Sql } from '#server/db/database.ts'
import { sqlOf } from '#server/db/sql.ts'

/** Runs work on a connection that is the caller's, outside a transaction; afterwards nothing more can be asked of it. */
export async function readOn<Result>(client: pg.ClientBase, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  let isOver = false
  const sql = sqlOf(async (statement, values) => {
    if (isOver) throw new Error(`${statement.name} was asked of reads that are over: an await is missing`)
    return run(client, statement, values)
  })
  try {
    return await work(sql)
  } finally {
    isOver = true
  }
}
