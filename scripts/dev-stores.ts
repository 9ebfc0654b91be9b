import { type ChildProcess, fork } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { type Config, ConfigError, readConfig } from '#server/config/config.ts'
import type { Log } from '#server/http/context.ts'
import { createLog } from '#server/http/ops/log.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { startSandbox } from '#server/run/sandbox-process.ts'

const root = join(import.meta.dirname, '..')
/** What the server runs by itself. What only pages are made of is Vite's affair (scripts/dev-storefront.ts). */
const serverFolders = ['src/server', 'src/domain', 'src/contracts', 'migrations']
/** An editor writes more than one file at once, milliseconds. */
const sameSaveMs = 50

/** Keeps database and stand-ins running, and starts the shop's server again when a file of it changes. */
async function main(): Promise<void> {
  const config = readConfig()
  if (config.isProduction) throw new ConfigError(['NODE_ENV: npm run dev is for development only'])
  const log = createLog(config)
  const database = await openDatabase(config, log)
  const webhookUrl = `http://127.0.0.1:${config.port}${webhookPath}`
  const standIns = config.sandbox === null ? null : startSandbox(config, { root, webhookUrl, log })
  const server = superviseServer({ ...process.env, DATABASE_URL: database.url })
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isEnding) return
      isEnding = true
      await server.stop()
      await standIns?.stop()
      await database.stop()
      process.exit(0)
    })
  }
}

async function openDatabase(config: Config, log: Logger): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: async () => undefined }
  return startEmbeddedPostgres({ dataDir: config.databaseDir, port: 0, log: log as Log })
}

/** Runs the server, and again after each change of its files; one that could not start waits for the next change. */
function superviseServer(env: NodeJS.ProcessEnv): { stop(): Promise<void> } {
  let child = start()
  let restarting: Promise<void> | undefined
  let waiting: NodeJS.Timeout | undefined
  let isStopping = false

  function start(): ChildProcess {
    const program = join(root, 'scripts', 'dev-server.ts')
    return fork(program, { cwd: root, env, execArgv: ['--import', './scripts/follow.mjs'] }).on('exit', (code) => {
      if (code !== 0 && !isStopping) console.error('The server ended; it starts again when a file of it changes.')
    })
  }
  async function restart(): Promise<void> {
    await ended(child)
    if (!isStopping) child = start()
  }
  const watchers = serverFolders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|sql)$/.test(name) || /\.test\.ts$/.test(name)) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        restarting = (restarting ?? Promise.resolve()).then(restart)
      }, sameSaveMs)
    }),
  )
  return {
    async stop() {
      isStopping = true
      clearTimeout(waiting)
      for (const watcher of watchers) watcher.close()
      await restarting
      await ended(child)
    },
  }
}

/** Ends a process in good order and waits until it has gone. */
function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

try {
  await main()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
