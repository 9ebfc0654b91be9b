import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createCatalogService } from '#server/catalog/catalog-service.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { importDemo } from '#server/first-start.ts'
import type { Log } from '#server/http/context.ts'
import { createLog } from '#server/http/log.ts'
import { noticePath } from '#server/http/notice-path.ts'
import { startOps } from '#server/http/ops.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { startRecovery } from '#server/order/recovery.ts'
import { loadWebBuild } from '#server/pages/web-build.ts'
import { openFonts } from '#server/personalization/renderer.ts'
import { createProviders } from '#server/providers.ts'
import { startSandbox } from '#server/sandbox-process.ts'
import { createShop } from '#server/shop.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the whole shop, and ends it in good order on SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  const endings: { readonly name: string; readonly end: () => Promise<void> }[] = []

  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.databaseDir, port: 0, log: log as Log })
      : null
  if (postgres !== null) endings.push({ name: 'database', end: () => postgres.stop() })
  const url = config.databaseUrl ?? postgres?.url ?? ''
  await migrate({ url, log: log as Log })
  const database = createDatabase({ url, max: config.databasePool, log: log as Log })
  endings.push({ name: 'database pool', end: () => database.end() })
  await fillEmptyShop(url, config.secret, log)

  const { builtInPort } = config.gateway
  if (builtInPort !== null && config.adyen === null) {
    const noticeUrl = `http://127.0.0.1:${config.port}${noticePath}`
    const sandbox = startSandbox(config, root, builtInPort, noticeUrl, log)
    endings.push({ name: 'built-in gateway', end: () => sandbox.stop() })
    await sandbox.ready()
  }
  const providers = await createProviders(config)
  endings.push({ name: 'providers', end: async () => providers.close() })

  const shop = await createShop({
    config,
    database,
    log,
    now: () => new Date(),
    providers,
    build: await loadWebBuild(join(root, 'build')),
    killPoint(name) {
      if (name === config.killPoint) process.kill(process.pid, 'SIGKILL')
    },
  })
  const refreshing = setInterval(() => {
    shop.messages.refresh().catch((error: unknown) => log.warn({ err: error }, 'messages stay as they were'))
    shop.shippingRates.refresh().catch((error: unknown) => log.warn({ err: error }, 'shipping rates stay as they were'))
  }, 5_000)
  endings.push({ name: 'messages and rates', end: async () => clearInterval(refreshing) })
  const recovery = startRecovery(shop.orders)
  endings.push({ name: 'recovery', end: () => recovery.stop() })
  const writing = setInterval(() => {
    shop.views.flush().catch((error: unknown) => log.warn({ err: error }, 'looks at products were not counted'))
  }, 2_000)
  endings.push({
    name: 'looks at products',
    async end() {
      clearInterval(writing)
      await shop.views.flush()
    },
  })
  // what is recommended is computed at leisure, beside the connections of the web
  const patient = createDatabase({ url, max: 1, ...leisurely, log: log as Log })
  endings.push({ name: 'patient database pool', end: () => patient.end() })
  const worker = startWorker({ url, log: log as Log, ...shopJobs(shop.orders, () => new Date(), patient) })
  endings.push({ name: 'jobs', end: () => worker.stop() })
  const ops = config.opsPort === null ? null : await startOps(config.opsPort, config.host, shop.app.metrics)
  if (ops !== null) endings.push({ name: 'operations', end: () => ops.close() })

  await shop.app.http.listen({ port: config.port, host: config.host })
  // when whoever waited for the start has been served
  setTimeout(() => void openFonts(), 3_000).unref()
  endings.push({ name: 'server', end: () => close(shop.app, log) })
  endOnSignal(endings, log)
  process.stdout.write(welcome(config))
}

/** Limits of a job that may take its time, milliseconds. */
const leisurely = { statementTimeoutMs: 300_000, transactionTimeoutMs: 900_000, idleInTransactionMs: 30_000 }

async function close(app: Awaited<ReturnType<typeof createShop>>['app'], log: Logger): Promise<void> {
  const left = await app.drain(20_000)
  if (left > 0) log.warn({ left }, 'requests were still at work after 20 s')
  app.http.server.closeIdleConnections()
  const closing = app.http.close()
  const limit = setTimeout(() => app.http.server.closeAllConnections(), 2_000)
  await closing
  clearTimeout(limit)
}

/** A first start may take a catalogue of any size: without the limits of the web's connections. */
async function fillEmptyShop(url: string, secret: string, log: Logger): Promise<void> {
  const patient = createDatabase({
    url,
    max: 2,
    statementTimeoutMs: 0,
    transactionTimeoutMs: 0,
    idleInTransactionMs: 0,
    log: log as Log,
  })
  try {
    const folder = join(root, 'catalog', 'demo')
    await importDemo(patient, createCatalogService({ database: patient }), folder, storedValueMac(secret), log)
  } finally {
    await patient.end()
  }
}

/** Ends everything once, the last started first; a second signal does not wait. */
function endOnSignal(
  endings: readonly { readonly name: string; readonly end: () => Promise<void> }[],
  log: Logger,
): void {
  let isEnding = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1)
      isEnding = true
      void (async () => {
        for (const { name, end } of endings.toReversed()) {
          await end().catch((error: unknown) => log.error({ err: error, name }, 'did not end well'))
        }
        process.exit(0)
      })()
    })
  }
}

function welcome(config: Config): string {
  const { origins, gateway, adyen, mail } = config
  const lines = [
    ['CB', origins.cb],
    ['CB Canada', origins['cb-ca']],
    ['CB2', origins.cb2],
    ['CB2 Canada', origins['cb2-ca']],
    ['Card gateway', adyen === null ? gateway.origin : `Adyen (${adyen.environment})`],
    ...(mail.builtInPort !== null && gateway.builtInPort !== null ? [['Mailbox', `${gateway.origin}/mailbox`]] : []),
  ]
  return `\nThe stores are open:\n${lines.map(([name = '', at]) => `  ${name.padEnd(13)} ${at}`).join('\n')}\n\n`
}

try {
  await main()
} catch (error) {
  // what is wrong with the settings is for the person at the terminal, not for a log
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else
    process.stderr.write(
      `Cartwright could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
    )
  process.exit(1)
}
