import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  makeWorkerUtils,
  parseCronItems,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { growingPauseMs } from '#server/db/growing-pause.ts'
import { createJobPool } from '#server/db/job-pool.ts'
import type { Log } from '#server/http/context.ts'

/** A job of this product: its name, and what it does with the payload it was added with. */
export type Job = (payload: unknown) => Promise<void>

export type WorkerOptions = {
  readonly url: string
  readonly log: Log
  readonly jobs: { readonly [name: string]: Job }
  /** When which job runs by the clock, in crontab's five fields (UTC). A time that passed while nobody ran is not made up for. */
  readonly clock: readonly { readonly job: string; readonly pattern: string }[]
  /** Jobs at once. */
  readonly concurrency?: number
  /** Connections at most; one listens. One more than jobs at once unless said. */
  readonly maxConnections?: number
  readonly isPrepared?: boolean
  /** Longest wait of each hand for a job that no notification told of, milliseconds. */
  readonly pollMs?: number
}

export type Worker = {
  /** Takes no more jobs and ends when those at work have. */
  stop(): Promise<void>
}

/** A runner that worked so long had not failed because of how it began. */
const soundMs = 60_000
/** What waits for a database that is away must not hold up the end of the process. */
const stopMs = 20_000
/** A runner that has lost a worker ends within so long, or is left behind: the library's own end may wait for ever. */
const endMs = 5_000
/** A runner with a free hand asks for jobs every few seconds; one that does not for so long is left behind, whatever it waits for. */
const silentMs = 15_000

/**
 * Works on the jobs in the database, beside any number of other processes that do the same. When the database goes away
 * the runner may end; another one is started after growing pauses, until `stop`.
 */
export function startWorker(options: WorkerOptions): Worker {
  const stopped = new AbortController()
  const done = work(options, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await Promise.race([done, sleep(stopMs, undefined, { ref: false })])
    },
  }
}

async function work(options: WorkerOptions, stopped: AbortSignal): Promise<void> {
  const { url, log, concurrency = 4, maxConnections = concurrency + 1 } = options
  /** Names that runners of ours took jobs under, who are no more. */
  const gone: string[] = []
  for (let failures = 0; !stopped.aborted; ) {
    const began = performance.now()
    // one listens, one per job at work is more than enough: a job asks for a connection only to begin and to end.
    // A pool for each runner: one that was left behind may hold connections for good
    const pool = createJobPool({ url, max: maxConnections, log })
    try {
      await unlockJobs(pool, gone)
      await runUntilItEnds(options, pool, stopped, gone)
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : error }, 'the jobs cannot be worked on')
    }
    await Promise.race([pool.end().catch(() => undefined), sleep(endMs, undefined, { ref: false })])
    if (stopped.aborted) return
    failures = performance.now() - began > soundMs ? 1 : failures + 1
    const pauseMs = Math.round(growingPauseMs(failures))
    log.warn({ pauseMs, failures }, 'the job runner ended and is started again')
    await sleep(pauseMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** A job whose end could not be written down would stay locked for hours. */
async function unlockJobs(pool: pg.Pool, gone: string[]): Promise<void> {
  if (gone.length === 0) return
  const library = await makeWorkerUtils({ pgPool: pool, logger: silent })
  await library.forceUnlockWorkers(gone)
  await library.release()
  gone.length = 0
}

async function runUntilItEnds(
  { log, jobs, clock, concurrency = 4, pollMs = 8_000, isPrepared = true }: WorkerOptions,
  pool: pg.Pool,
  stopped: AbortSignal,
  gone: string[],
): Promise<void> {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => gone.push(workerPool.id))
  const overdue = Promise.withResolvers<never>()
  overdue.promise.catch(() => undefined)
  for (const loss of ['pool:fatalError', 'worker:fatalError', 'pool:gracefulShutdown'] as const) {
    events.once(loss, () => {
      // one that was asked to end may finish its jobs
      if (stopped.aborted) return
      setTimeout(() => overdue.reject(new Error(`A runner did not end after ${loss}`)), endMs).unref()
    })
  }
  const listening = leaveBehindWhenSilent(events, concurrency, (why) => {
    if (!stopped.aborted) overdue.reject(why)
  })
  const starting = run({
    pgPool: pool,
    events,
    concurrency,
    pollInterval: pollMs,
    noPreparedStatements: !isPrepared,
    noHandleSignals: true,
    taskList: taskList(jobs),
    parsedCronItems: parseCronItems(clock.map(cronItem)),
    logger: new Logger(() => (level, message, facts) => tell(log, level, message, facts ?? {})),
    // unless they are gathered, nobody waits for the statements that end a job: one that fails would end the process
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  starting.catch(() => clearInterval(listening))
  const runner = await starting
  const stop = () => runner.stop().catch((error: unknown) => log.warn({ err: error }, 'the job runner ended already'))
  stopped.addEventListener('abort', stop, { once: true })
  if (stopped.aborted) stop()
  try {
    await Promise.race([runner.promise, overdue.promise])
  } finally {
    clearInterval(listening)
    stopped.removeEventListener('abort', stop)
    runner.stop().catch(() => undefined)
  }
}

/** Calls `leave` when a runner with fewer jobs at work than it has hands has not asked for one for a while. */
function leaveBehindWhenSilent(events: WorkerEvents, hands: number, leave: (why: Error) => void): NodeJS.Timeout {
  let atWork = 0
  let heardAt = performance.now()
  const hear = (change: number) => () => {
    atWork += change
    heardAt = performance.now()
  }
  events.on('worker:getJob:start', hear(0))
  events.on('job:start', hear(1))
  events.on('job:success', hear(-1))
  events.on('job:error', hear(-1))
  const look = () => {
    if (atWork < hands && performance.now() - heardAt > silentMs) leave(new Error('A runner asks for no jobs any more'))
  }
  return setInterval(look, 1_000).unref()
}

const silent = new Logger(() => () => undefined)

function taskList(jobs: WorkerOptions['jobs']): TaskList {
  const entries = Object.entries(jobs).map(([name, job]): [string, Task] => [name, (payload) => job(payload)])
  return Object.fromEntries(entries)
}

function cronItem({ job, pattern }: WorkerOptions['clock'][number]): CronItem {
  return { task: job, match: pattern, identifier: job, options: { maxAttempts: 1, jobKey: `clock.${job}` } }
}

function tell(log: Log, level: string, message: string, facts: object): void {
  if (level === 'error') log.error(facts, message)
  else if (level === 'warning') log.warn(facts, message)
}
