import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { childrenOf } from './measure.ts'
import type { Holding } from './soak-probe.ts'
import { answerOf } from './workers.ts'

/** The product as a process of its own: in production mode on a database that is given, else as a stranger starts it. */
export type Server = {
  readonly port: number
  readonly gatewayPort: number
  /** Where its metrics are. */
  readonly opsPort: number
  /** Host name and port of the store of CB in the US. */
  readonly host: string
  readonly pid: number
  readonly gatewayPid: number | undefined
  /** From spawn to the first 200 of /readyz, milliseconds. */
  readonly readyMs: number
  /** What it holds at this moment; only of a server that was started to be looked at. */
  look(): Promise<Holding>
  stop(): Promise<void>
  /** kill -9. */
  kill(): Promise<void>
}

export type ServerSettings = {
  readonly dataDir: string
  /** Without it the product starts its own PostgreSQL in the data folder, with the demo in it. */
  readonly databaseUrl?: string
  /** More arguments for node, as --cpu-prof. */
  readonly nodeArguments?: readonly string[]
  /** Loads what tells of its memory, handles and prepared statements (bench/soak-probe.ts). */
  readonly isLookedAt?: boolean
}

const hosts = { CB: 'cb.localhost', CB_CA: 'cb-ca.localhost', CB2: 'cb2.localhost', CB2_CA: 'cb2-ca.localhost' }

export async function startServer({
  dataDir,
  databaseUrl,
  nodeArguments = [],
  isLookedAt = false,
}: ServerSettings): Promise<Server> {
  const [port = 0, gatewayPort = 0, mailPort = 0, opsPort = 0] = await freePorts(4)
  const origins = Object.entries(hosts).map(([name, host]) => [`${name}_ORIGIN`, `http://${host}:${port}`])
  const began = performance.now()
  const probe = isLookedAt ? ['--import', join(import.meta.dirname, 'soak-probe.ts')] : []
  const child = spawn(process.execPath, [...probe, ...nodeArguments, 'src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ...(databaseUrl === undefined
        ? { NODE_ENV: 'development' }
        : { NODE_ENV: 'production', STAND_INS: 'card-gateway,wallets,mail,delivery', DATABASE_URL: databaseUrl }),
      ...Object.fromEntries(origins),
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      MAIL_SMTP_PORT: String(mailPort),
      OPS_PORT: String(opsPort),
      DATA_DIR: dataDir,
      SHOP_SECRET: 'a secret of the bench that protects nothing',
      GATEWAY_API_KEY: 'a key of the bench that opens nothing at all',
      GATEWAY_HMAC_KEY: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      REQUESTS_PER_SECOND: '0',
      // who sends the load names the shopper's address
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'pipe', ...(isLookedAt ? (['ipc'] as const) : [])],
  })
  let complaints = ''
  child.stderr?.on('data', (part) => {
    complaints = (complaints + part).slice(-4_000)
  })
  await untilReady(port, child, () => complaints)
  const pid = child.pid ?? 0
  return {
    port,
    gatewayPort,
    opsPort,
    host: `${hosts.CB}:${port}`,
    pid,
    gatewayPid: childrenOf(pid)[0],
    readyMs: performance.now() - began,
    look: () => answerOf<Holding>(child, {}),
    stop: () => stop(child, 'SIGTERM'),
    kill: () => stop(child, 'SIGKILL'),
  }
}

async function untilReady(port: number, child: ChildProcess, complaints: () => string): Promise<void> {
  const until = performance.now() + 120_000
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${complaints()}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready in 120 s:\n${complaints()}`)
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Ports nobody listens on at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
