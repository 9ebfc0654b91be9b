import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import type { Answer } from '#server/db/connection.ts'
import type { Sql, Statement, Value } from '#server/db/database.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { faultOf } from '#server/db/faults.ts'
import { isPoolFull } from '#server/db/host-choice.ts'
import { readsOnly } from '#server/db/reads-only.ts'
import {
  createReplicaPool,
  type MarkedAnswer,
  type ReplicaPool,
  type ReplicaPoolOptions,
} from '#server/db/replica-pool.ts'
import { sqlOf } from '#server/db/sql.ts'
import { createReplicaJudge, type Refusal } from './replica-judge.ts'
import { askedMark, type ReplicaMark, readPrimaryState } from './replica-store.ts'

export type ReplicaParts = {
  readonly primary: Sql
  /** Connections to the servers that are read from; ended with the reads. */
  readonly pool: ReplicaPool
  readonly log: DatabaseLog
}

/** Where reads of what everybody may see were answered: by a replica, or by the primary, and why not by a replica. */
export type ReadOutcome = 'replica' | 'failed' | Refusal

export type ReplicaState = {
  /** The server that was read from last, as in 'db2:5432'; null: none yet. */
  readonly server: string | null
  /** Why it is not read from now; null: it is. */
  readonly why: Refusal | null
  /** How far it is behind by the last heartbeat that it has, milliseconds; null: it has none, or it is not known. */
  readonly lagMs: number | null
  readonly counts: ReadonlyMap<ReadOutcome, number>
}

/** Reads of what everybody may see, of a replica while it is fresh (decision 0155). */
export type ReplicaReads = {
  /** Asks a replica, and where its answer is too old, or there is none, the primary. What writes goes to the primary. */
  readonly shared: Sql
  /** Asks the primary for what of the catalogue is shown to one shopper: a page for everybody is not older afterwards. */
  readonly own: Sql
  /** Takes what is known of the primary by another way; `instance` is the name by which it hears of this process. */
  readonly note: ReturnType<typeof createReplicaJudge>['note']
  /** An import of the catalogue was seen. */
  know(newestImport: number): void
  /** Waits until a replica has all that the primary has now, some seconds at most; without it the primary is read. */
  catchUp(): Promise<void>
  state(): ReplicaState
  stop(): Promise<void>
}

/** How often a replica is looked at, so that no page waits for one that has gone, and how long it may take, milliseconds. */
const roundMs = 500
const lookMs = 1_000
/** Heartbeats come every 2 s. */
const catchUpMs = 6_000

