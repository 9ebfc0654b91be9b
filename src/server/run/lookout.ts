import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import type { Wire } from '#server/db/connection.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { sqlState } from '#server/db/faults.ts'
import { missingMigration } from '#server/db/migration/applied-migrations.ts'
import { createDatabase } from '#server/db/pool.ts'
import type { NotReady } from '#server/http/ops/health.ts'
import type { CorrectedClock } from './corrected-clock.ts'
import { beatAndLook, endBeating, type Heartbeat, type Look, lookAround } from './heartbeat-store.ts'

export type LookoutOptions = Pick<Config, 'instanceName' | 'role'> &
  Partial<Wire> & {
    readonly url: string
    readonly version: string
    readonly log: DatabaseLog
    /** Is told of each heartbeat how far it differs from the database's. */
    readonly clock: Pick<CorrectedClock, 'note'>
    /** Is told of each look what it found, which name the database hears this process by, and when it was asked, by performance.now(). */
    readonly onLook?: (seen: Look & { readonly instance: string; readonly askedAt: number }) => void
  }

/** What a process knows of its database and of the others, by one connection that nothing else is asked on. */
export type Lookout = {
  /** Why the database cannot be served from; null: it can. */
  whyNot(): NotReady | null
  /** A worker was heard of within the last 6 s. */
  isWorkerAlive(): boolean
  /** The last look, a moment ago, found nothing that recovery would do. */
  isNothingLeft(): boolean
  /** The last look found an alarm that people are to be told of. */
  isAnythingToTell(): boolean
  /** For how long, milliseconds, this process has not heard of any worker. */
  workerSilentMs(): number
  /** Calls at once, and whenever something changed that processes keep in memory: messages, rates of shipping, the catalogue's version. */
  onChange(told: () => void): void
  stop(): Promise<void>
}

const roundMs = 1_000
const answerMs = 500
const beatMs = 2_000
/** So many failures in a row turn readiness; one good look turns it back. */
const patience = 3
/** A worker that was not heard of for so long is taken for dead, milliseconds. */
const workerAgeMs = 6_000
/** A name that is still in use after so long is that of a living process, milliseconds. */
const nameMs = 8_000

