import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { serves } from './postmaster.ts'

const silent = { info: () => undefined, warn: () => undefined }
const isRoot = process.getuid?.() === 0

let seed: string
let folder: string
let servers: EmbeddedPostgres[]
let children: ChildProcess[]
const newFolder = () => mkdtempSync(join(tmpdir(), `cartwright-test-${process.pid}-`))
beforeAll(async () => {
  seed = newFolder()
  await (await startEmbeddedPostgres({ dataDir: seed, port: 0, durable: false, log: silent })).stop()
})
afterAll(() => rmSync(seed, { recursive: true, force: true }))
beforeEach(() => {
  folder = newFolder()
  servers = []
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  // whoever is killed leaves a server behind, and its last user ends it
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, port: 0, durable: false, log: silent, ...options })
  servers.push(server)
  return server
}

/** Starts on a copy of a cluster made before, which is quicker than to make one. */
function startCopy(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  copySeed()
  return start(options)
}

function copySeed(): void {
  spawnSync('cp', ['-a', `${seed}/.`, folder])
}

async function ask<Row>(url: string, ...texts: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const text of texts) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

const fill = ['create schema shop', 'create table kept(n int)', 'insert into kept select generate_series(1, 400)']
const count = 'select count(*)::int as n from kept'

/** The private PostgreSQL held by another process, as by a server that is then killed. */
async function startElsewhere(
  user: { uid?: number; gid?: number } = {},
): Promise<{ child: ChildProcess; pid: number; url: string }> {
  const program = join(import.meta.dirname, 'embedded-program.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'pipe'], detached: true, ...user })
  children.push(child)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const first = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit').then(() => undefined)])
  if (first === undefined) throw new Error(`embedded-program ended: ${said}`)
  return { child, ...JSON.parse(String(first[0])) }
}

test('a new cluster is durable, checked, UTF-8, only on this machine, and its password is private', async () => {
  const server = await start({ durable: true })
  const settings = await ask<{ name: string; setting: string }>(
    server.url,
    `select name, setting from pg_settings where name in ('data_checksums', 'fsync', 'full_page_writes',
      'synchronous_commit', 'server_encoding', 'listen_addresses') order by name`,
  )
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  })
  expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
  expect(
    await ask(server.url, "select upper('é') as upper, rolsuper from pg_roles where rolname = current_user"),
  ).toEqual([{ upper: 'É', rolsuper: false }])
})

test('rows survive a stop and a start', async () => {
  const first = await startCopy()
  await ask(first.url, ...fill)
  await first.stop()
  expect(serves(first.pid(), join(folder, 'cluster'))).toBe(false)
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, count)).toEqual([{ n: 400 }])
})

test('a server whose process group was killed with SIGKILL lives on, is adopted, and ends with its new owner', async () => {
  copySeed()
  const other = await startElsewhere()
  await ask(other.url, ...fill)
  process.kill(-(other.child.pid ?? 0), 'SIGKILL')
  await once(other.child, 'exit')
  const server = await start()
  expect(server.adopted).toBe(true)
  expect(server.pid()).toBe(other.pid)
  expect(await ask(server.url, count)).toEqual([{ n: 400 }])
  await server.stop()
  expect(serves(other.pid, join(folder, 'cluster'))).toBe(false)
})

test('after SIGKILL of process and server the next start recovers all rows', async () => {
  copySeed()
  const other = await startElsewhere()
  await ask(other.url, ...fill)
  other.child.kill('SIGKILL')
  process.kill(other.pid, 'SIGKILL')
  // on a busy machine it is there for a moment yet
  for (let tries = 0; serves(other.pid, join(folder, 'cluster')) && tries < 500; tries += 1) await sleep(10)
  const server = await start()
  expect(server.adopted).toBe(false)
  expect(await ask(server.url, count)).toEqual([{ n: 400 }])
})

test('a server killed under a running process comes back by itself, and has all rows', async () => {
  const server = await startCopy()
  await ask(server.url, ...fill)
  const killed = server.pid()
  process.kill(killed, 'SIGKILL')
  let answer: { n: number } | undefined
  for (let tries = 0; answer === undefined && tries < 200; tries += 1) {
    answer = (await ask<{ n: number }>(server.url, count).catch(() => []))[0]
    if (answer === undefined) await sleep(50)
  }
  expect(answer).toEqual({ n: 400 })
  expect(server.pid()).not.toBe(killed)
})

test('a pid file that names a living process which is no server of ours does not stop the start', async () => {
  const first = await startCopy()
  await ask(first.url, ...fill)
  await first.stop()
  const pidFile = join(folder, 'cluster', 'postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${join(folder, 'cluster')}\n1\n1\n\n127.0.0.1\n 1 1\nready\n`)
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, count)).toEqual([{ n: 400 }])
})

test('a folder used by two processes is served until the second has stopped', async () => {
  copySeed()
  const other = await startElsewhere()
  const server = await start()
  expect(server.pid()).toBe(other.pid)
  other.child.stdin?.end()
  await once(other.child, 'exit')
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await server.stop()
  expect(serves(other.pid, join(folder, 'cluster'))).toBe(false)
})

test('a port that is taken is replaced by a free one, which is kept', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const address = squatter.address()
  const taken = typeof address === 'object' && address !== null ? address.port : 0
  const first = await startCopy({ port: taken })
  const port = Number(new URL(first.url).port)
  expect(port).not.toBe(taken)
  await first.stop()
  squatter.close()
  const second = await start({ port: taken })
  expect(Number(new URL(second.url).port)).toBe(port)
})

test('a lost password file is named, and nothing is overwritten', async () => {
  await (await startCopy()).stop()
  rmSync(join(folder, 'password'))
  await expect(start()).rejects.toThrow('password is missing')
})

test('a half-made cluster of a killed first start is made anew', async () => {
  mkdirSync(join(folder, 'cluster.new'))
  writeFileSync(join(folder, 'cluster.new', 'PG_VERSION'), '18\n')
  const server = await start()
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

describe.runIf(isRoot)('as root', () => {
  test('a folder the service user may not enter is named, or left for the fallback', async () => {
    const closed = join(folder, 'home')
    mkdirSync(closed, { mode: 0o700 })
    chmodSync(folder, 0o711)
    const dataDir = join(closed, 'project', 'data')
    await expect(start({ dataDir })).rejects.toThrow(`may not enter ${closed}.`)
    const server = await start({ dataDir, fallbackDir: join(folder, 'elsewhere') })
    expect(server.dataDir.startsWith(join(folder, 'elsewhere'))).toBe(true)
    expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('a plain user starts, keeps and stops the server as itself', async () => {
    const plain = { uid: 65534, gid: 65534 }
    spawnSync('chown', ['65534:65534', folder])
    const other = await startElsewhere(plain)
    await ask(other.url, ...fill)
    expect(await ask(other.url, count)).toEqual([{ n: 400 }])
    expect(readFileSync(`/proc/${other.pid}/status`, 'utf8')).toContain('Uid:\t65534\t65534')
    other.child.stdin?.end()
    await once(other.child, 'exit')
    expect(serves(other.pid, join(folder, 'cluster'))).toBe(false)
  })
})
