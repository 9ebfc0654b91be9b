import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { createCatalogService } from '#server/catalog/catalog-service.ts'
import { type Config, ConfigError, readConfig } from '#server/config/config.ts'
import { remarksOf } from '#server/config/remarks.ts'
import { DatabaseRefuses, whenDatabaseAnswers } from '#server/db/arrival.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { demoShopperLines } from '#server/demo/seed-shoppers.ts'
import { findDemo, importDemo } from '#server/demo.ts'
import type { Log } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'
import { createLog } from '#server/http/ops/log.ts'
import { startOps } from '#server/http/ops/ops.ts'
import { startWaitingServer } from '#server/http/ops/waiting-server.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createBooksGuard } from '#server/order/books/books-guard.ts'
import type { KillPoint } from '#server/order/order-deps.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { startRecovery } from '#server/order/place/recovery.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import { openFonts } from '#server/personalization/renderer.ts'
import { defaultText } from '#server/platform/messages.ts'
import { isProductionShop, markProductionShop } from '#server/platform/production-mark-store.ts'
import { createProviders } from '#server/providers.ts'
import { startSandbox } from '#server/sandbox-process.ts'
import { createShop, type ShopParts } from '#server/shop.ts'
import { type Shutdown, shutDownOnSignals } from '#server/shutdown.ts'
import { listening } from '#server/taken-port.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the storefront's pages come from: the built bundle, or its sources in development. */
export type Storefront = {
  readonly build: WebBuild
  /** Called with the shop's server before it listens. */
  attach(server: Server): void
  close(): Promise<void>
}

/**
 * Runs the whole shop until a signal ends it; a start that fails is told at the terminal, and ends the process.
 * @param openStorefront called once the settings are known to be good
 */
export async function runShop(openStorefront: () => Promise<Storefront>): Promise<void> {
  try {
    await main(openStorefront)
  } catch (error) {
    // what is wrong with the settings is for the person at the terminal, not for a log
    if (error instanceof ConfigError || error instanceof StartRefused || error instanceof DatabaseRefuses)
      process.stderr.write(`${error.message}\n`)
    else
      process.stderr.write(
        `Cartwright could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`,
      )
    process.exit(1)
  }
}

/** Starts the whole shop, and ends it in good order on SIGTERM, SIGINT or SIGHUP, or when the start fails. */
async function main(openStorefront: () => Promise<Storefront>): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  const shutdown = shutDownOnSignals(log)
  try {
    await open(config, log, shutdown, openStorefront)
  } catch (error) {
    // what was ended beneath it in the middle of a start is no fault of its own
    if (shutdown.isRunning()) return
    await shutdown.run()
    throw error
  }
}

/**
 * Connections that wait to be taken up. With Node's 511 a thousand browsers at once are dropped by the system, which knocks
 * again after 1, 3, 7 and 15 seconds: it is for the gate of the pages to refuse them, at once. The system may allow fewer.
 */
const backlog = 4_096

async function open(
  config: Config,
  log: Logger,
  shutdown: Shutdown,
  openStorefront: () => Promise<Storefront>,
): Promise<void> {
  const storefront = await openStorefront()
  const { build } = storefront
  const { opsPort, host, port } = config
  const startOpsOn = (at: number) => listening('OPS_PORT', at, () => startOps(at, host))
  const ops = opsPort === null ? null : await startOpsOn(opsPort)
  if (ops !== null) shutdown.add('operations', () => ops.close())
  const words = { textOf: (site: Site) => defaultText(site.variant), styles: build.firstStyles.error ?? '' }
  const waiting = await listening('PORT', port, () => startWaitingServer(config, words))
  const whenThere = <Result>(work: () => Promise<Result>) => whenDatabaseAnswers(work, log as Log)

  const url = config.databaseUrl ?? (await ownDatabase(config, log, shutdown))
  await whenThere(() => migrate({ url, log: log as Log }))
  const database = createDatabase({ url, max: config.databasePool, log: log as Log })
  shutdown.add('database pool', () => database.end())
  await whenThere(() => lookInside(config, url, log))

  if (config.isTestStore) {
    log.warn({ standIns: [...config.standIns] }, 'a test store: these stand in for real services, and nothing is sold')
  }
  for (const remark of remarksOf(config)) log.warn({}, remark)
  if (config.sandbox !== null) {
    const webhookUrl = `http://127.0.0.1:${config.port}${webhookPath}`
    const sandbox = startSandbox(config, { root, webhookUrl, log })
    shutdown.add('stand-ins', () => sandbox.stop())
    await sandbox.ready()
  }
  const providers = await createProviders(config)
  shutdown.add('providers', async () => providers.close())

  const killPoint = (name: KillPoint) => {
    if (name === config.killPoint) process.kill(process.pid, 'SIGKILL')
  }
  const parts: ShopParts = { config, database, log, now: () => new Date(), providers, build, killPoint }
  const shop = await whenThere(() => createShop(parts))
  const refreshing = setInterval(() => {
    shop.messages.refresh().catch((error: unknown) => log.warn({ err: error }, 'messages stay as they were'))
    shop.shippingRates.refresh().catch((error: unknown) => log.warn({ err: error }, 'shipping rates stay as they were'))
  }, 5_000)
  shutdown.add('messages and rates', async () => clearInterval(refreshing))
  const recovery = startRecovery(shop.orders)
  shutdown.add('recovery', () => recovery.stop())
  const writing = setInterval(() => {
    shop.views.flush().catch((error: unknown) => log.warn({ err: error }, 'looks at products were not counted'))
  }, 2_000)
  shutdown.add('looks at products', async () => {
    clearInterval(writing)
    await shop.views.flush()
  })
  // what is recommended is computed at leisure, beside the connections of the web
  const patient = createDatabase({ url, max: 1, ...leisurely, log: log as Log })
  shutdown.add('patient database pool', () => patient.end())
  const books = createDatabase({ url, max: 1, applicationName: 'cartwright-books', ...leisurely, log: log as Log })
  shutdown.add('books database pool', () => books.end())
  const guard = createBooksGuard({ ...shop.orders, books, metrics: shop.app.metrics })
  const jobs = shopJobs(shop.orders, () => new Date(), patient, guard)
  const worker = startWorker({ url, log: log as Log, ...jobs })
  shutdown.add('jobs', () => worker.stop())

  // before it serves: a database that goes away then is no fault of the start
  const shoppers = config.isProduction ? [] : await whenThere(() => demoShopperLines(database, config.secret))

  storefront.attach(shop.app.http.server)
  await waiting.close()
  await listening('PORT', port, () => shop.app.http.listen({ port, host, backlog }))
  // when whoever waited for the start has been served
  setTimeout(() => void openFonts(), 3_000).unref()
  shutdown.add('server', () => close(shop.app, log))
  // its open connections would keep the server from closing
  shutdown.add('storefront', () => storefront.close())
  ops?.watch(shop.app)
  process.stdout.write(welcome(config, shoppers))
}