/** Looks every second, and writes the heartbeat every other time. Answers after the first look, good or not. */
export async function startLookout(options: LookoutOptions): Promise<Lookout> {
  const { url, log, clock, instanceName, role, version } = options
  const database = createDatabase({
    ...{ isTransactionPooled: options.isTransactionPooled ?? false, isPrepared: options.isPrepared ?? true },
    ...{ url, max: 1, applicationName: 'cartwright-readiness', log },
    ...{
      statementTimeoutMs: answerMs,
      lockTimeoutMs: answerMs,
      answerMs,
      waitMs: answerMs,
      idleInTransactionMs: answerMs,
    },
  })
  let mine: Omit<Heartbeat, 'skewMs'> = { instance: instanceName, role, version, startedAt: new Date() }
  /** Names that were tried, of this process and the ones that have its name too. */
  let names = 1
  let isTakenSince: number | undefined
  const stopped = new AbortController()
  const begun = performance.now()
  let failures = patience
  let reason: NotReady | null = 'database away'
  let isMigrated = false
  let hasWorker = false
  let isNothingLeft = false
  let isAnythingToTell = false
  let isRead = ''
  let workerSeenAt = begun
  let beatAt = Number.NEGATIVE_INFINITY
  let skewMs: number | null = null
  let onChange: (() => void) | undefined
  let looking: Promise<Outcome> | undefined

  /** One look; what cannot be written is tried again at the next. */
  async function look(): Promise<Outcome> {
    try {
      const missing = isMigrated ? null : await missingMigration(database)
      if (missing !== null) return { fault: `migration ${missing} missing` }
      isMigrated = true
      const isDue = performance.now() - beatAt > beatMs - roundMs / 2
      let [sentAt, began] = [Date.now(), performance.now()]
      const beaten = isDue ? await beatAndLook(database, { ...mine, skewMs }) : undefined
      if (isDue && beaten === undefined) {
        waitForName()
        ;[sentAt, began] = [Date.now(), performance.now()]
      }
      const seen = beaten ?? (await lookAround(database))
      if (seen.isReadOnly) return { fault: 'database is read-only' }
      const roundTripMs = performance.now() - began
      skewMs = Math.round(sentAt + roundTripMs / 2 - seen.atMs)
      if (beaten !== undefined) {
        beatAt = performance.now()
        isTakenSince = undefined
        clock.note({ aheadMs: skewMs, roundTripMs })
      }
      options.onLook?.({ ...seen, instance: mine.instance, askedAt: began })
      return { seen }
    } catch (error) {
      return { fault: faultNamed(error), error }
    } finally {
      looking = undefined
    }
  }
  /** The name is that of one that was killed a moment ago, or of one that lives: then this one takes another. */
  function waitForName(): void {
    isTakenSince ??= performance.now()
    if (performance.now() - isTakenSince < nameMs) return
    isTakenSince = undefined
    names += 1
    mine = { ...mine, instance: `${instanceName}.${names}` }
    log.warn({ taken: instanceName, heardOfAs: mine.instance }, 'another process has the INSTANCE_NAME of this one')
  }
  function note(outcome: Outcome): void {
    if (outcome.seen !== undefined) {
      if (reason !== null) log.info({ was: reason }, 'the database can be served from')
      failures = 0
      reason = null
      hasWorker = outcome.seen.workerAgeMs !== null
      isNothingLeft = !outcome.seen.isAnythingLeft
      isAnythingToTell = outcome.seen.isAnythingToTell
      if (outcome.seen.readings !== isRead) {
        isRead = outcome.seen.readings
        onChange?.()
      }
      if (outcome.seen.workerAgeMs !== null) workerSeenAt = performance.now() - outcome.seen.workerAgeMs
      return
    }
    failures += 1
    isNothingLeft = false
    isAnythingToTell = false
    if (failures < patience) return
    if (reason !== outcome.fault) {
      log.warn(
        { reason: outcome.fault, cause: outcome.error instanceof Error ? outcome.error.message : undefined },
        'not ready',
      )
    }
    reason = outcome.fault
  }
  async function round(): Promise<void> {
    looking ??= look()
    // a look that hangs is a failure of each second that it hangs
    note(await Promise.race([looking, sleep(answerMs, silent, { ref: false })]))
  }
  async function rounds(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(roundMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (!stopped.signal.aborted) await round()
    }
  }
  await round()
  const done = rounds()
  return {
    whyNot: () => reason,
    isNothingLeft: () => isNothingLeft,
    isAnythingToTell: () => isAnythingToTell,
    onChange(told) {
      onChange = told
      told()
    },
    isWorkerAlive: () => hasWorker && performance.now() - workerSeenAt < workerAgeMs,
    workerSilentMs: () => performance.now() - Math.max(workerSeenAt, begun),
    async stop() {
      stopped.abort()
      await done
      const leaving = endBeating(database, mine).catch(() => undefined)
      await Promise.race([leaving, sleep(answerMs, undefined, { ref: false })])
      await database.end()
    },
  }
}

type Outcome =
  | { readonly seen: Look; readonly fault?: undefined; readonly error?: undefined }
  | { readonly seen?: undefined; readonly fault: NotReady; readonly error?: unknown }

const silent: Outcome = { fault: 'database away' }

/** 25006: a write where nothing may be written; 53100: the disk is full. */
function faultNamed(error: unknown): NotReady {
  if (isOfStandby(error)) return 'database is read-only'
  const state = sqlState(error)
  if (state === '25006') return 'database is read-only'
  return state === '53100' ? 'writes fail: disk full' : 'database away'
}

/** Of several servers none takes writes. */
function isOfStandby(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotForWriting' || isOfStandby(error.cause))
}
