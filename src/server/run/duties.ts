import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import type { Log } from '#server/http/context.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createBooksGuard } from '#server/order/books/books-guard.ts'
import { createHoldWatch, type HoldWatch } from '#server/order/books/hold-watch.ts'
import { seenDatabasesIn } from '#server/order/books/seen-database.ts'
import type { Shop } from '#server/shop.ts'
import { alarmChannels } from '#server/watch/alarm-channels.ts'
import { createAlarmTeller } from '#server/watch/alarm-teller.ts'
import type { CorrectedClock } from './corrected-clock.ts'
import type { Lookout } from './lookout.ts'
import type { Shutdown } from './shutdown.ts'

/** Limits of a job that may take its time, milliseconds. */
const leisurely = { statementTimeoutMs: 300_000, transactionTimeoutMs: 900_000, idleInTransactionMs: 30_000 }

/** Does something again and again until the process ends. */
export function everySo(
  shutdown: Shutdown,
  name: string,
  ms: number,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): void {
  const timer = setInterval(() => work().catch(onFailure), ms)
  shutdown.add(name, async () => clearInterval(timer))
}

/** Tells the log of a failure that something goes on without. */
export function tellOf(log: Logger, text: string): (error: unknown) => void {
  return (error) => log.warn({ err: error }, text)
}

/** Makes what shelves of the newest catalogue are filtered by. */
export async function prepareShelves({ catalog, shelves }: Shop): Promise<void> {
  await shelves.learn(await catalog.version())
}

/** How often what changed is read anew, milliseconds. */
const readMs = 2_000

/** Something that a process keeps in memory, and what is said when it cannot be read. */
type Reading = { readonly read: () => Promise<void>; readonly otherwise: string }

type RefreshingParts = {
  readonly hasPages: boolean
  readonly log: Logger
  readonly shutdown: Shutdown
  readonly lookout: Pick<Lookout, 'onChange'>
}

/** What a process has read, and reads anew when it changed; what it has gathered, and writes down. */
export function startRefreshing(shop: Shop, { hasPages, log, shutdown, lookout }: RefreshingParts): void {
  const due = new Set<Reading>()
  // one that is closed or empty opens without a change of the catalogue too
  const shelves: Reading = {
    otherwise: 'shelves stay as they were',
    async read() {
      await prepareShelves(shop)
      if ((await shop.catalog.version()) === 0) due.add(shelves)
    },
  }
  const readings: Reading[] = [
    { read: () => shop.messages.refresh(), otherwise: 'messages stay as they were' },
    { read: () => shop.shippingRates.refresh(), otherwise: 'shipping rates stay as they were' },
    ...(hasPages ? [shelves] : []),
  ]
  lookout.onChange(() => {
    for (const each of readings) due.add(each)
  })
  const readDue = async () => {
    for (const each of [...due]) {
      due.delete(each)
      await each.read().catch((error: unknown) => {
        // it is due until it was read
        due.add(each)
        log.warn({ err: error }, each.otherwise)
      })
    }
  }
  everySo(shutdown, 'readings', readMs, readDue, tellOf(log, 'what is kept in memory stays as it was'))
  shutdown.add('shelves', () => shop.shelves.stop())
  if (!hasPages) return
  shutdown.add('looks at products at last', () => shop.views.flush())
  everySo(
    shutdown,
    'looks at products',
    2_000,
    () => shop.views.flush(),
    tellOf(log, 'looks at products were not counted'),
  )
}

/** Looks whether the database is the one that it was, before anything is done with what it says of money (OPS-28). */
export async function openHoldWatch(
  { dataDir, isHoldWanted }: Pick<Config, 'dataDir' | 'isHoldWanted'>,
  database: Database,
): Promise<HoldWatch> {
  const seen = seenDatabasesIn(dataDir)
  const watch = createHoldWatch({ database, alarm: raiseAlarm, seen, isWanted: isHoldWanted })
  await watch.look()
  return watch
}

/** How often a worker looks again, milliseconds. */
const holdMs = 60_000

type JobParts = Pick<Config, 'retention' | 'isTransactionPooled' | 'isPrepared'> & {
  /** Past a pooler. */
  readonly url: string
  readonly hold: HoldWatch
  readonly now: () => Date
  readonly log: Logger
  readonly shutdown: Shutdown
}

/** Jobs as they come and by the clock, each kind with connections of its own. */
export function startJobs(shop: Shop, parts: JobParts): void {
  const { url, log, shutdown, retention, hold, now, isPrepared, isTransactionPooled } = parts
  // what is recommended is computed at leisure, beside the connections of the web
  const patient = createDatabase({ url, max: 1, isPrepared, ...leisurely, log: log as Log })
  shutdown.add('patient database pool', () => patient.end())
  const books = createDatabase({
    url,
    max: 1,
    isPrepared,
    applicationName: 'cartwright-books',
    ...leisurely,
    log: log as Log,
  })
  shutdown.add('books database pool', () => books.end())
  const guard = createBooksGuard({ ...shop.orders, books, metrics: shop.app.metrics })
  everySo(
    shutdown,
    'watch for restored databases',
    holdMs,
    () => hold.look(),
    tellOf(log, 'nobody looked whether the database is another'),
  )
  const jobs = shopJobs(shop.orders, now, patient, { guard, hold }, retention)
  const worker = startWorker({
    ...{ url, log: log as Log, isPrepared, ...jobs },
    // with those above these are the four that may go past a pooler
    ...(isTransactionPooled ? { maxConnections: 2 } : {}),
  })
  shutdown.add('jobs', () => worker.stop())
}

type TellingParts = Pick<Config, 'alarms'> & {
  readonly hasJobs: boolean
  readonly now: () => Date
  readonly log: Logger
  readonly shutdown: Shutdown
  readonly lookout: Pick<Lookout, 'isAnythingToTell' | 'isWorkerAlive'>
}

/** Tells people of alarms. Workers do; where none is alive, which is an alarm itself, web processes do. */
export function startTelling(shop: Shop, { alarms, hasJobs, log, shutdown, lookout, now }: TellingParts): void {
  const { database, installation, mail, mailFrom } = shop.orders
  const channels = alarmChannels(alarms, { mail, mailFrom, now })
  const teller = createAlarmTeller({
    ...{ database, log: log as Log, channels, guide: alarms.guide },
    installation: installation.id,
  })
  const tell = async () => {
    if (lookout.isAnythingToTell() && (hasJobs || !lookout.isWorkerAlive())) await teller.round()
  }
  const otherwise = tellOf(log, 'alarms could not be told now')
  if (channels.length > 0) everySo(shutdown, 'alarms', 1_000, tell, otherwise)
  if (hasJobs) everySo(shutdown, 'alarms that are over', 60_000, () => teller.end(), otherwise)
}

type ClockParts = Pick<Config, 'instanceName'> & {
  readonly clock: Pick<CorrectedClock, 'offByMs'>
  readonly log: Logger
  readonly shutdown: Shutdown
}

/** How often the alarm of a clock that differs counts up, milliseconds. */
const skewMs = 60_000

/** Tells when the clock of this process differs from the database's. */
export function startClockWatch(shop: Shop, { clock, instanceName, log, shutdown }: ClockParts): void {
  let raisedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const offByMs = clock.offByMs()
    if (offByMs === null || performance.now() - raisedAt < skewMs) return
    await raiseAlarm(shop.orders.database, 'clock-skew', instanceName, { instance: instanceName, skewMs: offByMs })
    raisedAt = performance.now()
  }
  everySo(shutdown, 'clock', 2_000, look, tellOf(log, 'no alarm could be raised'))
}
