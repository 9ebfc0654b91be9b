import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'

/** A PostgreSQL of the bench's own, as durable as the product's, whose databases can be cloned and listened to. */
export type BenchPostgres = {
  readonly version: string
  /** Everything the server has logged, statements included where they were asked for. */
  readonly log: string
  urlOf(database: string): string
  /** An exact copy, in place of any of before; nobody may be connected to the source. */
  clone(source: string, copy: string): Promise<string>
  /** From now on every statement sent to the database stands in the log. */
  logStatements(database: string): Promise<void>
  query(database: string, text: string): Promise<pg.QueryResult>
  /** The postmaster; its backends are its children. */
  pid(): number
  stop(): Promise<void>
}

/** As durable as the product's; a test, which judges no times, needs not wait for the disk. */
export async function startBenchPostgres({ durable = true } = {}): Promise<BenchPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-bench-'))
  // started as root, PostgreSQL runs as a user of its own, who must be able to enter
  chmodSync(dataDir, 0o755)
  const silent = { info: () => undefined, warn: () => undefined }
  const server = await startEmbeddedPostgres({ dataDir, port: 0, durable, log: silent })
  const urlOf = (database: string) => server.url.replace(/\/cartwright(\?|$)/, `/${database}$1`)
  const adminUrl = (database: string) => urlOf(database).replace('//cartwright:', '//postgres:')

  async function query(database: string, text: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: adminUrl(database) })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }

  await query('postgres', `alter system set log_line_prefix = '${linePrefix}'`)
  await query('postgres', 'select pg_reload_conf()')
  const { rows } = await query('postgres', 'show server_version')
  return {
    version: rows[0]?.server_version ?? '',
    log: join(dataDir, 'postgres.log'),
    urlOf,
    query,
    async clone(source, copy) {
      await query('postgres', `drop database if exists ${copy} with (force)`)
      await query('postgres', `create database ${copy} template ${source} owner cartwright strategy file_copy`)
      // the copy's pages are written down now, not in the middle of what is measured
      await query('postgres', 'checkpoint')
      return urlOf(copy)
    },
    async logStatements(database) {
      await query('postgres', `alter database ${database} set log_statement = 'all'`)
    },
    pid: () => server.pid(),
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Begins every message of the log: application, session, a mark that no statement holds. */
export const linePrefix = '~|%a|%c|~'
