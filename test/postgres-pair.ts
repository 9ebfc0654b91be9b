import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#embedded-postgres/binaries.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { choosePort, passwordOf, prepareFolders } from '#embedded-postgres/folders.ts'
import { findOrLaunch } from '#embedded-postgres/launch.ts'
import { serves, shutDown } from '#embedded-postgres/postmaster.ts'
import { serviceUser } from '#embedded-postgres/service-user.ts'

const silent = { info: () => undefined, warn: () => undefined }

/** A server that nobody revives. */
export type PairedServer = {
  readonly port: number
  readonly pid: number
  /** As its superuser. */
  ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
}

/** A primary and a standby that follows it; the primary's commits wait for it. */
export type PostgresPair = {
  readonly primary: PairedServer
  readonly standby: PairedServer
  /** The application's address of both, the standby first. */
  readonly url: string
  stop(): Promise<void>
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const [first, second] = [newFolder(), newFolder()]
  const made = await startEmbeddedPostgres({ dataDir: first, port: 0, durable: true, log: silent })
  await made.stop()
  const primary = await launch(first)
  await copyOf(primary, first, second)
  const standby = await launch(second)
  await primary.server.ask("alter system set synchronous_standby_names = '*'")
  await primary.server.ask('select pg_reload_conf()')
  await until(
    async () => (await primary.server.ask("select from pg_stat_replication where sync_state = 'sync'")).length > 0,
  )
  const at = [standby, primary].map(({ server }) => `127.0.0.1:${server.port}`).join(',')
  return {
    primary: primary.server,
    standby: standby.server,
    url: `postgres://cartwright:${primary.password}@${at}/cartwright`,
    async stop() {
      for (const { server, cluster } of [standby, primary])
        if (serves(server.pid, cluster)) await shutDown(server.pid, cluster)
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Until something is so; the test's own limit ends it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `cartwright-test-${process.pid}-`))
  // started as root, PostgreSQL runs as a user of its own, who must be able to enter
  chmodSync(folder, 0o755)
  return folder
}

type Launched = { readonly server: PairedServer; readonly cluster: string; readonly password: string }

async function launch(folder: string): Promise<Launched> {
  const user = serviceUser()
  const { folders } = prepareFolders(folder, undefined, user)
  const place = { folders, binaries: findBinaries(user, folders.root), user, durable: true }
  const { postmaster } = await findOrLaunch(place, () => choosePort(folders, 0))
  const { port, pid } = postmaster
  const password = passwordOf(folders)
  const server: PairedServer = {
    port,
    pid,
    async ask<Row extends pg.QueryResultRow>(text: string) {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<Row>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
  return { server, cluster: folders.cluster, password }
}

/** A copy of a server at work, made ready to follow it. */
async function copyOf({ server, cluster, password }: Launched, from: string, to: string): Promise<void> {
  const { port } = server
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await client.connect()
  await client.query("select pg_backup_start('pair', true)")
  execFileSync('cp', ['-a', `${from}/.`, to])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  const copy = cluster.replace(from, to)
  const { uid, gid } = statSync(copy)
  rmSync(join(copy, 'postmaster.pid'), { force: true })
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(copy, name), text)
    chownSync(join(copy, name), uid, gid)
  }
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
}