/** Looks at a replica from now on. Until it is known to be fresh everything is asked of the primary. */
export function createReplicaReads({ primary, pool, log }: ReplicaParts): ReplicaReads {
  const judge = createReplicaJudge()
  const counts = new Map<ReadOutcome, number>()
  let why: Refusal | null = 'away'
  /** It looks fresh again, and what was shown of the primary meanwhile is being asked for. */
  let isReturning = false
  let server: string | null = null
  let told: Refusal | null | undefined
  let looking: Promise<void> | undefined
  const stopped = new AbortController()
  /** Those who wait for an answer, for when it turns out that there is nobody to give it. One promise for all would hold on to each. */
  const waiting = new Set<() => void>()

  const count = (outcome: ReadOutcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1)

  /** It is not read from until it was looked at again; another server may be meanwhile. */
  function refuse(reason: Refusal, answer?: MarkedAnswer<ReplicaMark>): void {
    why = reason
    if (reason === 'away') for (const giveUp of waiting) giveUp()
    if (reason !== 'catalogue') answer?.turnFrom()
  }

  function judged(answer: MarkedAnswer<ReplicaMark>): Refusal | null {
    server = answer.server
    return judge.refusalOf(answer.mark)
  }

  /** The answer, null when nobody is there to give it. */
  async function whileThere<Got>(asked: Promise<Got>): Promise<Got | null> {
    const gone = Promise.withResolvers<null>()
    const giveUp = () => gone.resolve(null)
    waiting.add(giveUp)
    try {
      return await Promise.race([asked, gone.promise])
    } finally {
      waiting.delete(giveUp)
    }
  }

  async function askReplica(statement: Statement<unknown>, values?: readonly Value[]): Promise<Answer | null> {
    try {
      const asked = pool.read(askedMark(judge.instance()), { statement, ...(values && { values }) })
      const answer = await whileThere(asked)
      if (answer === null) {
        count('failed')
        asked.catch(() => undefined)
        return null
      }
      const refusal = judged(answer)
      if (refusal === null) {
        judge.know(answer.mark?.newestImport ?? 0)
        count('replica')
        return answer.answer
      }
      refuse(refusal, answer)
      count(refusal)
    } catch (error) {
      // a statement that failed there is the primary's to judge: a replica cancels what is in the way of its following
      if (faultOf(error) === 'cut' && !isPoolFull(error)) refuse('away')
      count('failed')
    }
    return null
  }

  /** What the primary has at this moment: nothing that it has shown before is newer. */
  async function learn(): Promise<void> {
    const [before, askedAt] = [judge.known(), performance.now()]
    judge.learn(before, { ...(await readPrimaryState(primary)), askedAt })
  }

  async function askPrimary(statement: Statement<unknown>, values?: readonly Value[]): Promise<Answer> {
    const rows = await primary.rows(statement, values)
    // while a replica is refused this waits until one is not
    if (why === null || isReturning) await learn().catch(() => refuse('away'))
    return { rows, rowCount: rows.length } as Answer
  }

  async function ask(statement: Statement<unknown>, values?: readonly Value[]): Promise<Answer> {
    if (why !== null) count(why)
    return (why === null ? await askReplica(statement, values) : null) ?? askPrimary(statement, values)
  }

  async function look(): Promise<void> {
    try {
      const first = await pool.read(askedMark(judge.instance()))
      const refusal = judged(first)
      if (refusal === 'promoted' || refusal === 'lag') return refuse(refusal, first)
      if (why === null && refusal === null) return
      why ??= refusal
      isReturning = true
      await learn()
      const again = await pool.read(askedMark(judge.instance()))
      const left = judged(again)
      if (left === null) why = null
      else refuse(left, again)
    } catch (error) {
      if (isPoolFull(error)) return
      refuse('away')
      tell(error instanceof Error ? error.message : undefined)
    } finally {
      isReturning = false
      looking = undefined
    }
  }

  /** Each change once; that an import is not there yet is over in a moment. */
  function tell(cause?: string): void {
    if (why === told || why === 'catalogue') return
    told = why
    if (why === null) log.info({ server }, 'what everybody may see is read from a replica')
    else log.warn({ server, why, cause }, 'no replica is read from: the primary is asked for what everybody may see')
  }

  async function round(): Promise<void> {
    looking ??= look()
    const isSilent = sleep(lookMs, true, { ref: false })
    const isAnswered = looking.then(() => false)
    if (!(await Promise.race([isAnswered, isSilent]))) return tell()
    refuse('away')
    tell('no answer')
  }

  async function rounds(): Promise<void> {
    while (!stopped.signal.aborted) {
      await round()
      await sleep(roundMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
    }
  }
  const done = rounds()

  const reading = sqlOf(ask)
  const owning = sqlOf(askPrimary)
  /** What changes something is the primary's. */
  const fromOf = (reads: Sql): Sql => ({
    rows: (statement, values) => (readsOnly(statement.text) ? reads : primary).rows(statement, values),
    row: (statement, values) => (readsOnly(statement.text) ? reads : primary).row(statement, values),
    count: (statement, values) => primary.count(statement, values),
  })
  return {
    shared: fromOf(reading),
    own: fromOf(owning),
    note: judge.note,
    know: judge.know,
    async catchUp() {
      const { atMs } = await readPrimaryState(primary)
      judge.wantHeardAfter(atMs)
      await learn()
      const until = performance.now() + catchUpMs
      // of several servers one may be the primary
      for (let others = 4; performance.now() < until; others -= 1) {
        await round()
        if (why === null || why === 'away' || (why === 'promoted' && others <= 0)) return
        await sleep(roundMs / 5)
      }
    },
    state: () => ({ server, why, lagMs: judge.lagMs(), counts }),
    async stop() {
      stopped.abort()
      await done
      await pool.end()
    },
  }
}

/** Opens what DATABASE_REPLICA_URL leads to, with as many connections as the database has; null where it is not set. */
export function openReplicaOf(
  { replicaUrl: url, databasePool: max, isPrepared }: Pick<Config, 'replicaUrl' | 'databasePool' | 'isPrepared'>,
  primary: Sql,
  log: DatabaseLog,
  options: Partial<Pick<ReplicaPoolOptions, 'applicationName' | 'statementTimeoutMs'>> = {},
): ReplicaReads | null {
  if (url === null) return null
  const pool = createReplicaPool({ url, max, isPrepared, applicationName: 'cartwright-replica', ...options })
  return createReplicaReads({ primary, pool, log })
}
