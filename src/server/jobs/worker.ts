import { type CronItem, Logger, parseCronItems, run, type Task, type TaskList } from 'graphile-worker'
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
  /** Longest wait for a job that no notification told of, milliseconds. */
  readonly pollMs?: number
}

export type Worker = {
  /** Takes no more jobs and ends when those at work have. */
  stop(): Promise<void>
}

/** Works on the jobs in the database, beside any number of other processes that do the same. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, log, jobs, clock, concurrency = 4, pollMs = 2_000 } = options
  const runner = await run({
    connectionString: url,
    concurrency,
    // one listens, one per job at work is more than enough: a job asks for a connection only to begin and to end
    maxPoolSize: concurrency + 1,
    pollInterval: pollMs,
    noHandleSignals: true,
    taskList: taskList(jobs),
    parsedCronItems: parseCronItems(clock.map(cronItem)),
    logger: new Logger(() => (level, message, facts) => tell(log, level, message, facts ?? {})),
  })
  // a runner that gives up must be heard of; `stop` awaits it otherwise
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job runner ended'))
  return {
    async stop() {
      await runner.stop()
    },
  }
}

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
