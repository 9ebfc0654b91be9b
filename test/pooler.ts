import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

// Debian has it where only root looks
const programs = ['pgbouncer', '/usr/sbin/pgbouncer']

/** The version of the PgBouncer of this machine, as in [1, 18]; null: the package pgbouncer is not installed. */
export function poolerVersion(): readonly [number, number] | null {
  for (const program of programs) {
    const [, major, minor] =
      /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
    if (major !== undefined) return [Number(major), Number(minor)]
  }
  return null
}

/** Whether it prepares statements for whoever gets a connection next. */
export function canPrepare(version: readonly [number, number] | null): boolean {
  return version !== null && (version[0] > 1 || version[1] >= 21)
}

export type Pooler = {
  /** The same database, through it; whoever asks is the role it was started for. */
  urlOf(url: string): string
  stop(): Promise<void>
}

/** Starts a PgBouncer before the server of an address, as whose role it connects to any database there. */
export async function startPooler(url: string, mode: 'session' | 'transaction'): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    ...[
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
    ],
    ...['default_pool_size = 20', 'max_client_conn = 500', 'server_idle_timeout = 2'],
    ...(canPrepare(poolerVersion()) ? ['max_prepared_statements = 500'] : []),
  ]
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  // it refuses to run as root
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const program = programs.find((each) => spawnSync(each, ['--version']).status === 0) ?? ''
  const child = spawn(program, ['-q', file], { ...nobody, stdio: ['ignore', 'ignore', 'pipe'] })
  const pooled = new URL(url)
  pooled.port = String(port)
  pooled.search = ''
  await untilItAnswers(child, pooled.href)
  return {
    urlOf(other) {
      const through = new URL(pooled)
      through.pathname = new URL(other).pathname
      return through.href
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await ended
      }
      rmSync(folder, { recursive: true })
    },
  }
}

async function untilItAnswers(child: ChildProcess, url: string): Promise<void> {
  let said = ''
  child.stderr?.on('data', (part) => {
    said += part
  })
  for (let nth = 0; nth < 200; nth += 1) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error(`PgBouncer does not answer: ${said}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
