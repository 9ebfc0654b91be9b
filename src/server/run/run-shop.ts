import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { type Config, ConfigError, readConfig } from '#server/config/config.ts'
import { remarksOf } from '#server/config/remarks.ts'
import { type LiveSecret, liveSecret } from '#server/config/secrets.ts'
import { version } from '#server/config/version.ts'
import { DatabaseRefuses, whenDatabaseAnswers } from '#server/db/arrival.ts'
import { migrate } from '#server/db/migrate.ts'
import { untilMigrated } from '#server/db/migration/bring-up-to-date.ts'
import { createDatabase } from '#server/db/pool.ts'
import { checkPooler } from '#server/db/pooler.ts'
import { demoShopperLines } from '#server/demo/seed-shoppers.ts'
import type { Log } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'
import type { NotReady } from '#server/http/ops/health.ts'
import { createLog } from '#server/http/ops/log.ts'
import { startOps } from '#server/http/ops/ops.ts'
import { startWaitingServer } from '#server/http/ops/waiting-server.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import type { KillPoint } from '#server/order/order-deps.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { startRecovery } from '#server/order/place/recovery.ts'
import type { WebBuild } from '#server/pages/render/web-build.ts'
import { defaultText } from '#server/platform/messages.ts'
import { createProviders } from '#server/providers.ts'
import { startSandbox } from '#server/run/sandbox-process.ts'
import { type Shutdown, shutDownOnSignals } from '#server/run/shutdown.ts'
import { listening } from '#server/run/taken-port.ts'
import { createShop, type Shop, type ShopParts } from '#server/shop.ts'
import { createWatchDatabase } from '#server/watch/watching.ts'
import { lookInside, StartRefused } from './before-opening.ts'
import { correctedClock } from './corrected-clock.ts'
import {
  everySo,
  openHoldWatch,
  prepareShelves,
  startClockWatch,
  startJobs,
  startRefreshing,
  startTelling,
  tellOf,
} from './duties.ts'
import { startLookout } from './lookout.ts'
import { followParent, isChild, type ParentLink, sendToParent } from './parent-link.ts'
import { openReplicaOf } from './replica/replica-reads.ts'
import { retireServer } from './retire.ts'
import { createSecretRenewal } from './secret-renewal.ts'
import { startTracing } from './start-tracing.ts'
import { createWorkerWatch } from './worker-watch.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

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
    const isForPeople =
      error instanceof ConfigError || error instanceof StartRefused || error instanceof DatabaseRefuses
    const text = isForPeople
      ? error.message
      : `Cartwright could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}`
    if (isChild) await sendToParent({ say: 'refused', text })
    else process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}

