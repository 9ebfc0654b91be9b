import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

export type StoreProcess = {
  readonly port: number
  readonly gatewayPort: number
  readonly pid: number
  readonly log: () => string
  /** Its exit code, null when a signal ended it; waits for its end. */
  readonly ended: Promise<number | null>
  /** Resolves when it can serve. @throws when it ended instead, or cannot within two minutes */
  ready(): Promise<void>
  /** Ends it; SIGTERM unless told. Resolves when it has gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export type StoreSettings = {
  readonly dataDir: string
  readonly port?: number
  readonly gatewayPort?: number
  readonly env?: NodeJS.ProcessEnv
}

/** Starts the product as `npm start` does, on ports of its own, and waits until it can serve. */
export async function startStore(settings: StoreSettings): Promise<StoreProcess> {
  const store = await spawnStore(settings)
  try {
    await store.ready()
    return store
  } catch (error) {
    // a port that was free when it was looked for, and that another program took since
    if (!store.log().includes('is taken by another program') || settings.port || settings.gatewayPort) throw error
    return startStore(settings)
  }
}

/** The same, without waiting for it. */
export async function spawnStore(settings: StoreSettings): Promise<StoreProcess> {
  const port = settings.port ?? (await freePort())
  const gatewayPort = settings.gatewayPort ?? (await freePort())
  const mailPort = await freePort()
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      MAIL_SMTP_PORT: String(mailPort),
      DATA_DIR: settings.dataDir,
      REQUESTS_PER_SECOND: '0',
      LOG_LEVEL: 'warn',
      ...settings.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  child.stdout?.on('data', (part) => {
    output += part
  })
  child.stderr?.on('data', (part) => {
    output += part
  })
  return {
    port,
    gatewayPort,
    pid: child.pid ?? 0,
    log: () => output,
    ended,
    ready: () => untilReady(port, child, () => output),
    stop: (signal = 'SIGTERM') => stop(child, signal),
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function untilReady(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 120_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the store ended with ${child.exitCode}:\n${output()}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the store was not ready in 120 s:\n${output()}`)
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
