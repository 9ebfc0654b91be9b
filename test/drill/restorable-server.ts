// A PostgreSQL of a drill that is backed up and restored beside itself: by pgBackRest, or as a copy of its data folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { findBinaries, identity, neutralFolder, runAs, serverEnvironment } from '#embedded-postgres/binaries.ts'
import { serviceUser } from '#embedded-postgres/service-user.ts'
import { freePort } from '#test/e2e/store-process.ts'

export type BackupWay = 'pgbackrest' | 'copy'

export type RestorableServer = {
  readonly url: string
  /** Takes the backup that is restored later: before the first order where the log says the rest, at the moment itself where not. */
  backUp(when: 'before' | 'at the moment'): Promise<void>
  /** Ends it, and starts what it was at the moment of the backup, or at `moment`; answers the copy's address. */
  restore(moment: string): Promise<string>
  /** Ends everything and removes it. */
  close(): Promise<void>
}

const user = serviceUser()
const pgBackRest = '/usr/bin/pgbackrest'
const installed = '/usr/lib/postgresql'

/** The Debian packages that pgBackRest's way needs and that are not here. */
export function missingPackages(): readonly string[] {
  return [...(existsSync(pgBackRest) ? [] : ['pgbackrest']), ...(installedServer() === undefined ? ['postgresql'] : [])]
}

/** pgBackRest knows the servers of its own age, not the one that comes with the product. */
function installedServer(): string | undefined {
  const versions = existsSync(installed) ? readdirSync(installed) : []
  const [newest] = versions
    .filter((version) => existsSync(join(installed, version, 'bin/postgres')))
    .sort((a, b) => Number(b) - Number(a))
  return newest && join(installed, newest, 'bin')
}

export async function startRestorableServer(way: BackupWay): Promise<RestorableServer> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-restore-'))
  chmodSync(folder, 0o755)
  const own = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (user !== undefined) chownSync(path, user.uid, user.gid)
    return path
  }
  const bin =
    way === 'copy' ? dirname(findBinaries(user, own(join(folder, 'bin'))).postgres) : (installedServer() ?? '')
  const primary = {
    data: join(own(join(folder, 'primary')), 'data'),
    port: await freePort(),
    sockets: own(join(folder, 's1')),
  }
  const copy = {
    data: join(own(join(folder, 'copy')), 'data'),
    port: await freePort(),
    sockets: own(join(folder, 's2')),
  }
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = runAs(user, program, args)
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}${error ?? ''}`)
    return stdout
  }
  run(
    join(bin, 'initdb'),
    '-D',
    primary.data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--data-checksums',
    '-E',
    'UTF8',
    '--locale=C',
  )

  const config = (name: string, of: typeof primary) => {
    const file = join(folder, `${name}.conf`)
    const paths = ['repo', `${name}-log`, `${name}-lock`, `${name}-spool`].map((each) => own(join(folder, each)))
    writeFileSync(
      file,
      `[global]\nrepo1-path=${paths[0]}\nrepo1-retention-full=2\nlog-path=${paths[1]}\nlock-path=${paths[2]}\nspool-path=${paths[3]}\nlog-level-file=off\nstart-fast=y\n
[drill]\npg1-path=${of.data}\npg1-port=${of.port}\npg1-socket-path=${of.sockets}\npg1-user=postgres\n`,
    )
    return file
  }
  const backRest = (file: string, ...args: string[]) => run(pgBackRest, `--config=${file}`, '--stanza=drill', ...args)
  const ofPrimary = config('primary', primary)
  const archiving = [
    '-c',
    'archive_mode=on',
    '-c',
    `archive_command=${pgBackRest} --config=${ofPrimary} --stanza=drill archive-push %p`,
    '-c',
    'wal_level=replica',
  ]
  const running = new Set<ChildProcess>()
  const start = async (at: typeof primary, ...settings: string[]) => {
    const child = launch(join(bin, 'postgres'), at, settings)
    running.add(child)
    const url = `postgres://postgres@127.0.0.1:${at.port}/postgres`
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL did not start in ${at.data}`)
      const [row] = await ask<{ away: boolean }>(url, 'select pg_is_in_recovery() as away').catch(() => [
        { away: true },
      ])
      return row?.away === false
    })
    return url
  }
  const stop = async (child: ChildProcess) => {
    running.delete(child)
    if (child.exitCode !== null) return
    child.kill('SIGINT')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  const url = await start(primary, ...(way === 'copy' ? [] : archiving))
  const stopPrimary = async () => {
    for (const child of [...running]) await stop(child)
  }

  return {
    url,
    async backUp(when) {
      if (way === 'pgbackrest' && when === 'before') {
        backRest(ofPrimary, 'stanza-create')
        backRest(ofPrimary, 'check')
        backRest(ofPrimary, '--type=full', 'backup')
      }
      if (way === 'copy' && when === 'at the moment') {
        // a cold copy; whoever waits for the server finds it again at the same port
        await stopPrimary()
        execFileSync('cp', ['-a', primary.data, copy.data])
        await start(primary)
      }
    },
    async restore(moment) {
      if (way === 'pgbackrest') {
        const [last] = await ask<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file')
        await until(async () => {
          const archived = 'select last_archived_wal as file from pg_stat_archiver'
          return ((await ask<{ file: string | null }>(url, archived))[0]?.file ?? '') >= (last?.file ?? '')
        })
        await stopPrimary()
        own(copy.data)
        const target = ['--type=time', `--target=${moment}`, '--target-action=promote', '--archive-mode=off']
        backRest(config('copy', copy), ...target, 'restore')
        return start(copy, '-c', 'synchronous_standby_names=')
      }
      await stopPrimary()
      // the next timeline, as a restore has it: a copy that was only started would look like the original
      const signal = join(copy.data, 'recovery.signal')
      writeFileSync(signal, '')
      if (user !== undefined) chownSync(signal, user.uid, user.gid)
      return start(copy, '-c', 'restore_command=/bin/false', '-c', 'synchronous_standby_names=')
    },
    async close() {
      await stopPrimary()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function launch(
  program: string,
  { data, port, sockets }: { data: string; port: number; sockets: string },
  settings: string[],
): ChildProcess {
  const options = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${sockets}`,
    '-c',
    'log_min_messages=fatal',
  ]
  return spawn(program, ['-D', data, '-p', String(port), ...options, ...settings], {
    ...identity(user),
    cwd: neutralFolder,
    env: serverEnvironment,
    stdio: 'ignore',
  })
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not become so in 120 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
