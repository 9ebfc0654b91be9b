import type pg from 'pg'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { connectToHost } from '#server/db/host-choice.ts'
import { holdersBefore, type LockHolder, migratingBackend } from '#server/db/migration/lock-holders.ts'
import { migratingName, prolongRun } from '#server/db/migration/migration-run.ts'

/** How soon a migration that waits is told of, and how often then, milliseconds. */
export type WaitPace = { readonly firstMs: number; readonly thenMs: number }

/** A start that goes well waits for less. */
export const usualPace: WaitPace = { firstMs: 1_000, thenMs: 60_000 }

const answerMs = 5_000
const prolongMs = 5_000
/** Less than a lock is waited for, so that who holds it is seen before it is given up. */
const glanceMs = 100

type LeaseOptions = {
  readonly url: string
  readonly owner: string
  /** The connection that works on migrations. */
  readonly backend: number
  readonly log: DatabaseLog
  readonly pace: WaitPace
}

/** Works beside the connection that migrates, by one of its own. */
export type MigrationLease = {
  /** Does a work, and answers who was seen to keep it waiting last. */
  watch<Result>(work: () => Promise<Result>): Promise<Result>
  holders(): readonly LockHolder[]
  stop(): Promise<void>
}

/** Prolongs the lease, and says in the log who keeps the migrations waiting: soon, and then again and again. */
export async function startLease({ url, owner, backend, log, pace }: LeaseOptions): Promise<MigrationLease> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const connect = () => connectToHost(url, { application_name: `${migratingName}-beside`, ...limits })
  let client: pg.Client | null = await connect()
  let seen: readonly LockHolder[] = []
  let asking = Promise.resolve()
  let isStopped = false

  /** One thing after the other, and what fails is no fault of the migration. */
  function ask(what: (client: pg.Client) => Promise<unknown>): Promise<void> {
    asking = asking.then(async () => {
      if (isStopped) return
      try {
        client ??= await connect()
        await what(client)
      } catch (error) {
        await client?.end().catch(() => undefined)
        client = null
        log.warn({ reason: reasonOf(error) }, 'the connection beside a migration did not answer')
      }
    })
    return asking
  }
  const tell = () =>
    ask(async (asked) => {
      const blockers = await holdersBefore(asked, backend)
      if (blockers.length > 0) warnOfHolders(log, backend, blockers)
    })
  const prolonging = setInterval(() => void ask((asked) => prolongRun(asked, owner)), prolongMs)
  const stopTelling = repeat(pace, tell)
  return {
    async watch(work) {
      let isOver = false
      const glance = async () => {
        if (isOver) return
        await ask(async (asked) => {
          const found = await holdersBefore(asked, backend)
          if (found.length > 0) seen = found
        })
        if (!isOver) timer = setTimeout(glance, glanceMs)
      }
      let timer = setTimeout(glance, glanceMs)
      try {
        return await work()
      } finally {
        isOver = true
        clearTimeout(timer)
        await asking
      }
    },
    holders: () => seen,
    async stop() {
      clearInterval(prolonging)
      stopTelling()
      await asking
      isStopped = true
      await client?.end().catch(() => undefined)
    },
  }
}

/** Tells of the migrations of another process while `work` waits for them, by the connection that waits. */
export async function tellingOfOthers<Result>(
  client: pg.Client,
  { log, pace }: Pick<LeaseOptions, 'log' | 'pace'>,
  work: () => Promise<Result>,
): Promise<Result> {
  let telling = Promise.resolve()
  const stop = repeat(pace, () => {
    telling = tellOfOther(client, log).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'whom a migration waits for could not be asked')
    })
  })
  try {
    return await work()
  } finally {
    stop()
    await telling
  }
}

async function tellOfOther(client: pg.Client, log: DatabaseLog): Promise<void> {
  const migrating = await migratingBackend(client)
  if (migrating === null) return
  const blockers = await holdersBefore(client, migrating)
  if (blockers.length > 0) warnOfHolders(log, migrating, blockers)
  else log.info({ migrating }, 'waiting for the migrations of another process')
}

function warnOfHolders(log: DatabaseLog, migrating: number, blockers: readonly LockHolder[]): void {
  log.warn({ migrating, blockers }, 'a migration waits for these connections to end their transaction')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function repeat({ firstMs, thenMs }: WaitPace, work: () => unknown): () => void {
  const again = () => {
    work()
    timer = setTimeout(again, thenMs)
  }
  let timer = setTimeout(again, firstMs)
  return () => clearTimeout(timer)
}