/** The private PostgreSQL of the data folder; ended also when the signal comes while it starts. */
async function ownDatabase(config: Config, log: Logger, shutdown: Shutdown): Promise<string> {
  const start = () => startEmbeddedPostgres({ dataDir: config.databaseDir, port: 0, log: log as Log })
  const starting = whenDatabaseAnswers(start, log as Log)
  shutdown.add('database', async () => (await starting).stop())
  return (await starting).url
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

/**
 * What is in the shop before it opens: in development an empty one gets the demo, and a shop's own database is refused; in
 * production nothing is imported, and what is left of the demo, whose numbers everybody knows, is refused.
 */
async function lookInside({ isProduction, secret }: Config, url: string, log: Logger): Promise<void> {
  // a first start may take a catalogue of any size: without the limits of the web's connections
  const limits = { statementTimeoutMs: 0, transactionTimeoutMs: 0, idleInTransactionMs: 0 }
  const patient = createDatabase({ url, max: 2, ...limits, log: log as Log })
  try {
    const catalog = createCatalogService({ database: patient })
    if (!isProduction) {
      if (await isProductionShop(patient)) throw new StartRefused(notProductionText)
      await importDemo({ database: patient, secret, now: new Date() }, catalog, log)
      return
    }
    const found = await findDemo(patient, storedValueMac(secret))
    if (found.length > 0) throw new StartRefused(demoText(found))
    await markProductionShop(patient)
    if ((await catalog.version()) === 0) {
      log.warn(
        {},
        'the shop is empty and answers that it is getting ready; import a catalogue: npm run catalog:import -- FILE',
      )
    }
  } finally {
    await patient.end()
  }
}

/** A start that a person must do something about first. */
class StartRefused extends Error {
  override name = 'StartRefused'
}

const notProductionText = `This database is a shop's: production has opened on it. What plays cards and mail is not started there.
Set NODE_ENV=production (for a copy to try things out with, STAND_INS too), or another DATABASE_URL.`

function demoText(lines: readonly string[]): string {
  return `This database holds what came with the demo, whose numbers and codes everybody knows:
${lines.map((line) => `  - ${line}`).join('\n')}
Take it out of use, and leave all else as it is, with: npm run demo:remove`
}

function welcome(config: Config, shoppers: readonly string[]): string {
  const { origins, gateway, adyen, mail, sandbox } = config
  const lines = [
    ['CB', origins.cb],
    ['CB Canada', origins['cb-ca']],
    ['CB2', origins.cb2],
    ['CB2 Canada', origins['cb2-ca']],
    ['Card gateway', adyen === null ? gateway.origin : `Adyen (${adyen.environment})`],
    ...(mail.builtInPort !== null && sandbox !== null ? [['Mailbox', `${sandbox.origin}/mailbox`]] : []),
  ]
  const people = shoppers.length === 0 ? '' : `${shoppers.join('\n')}\n\n`
  return `\nThe stores are open:\n${lines.map(([name = '', at]) => `  ${name.padEnd(13)} ${at}`).join('\n')}\n\n${people}`
}
