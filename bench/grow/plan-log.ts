import { join } from 'node:path'
import pg from 'pg'
import { endOfLog, textOf } from '../sql-log.ts'

/** One statement as it ran. */
export type Ran = {
  readonly name: string
  /** Pages of tables and indexes that it read, from memory or not. */
  readonly buffers: number
  readonly ms: number
  /** How often it went down an index, to find or to write an entry. */
  readonly lookups: number
}

/** What PostgreSQL itself notes of every statement of one database: EXPLAIN (ANALYZE, BUFFERS) of the real plan with real parameters. */
export type PlanLog = {
  /** What ran while some work was done. */
  of(work: () => Promise<unknown>): Promise<Ran[]>
  close(): Promise<void>
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  // the names of prepared statements stand nowhere else
  log_statement: 'all',
}

/** Notes what connections of the database do that are made from now on. */
export async function openPlanLog(superuserUrl: string): Promise<PlanLog> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const shown = await client.query<{ name: string; folder: string }>(
    "select current_database() as name, current_setting('data_directory') as folder",
  )
  const { name = '', folder = '' } = shown.rows[0] ?? {}
  const counted = await client.query<{ table: string; indexes: number }>(
    `select c.relname as table, count(*)::int as indexes from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'shop'::regnamespace group by c.relname`,
  )
  const indexes = new Map(counted.rows.map((row) => [row.table, row.indexes]))
  for (const [key, value] of Object.entries(settings)) {
    await client.query(`alter database ${name} set ${key} = '${value}'`)
  }
  // it lies beside the folder of the cluster
  const file = join(folder, '../postgres.log')
  return {
    async of(work) {
      const from = endOfLog(file)
      await work()
      return readRan(textOf(file, from, endOfLog(file)), indexes)
    },
    async close() {
      for (const key of Object.keys(settings)) await client.query(`alter database ${name} reset ${key}`)
      await client.end()
    },
  }
}

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Searches'?: number
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Operation?: string
  readonly Plans?: readonly Plan[]
}

const head = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[(\d+)\] [A-Z]+: {2}/m

/** The statements in a stretch of the log: in each connection a statement's plan follows its name. */
function readRan(log: string, indexes: ReadonlyMap<string, number>): Ran[] {
  const names = new Map<string, string>()
  const ran: Ran[] = []
  const pieces = log.split(head)
  for (let place = 1; place < pieces.length; place += 2) {
    const [pid = '', said = ''] = pieces.slice(place, place + 2)
    const named = /^execute ([\w.-]+): /.exec(said)?.[1]
    if (named !== undefined) names.set(pid, named)
    const planned = /^duration: ([\d.]+) ms {2}plan:\n\t(\{[\s\S]*\})\s*$/.exec(said)
    const name = names.get(pid)
    if (planned === null || name === undefined) continue
    const { Plan } = JSON.parse(planned[2] ?? '') as { Plan: Plan }
    const buffers = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    ran.push({ name, buffers, ms: Number(planned[1]), lookups: lookupsOf(Plan, indexes) })
  }
  return ran
}

function lookupsOf(plan: Plan, indexes: ReadonlyMap<string, number>): number {
  const below = plan.Plans ?? []
  const writes = plan.Operation === 'Insert' || plan.Operation === 'Update'
  const rows = below.reduce((sum, each) => sum + each['Actual Rows'] * each['Actual Loops'], 0)
  const written = writes ? rows * (indexes.get(plan['Relation Name'] ?? '') ?? 0) : 0
  const own = (plan['Index Searches'] ?? 0) + (plan['Node Type'] === 'Seq Scan' ? plan['Actual Loops'] : 0)
  return below.reduce((sum, each) => sum + lookupsOf(each, indexes), own + written)
}
