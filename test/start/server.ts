// The product as processes of their own, started with just the settings that a test gives.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Settings = { readonly [name: string]: string }

export type Started = {
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
  /** All it has said until now. */
  readonly said: () => string
  /** Its exit code; waits for its end. */
  readonly ended: Promise<number | null>
  /** Sends SIGTERM and waits. */
  stop(): Promise<void>
}

const keys = {
  SHOP_SECRET: 'secret of a started shop, long enough',
  GATEWAY_API_KEY: 'api key of a started shop, long enough',
  GATEWAY_HMAC_KEY: '0123456789abcdef'.repeat(4),
}

/** What production needs, each with nobody behind it: nothing of it is asked at a start. */
export const productionSettings: Settings = {
  NODE_ENV: 'production',
  SHOP_SECRET: keys.SHOP_SECRET,
  CB_ORIGIN: 'https://www.cb.example',
  CB_CA_ORIGIN: 'https://www.cb.example.ca',
  CB2_ORIGIN: 'https://www.cb2.example',
  CB2_CA_ORIGIN: 'https://www.cb2.example.ca',
  ADYEN_API_KEY: 'key',
  ADYEN_CLIENT_KEY: 'live_client',
  ADYEN_MERCHANT_ACCOUNT: 'Shop',
  ADYEN_HMAC_KEY: '0123456789abcdef'.repeat(4),
  ADYEN_ENVIRONMENT: 'live',
  ADYEN_LIVE_PREFIX: 'abc-Shop',
  PAYMENT_PROVIDER_ENABLE_ADYEN: 'true',
  SMTP_URL: 'smtps://shop:secret@mail.example',
  MAIL_FROM: 'orders@cb.example',
  SELLERS: fileURLToPath(new URL('sellers.json', import.meta.url)),
}

/** Those of a test store: everything is played. */
export const testStoreSettings: Settings = {
  ...Object.fromEntries(Object.entries(productionSettings).filter(([name]) => !/ADYEN|SMTP_URL|MAIL_FROM/.test(name))),
  ...keys,
  STAND_INS: 'card-gateway,wallets,mail,identity,delivery',
}

export const developmentSettings: Settings = { ...keys, NODE_ENV: 'development' }

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'cartwright-start-'))

/** Starts the server with these settings and no others, in our folder or in another that holds the product. */
export async function start(settings: Settings, folder?: string): Promise<Started> {
  const port = Number(settings.PORT ?? (await freePort()))
  return launch(
    process.execPath,
    ['src/server/main.ts'],
    { DATA_DIR: newFolder(), ...settings, PORT: String(port) },
    port,
    folder,
  )
}

/** Runs a command to its end. */
export async function run(
  words: readonly string[],
  settings: Settings,
  folder?: string,
): Promise<{ code: number | null; said: string }> {
  const started = launch(process.execPath, words, { DATA_DIR: newFolder(), ...settings }, 0, folder)
  return { code: await started.ended, said: started.said() }
}

export function launch(
  command: string,
  words: readonly string[],
  settings: Settings,
  port: number,
  folder?: string,
): Started {
  const child = spawn(command, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part
    })
  }
  // who has left a child behind that still holds the streams has ended all the same
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => setTimeout(resolve, 50, code)))
  return {
    child,
    pid: child.pid ?? 0,
    port,
    said: () => output,
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until it serves. */
export async function untilReady(started: Started): Promise<Started> {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    const { exitCode, signalCode } = started.child
    if (exitCode !== null || signalCode !== null)
      throw new Error(`it ended with ${exitCode ?? signalCode}:\n${started.said()}`)
    const answer = await fetch(`http://127.0.0.1:${started.port}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return started
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`it was not ready in 60 s:\n${started.said()}`)
}

/** A page as a browser asks for it behind a proxy. */
export async function getPage(
  port: number,
  host: string,
  path: string,
  headers: { readonly [name: string]: string } = {},
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port, host: '127.0.0.1', path, headers: { host, accept: 'text/html', ...headers } },
      (answer) => {
        let body = ''
        answer.on('data', (part) => {
          body += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

/** A port that nobody listens on, out of the range that connections to elsewhere are given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
