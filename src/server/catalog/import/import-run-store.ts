import { type Database, type Sql, statement, type Tx } from '#server/db/database.ts'

/** What a run is at: reading its file, checking it, taking it over; `failed` had bad lines or was ended by hand. */
export type RunState = 'staging' | 'staged' | 'applying' | 'done' | 'failed'

/** A file on its way into the shop. Lines are counted without empty ones. */
export type CatalogRun = {
  readonly runId: number
  readonly fileName: string
  readonly sha256: string
  /** The words of the command that say what of the file is taken. */
  readonly options: string
  readonly state: RunState
  readonly lines: number
  /** Lines read so far; from 'applying' on those done of the changed ones. */
  readonly atLine: number
  readonly outside: number
  readonly skipped: number
  readonly changed: number
  readonly slices: number
  /** The slice whose products are done; of its stock all up to `atSku` and `atLocation`. */
  readonly atSlice: number
  readonly atSku: number
  readonly atLocation: number
  readonly workedMs: number
  readonly startedAt: Date
  readonly endedAt: Date | null
}

const columns = `run_id as "runId", file_name as "fileName", encode(file_sha256, 'hex') as sha256, options, state, lines,
  at_line as "atLine", outside, skipped, changed, slices, at_slice as "atSlice", at_sku as "atSku",
  at_location as "atLocation", worked_ms as "workedMs", started_at as "startedAt", ended_at as "endedAt"`

const openRunOf = statement<CatalogRun>(
  'catalog.run-open',
  `select ${columns} from shop.catalog_run where state in ('staging', 'staged', 'applying')`,
)

/** The run that is not over. */
export function readOpenRun(sql: Sql): Promise<CatalogRun | undefined> {
  return sql.row(openRunOf)
}

const lastRun = statement<CatalogRun>(
  'catalog.run-last',
  `select ${columns} from shop.catalog_run order by run_id desc limit 1`,
)

/** The run that was begun last. */
export function readLastRun(sql: Sql): Promise<CatalogRun | undefined> {
  return sql.row(lastRun)
}

const taken = statement<{ sha256: string }>(
  'catalog.files-taken',
  `select distinct encode(file_sha256, 'hex') as sha256 from shop.catalog_import where not is_part`,
)

/** The SHA-256 of each file of which anything was taken over, to its end. */
export async function readFilesTaken(sql: Sql): Promise<string[]> {
  return (await sql.rows(taken)).map(({ sha256 }) => sha256)
}

const begin = statement<CatalogRun>(
  'catalog.run-begin',
  `insert into shop.catalog_run (file_name, file_sha256, options, lines) values ($1, decode($2, 'hex'), $3, $4)
   returning ${columns}`,
)

/** Writes a new run down. */
export async function beginRun(
  sql: Sql,
  { fileName, sha256, options, lines }: Pick<CatalogRun, 'fileName' | 'sha256' | 'options' | 'lines'>,
): Promise<CatalogRun> {
  const run = await sql.row(begin, [fileName, sha256, options, lines])
  if (run === undefined) throw new Error('the run was not written')
  return run
}

const lockRun = statement<CatalogRun>(
  'catalog.run-lock',
  `select ${columns} from shop.catalog_run where run_id = $1 and state in ('staging', 'staged', 'applying') for update`,
)

// those of slices: driven by their few products into every index, whatever is known of tables that are just being filled
const setLimits = statement<unknown>(
  'catalog.run-limits',
  `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
     set_config('idle_in_transaction_session_timeout', '0', true),
     set_config('enable_seqscan', $3, true), set_config('enable_hashjoin', $3, true),
     set_config('enable_mergejoin', $3, true),
     case when current_setting('server_version_num')::int >= 170000 then set_config('transaction_timeout', '0', true) end`,
)

/** What a step may take: its statements in all, its waits for others, and whether it looks up the few rows of a slice. */
export type StepLimits = { readonly statementMs: number; readonly lockMs: number; readonly isSlice: boolean }

/**
 * One step of a run, in a transaction of its own. `work` is told where the run is by now and moves it on: whatever was cut
 * off, a step is done once.
 */
export function runStep<Result>(
  database: Database,
  runId: number,
  { statementMs, lockMs, isSlice }: StepLimits,
  work: (tx: Tx, run: CatalogRun) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await tx.row(setLimits, [String(statementMs), String(lockMs), isSlice ? 'off' : 'on'])
    const run = await tx.row(lockRun, [runId])
    if (run === undefined) throw new Error(`run ${runId} is over: another process has ended it`)
    return work(tx, run)
  })
}

const move = statement<unknown>(
  'catalog.run-move',
  `update shop.catalog_run set state = $2, at_line = $3, outside = $4, skipped = $5, changed = $6, slices = $7,
     at_slice = $8, at_sku = $9, at_location = $10, worked_ms = $11,
     ended_at = case when $2 in ('done', 'failed') then now() end
   where run_id = $1`,
)

/** Writes down where a run is. */
export async function moveRun(tx: Tx, run: CatalogRun, to: Partial<CatalogRun>): Promise<void> {
  const at = { ...run, ...to }
  await tx.count(move, [
    ...[run.runId, at.state, at.atLine, at.outside, at.skipped, at.changed, at.slices],
    ...[at.atSlice, at.atSku, at.atLocation, Math.round(at.workedMs)],
  ])
}

// the machine of the other one may be gone without a word
const guardLimits = statement<unknown>(
  'catalog.run-guard-limits',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
     set_config('tcp_keepalives_idle', '10', true), set_config('tcp_keepalives_interval', '5', true),
     set_config('tcp_keepalives_count', '3', true),
     case when current_setting('server_version_num')::int >= 170000 then set_config('transaction_timeout', '0', true) end`,
)
const takeTurn = statement<object>(
  'catalog.run-turn',
  "select from turn where turn = 'catalog import' for update skip locked",
)

/**
 * Does `work` while no other process imports: a transaction of its own, with nothing in it, holds a lock that goes with the
 * process. Answers null without doing anything while another one is at work.
 */
export async function whileAlone<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result } | null> {
  const ended: { result: Result }[] = []
  const failed: { error: unknown }[] = []
  const isOver = () => ended.length + failed.length > 0
  try {
    await database.transaction(async (tx) => {
      if (isOver()) return
      await tx.row(guardLimits)
      if ((await tx.row(takeTurn)) === undefined) return
      await work().then(
        (result) => ended.push({ result }),
        (error: unknown) => failed.push({ error }),
      )
    })
  } catch (error) {
    // the guard's own connection was cut: what was done is done
    if (!isOver()) throw error
  }
  for (const { error } of failed) throw error
  return ended[0] ?? null
}

const noneAtWork = statement<object>(
  'catalog.run-none-at-work',
  "select from turn where turn = 'catalog import' for key share skip locked",
)

/** Whether some process is importing now. */
export async function readIsAtWork(sql: Sql): Promise<boolean> {
  return (await sql.row(noneAtWork)) === undefined
}