/** Starts the whole shop, and ends it in good order on a signal, or when the start fails. */
async function main(openStorefront: () => Promise<Storefront>): Promise<void> {
  const config = readConfig()
  const log = createLog(config)
  const secret = liveSecret([config.secret, ...config.oldSecrets])
  // where there is a parent it has the signal too, and replaces its processes
  const shutdown = shutDownOnSignals(log, isChild ? () => undefined : createSecretRenewal({ secret, log }))
  try {
    await open(config, { log, shutdown, secret }, openStorefront)
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

/** What is at work when the end comes has so long, milliseconds. */
const drainMs = 20_000

/** Does something once the database is there. */
type WhenThere = <Result>(work: () => Promise<Result>) => Promise<Result>

async function open(
  config: Config,
  { log, shutdown, secret }: { readonly log: Logger; readonly shutdown: Shutdown; readonly secret: LiveSecret },
  openStorefront: () => Promise<Storefront>,
): Promise<void> {
  await startTracing(config, shutdown)
  const storefront = await openStorefront()
  const { build } = storefront
  const { opsPort, host, port, role } = config
  const hasPages = role !== 'worker'
  const hasJobs = role !== 'web'
  let whyNotYet: NotReady = 'starting'
  const whenThere: WhenThere = (work) =>
    whenDatabaseAnswers(work, {
      log: log as Log,
      waitSeconds: config.databaseWaitSeconds,
      onAway: (isAway) => {
        whyNotYet = isAway ? 'database away' : 'starting'
      },
    })
  const parent = isChild ? await followParent(() => whyNotYet) : null
  const startOpsOn = (at: number) => listening('OPS_PORT', at, () => startOps(at, host, () => whyNotYet))
  const ops = opsPort === null ? null : await startOpsOn(opsPort)
  if (ops !== null) shutdown.add('operations', () => ops.close())
  const words = { textOf: (site: Site) => defaultText(site.variant), styles: build.firstStyles.error ?? '' }
  const startWaiting = () => startWaitingServer({ ...config, backlog }, words, () => whyNotYet)
  // where others serve nobody is asked to wait
  const hasWaiting = hasPages && parent?.isServed !== true
  const waiting = hasWaiting ? await listening('PORT', port, startWaiting) : null
  parent?.onServed(() => void waiting?.close())

  const url = config.databaseUrl ?? (await ownDatabase(config, log, shutdown, whenThere))
  const directUrl = config.directUrl ?? url
  await whenThere(async () => {
    if (config.migratesOnStart) return void (await migrate({ url: directUrl, log: log as Log }))
    return untilMigrated(directUrl, log as Log, (missing) => {
      whyNotYet = `migration ${missing} missing`
    })
  })
  if (config.isTransactionPooled) await whenThere(() => checkPooler(url, config))
  const { isTransactionPooled, isPrepared } = config
  const wire = { isTransactionPooled, isPrepared }
  const database = createDatabase({ url, max: config.databasePool, ...wire, log: log as Log })
  shutdown.add('database pool', () => database.end())
  await whenThere(() => lookInside(config, directUrl, log))
  const hold = await whenThere(() => openHoldWatch(config, database))
  const clock = correctedClock((measured) => {
    log.warn(measured, 'the clock of this process differs from the database’s, and is corrected by that')
  })
  const replica = hasPages ? openReplicaOf(config, database, log as Log) : null
  if (replica !== null) shutdown.add('replica', () => replica.stop())
  const looked = replica === null ? {} : { onLook: replica.note }
  const lookout = await startLookout({ ...config, url, version, log: log as Log, clock, ...looked })
  shutdown.add('lookout', () => lookout.stop())

  if (config.isTestStore) {
    log.warn({ standIns: [...config.standIns] }, 'a test store: these stand in for real services, and nothing is sold')
  }
  for (const remark of remarksOf(config)) log.warn({}, remark)
  if (config.sandbox !== null && parent === null) {
    const webhookUrl = `http://127.0.0.1:${config.port}${webhookPath}`
    const sandbox = startSandbox(config, { root, webhookUrl, log })
    shutdown.add('stand-ins', () => sandbox.stop())
    await sandbox.ready()
  }
  const providers = await createProviders(config, clock.now)
  shutdown.add('providers', async () => providers.close())

  const killPoint = (name: KillPoint) => {
    if (name === config.killPoint) process.kill(process.pid, 'SIGKILL')
  }
  const whyNotReady = async () => (shutdown.isRunning() ? 'draining' : lookout.whyNot())
  const watchDatabase = createWatchDatabase(url, wire, log as Log)
  shutdown.add('watching database pool', () => watchDatabase.end())
  const { now } = clock
  const own = { config, secret, database, replica, watchDatabase, log, now }
  const parts: ShopParts = { ...own, providers, build, whyNotReady, killPoint }
  const shop = await whenThere(() => createShop(parts))
  startRefreshing(shop, { hasPages, log, shutdown, lookout })
  // behind the start: pages are served meanwhile, and /readyz says no until shelves are there too
  if (hasPages) await whenThere(() => prepareShelves(shop))
  const recovery = startRecovery(
    shop.orders,
    (isFirst) => (!hasJobs && lookout.isWorkerAlive()) || (!isFirst && lookout.isNothingLeft()),
  )
  shutdown.add('recovery', () => recovery.stop())
  startTelling(shop, { alarms: config.alarms, hasJobs, log, shutdown, lookout, now })
  startClockWatch(shop, { clock, instanceName: config.instanceName, log, shutdown })
  if (hasJobs) startJobs(shop, { ...wire, url: directUrl, log, shutdown, hold, now, retention: config.retention })
  if (!hasPages) {
    const watched = { metrics: shop.app.metrics, whyNotReady, status: shop.status }
    ops?.watch(watched)
    if (parent === null) process.stdout.write('\nA worker of the shop is at work.\n')
    else serveFor(parent, watched, shutdown, async () => undefined)
    return
  }
  const watch = createWorkerWatch(lookout.workerSilentMs, (facts) => raiseAlarm(database, 'no-worker', 'shop', facts))
  if (config.isProduction) {
    everySo(shutdown, 'watch for workers', 5_000, () => watch.round(), tellOf(log, 'no alarm could be raised'))
  }

  // before it serves: a database that goes away then is no fault of the start
  const shoppers = config.isProduction ? [] : await whenThere(() => demoShopperLines(database, config.secret))

  storefront.attach(shop.app.http.server)
  await waiting?.close()
  await listening('PORT', port, () => shop.app.http.listen({ port, host, backlog }))
  shutdown.add('server', () => close(shop.app, log))
  // its open connections would keep the server from closing
  shutdown.add('storefront', () => storefront.close())
  const watched = { ...shop.app, status: shop.status }
  ops?.watch(watched)
  if (parent?.tells !== false) process.stdout.write(welcome(config, shoppers))
  if (parent === null) return
  serveFor(parent, watched, shutdown, async () => {
    const left = await retireServer(shop.app.http.server, drainMs)
    if (left > 0) log.warn({ left }, 'requests were still at work after 20 s')
  })
}

/** Serves beside others until another one takes this one's place. */
function serveFor(
  parent: ParentLink,
  watched: Pick<Shop['app'], 'metrics' | 'whyNotReady'> & Pick<Shop, 'status'>,
  shutdown: Shutdown,
  retire: () => Promise<void>,
): void {
  parent.watch(watched)
  parent.onRetire(async () => {
    await retire()
    await shutdown.run()
    process.exit(0)
  })
  const tellWhenReady = async () => {
    while ((await watched.whyNotReady()) !== null) await sleep(100)
    parent.ready()
  }
  void tellWhenReady()
}

/** The private PostgreSQL of the data folder; ended also when the signal comes while it starts. */
async function ownDatabase(config: Config, log: Logger, shutdown: Shutdown, whenThere: WhenThere): Promise<string> {
  const start = () => startEmbeddedPostgres({ dataDir: config.databaseDir, port: 0, log: log as Log })
  const starting = whenThere(start)
  shutdown.add('database', async () => (await starting).stop())
  return (await starting).url
}

async function close(app: Awaited<ReturnType<typeof createShop>>['app'], log: Logger): Promise<void> {
  const left = await app.drain(drainMs)
  if (left > 0) log.warn({ left }, 'requests were still at work after 20 s')
  app.http.server.closeIdleConnections()
  const closing = app.http.close()
  const limit = setTimeout(() => app.http.server.closeAllConnections(), 2_000)
  await closing
  clearTimeout(limit)
}

function welcome(config: Config, shoppers: readonly string[]): string {
  const { origins, gateway, adyen, mail, sandbox, isProduction, opsPort, host } = config
  const lines = [
    ['CB', origins.cb],
    ['CB Canada', origins['cb-ca']],
    ['CB2', origins.cb2],
    ['CB2 Canada', origins['cb2-ca']],
    ['Card gateway', adyen === null ? gateway.origin : `Adyen (${adyen.environment})`],
    ...(mail.builtInPort !== null && sandbox !== null ? [['Mailbox', `${sandbox.origin}/mailbox`]] : []),
    ...(isProduction || opsPort === null ? [] : [['Status', `http://${host}:${opsPort}/status`]]),
  ]
  const people = shoppers.length === 0 ? '' : `${shoppers.join('\n')}\n\n`
  return `\nThe stores are open:\n${lines.map(([name = '', at]) => `  ${name.padEnd(13)} ${at}`).join('\n')}\n\n${people}`
}
