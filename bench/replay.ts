import { readFileSync } from 'node:fs'
import pg from 'pg'
import { measure, type Operation, type Sample, type Watched } from './measure.ts'
import type { SqlOperation } from './operations.ts'

/** From the first to before the last. */
export type Slice = readonly [from: number, to: number]

/** What the replay is asked for: bare clients with a file of operations, then slices of it. */
export type ReplayJob =
  /** The file is JSON Lines, one operation a line. */
  | { readonly kind: 'open'; readonly url: string; readonly file: string; readonly shoppers: number }
  | {
      readonly kind: 'run'
      readonly slice: Slice
      readonly seconds: number
      /** Reads only: begin again when the slice is over. */
      readonly isRepeatable: boolean
      readonly watched: Watched
    }

let clients: pg.Client[] = []
let operations: pg.QueryConfig[][][] = []

/** A program of its own: works on what comes over the channel. */
process.on('message', (job: ReplayJob) => {
  work(job).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function work(job: ReplayJob): Promise<Sample | 'open'> {
  if (job.kind === 'open') {
    await open(job.url, job.file, job.shoppers)
    return 'open'
  }
  const { slice, isRepeatable, seconds, watched } = job
  let next = slice[0]
  const operation: Operation = async (shopper) => {
    if (isRepeatable && next >= slice[1]) next = slice[0]
    const groups = next < slice[1] ? operations[next++] : undefined
    const client = clients[shopper]
    if (groups === undefined || client === undefined) return undefined
    const started = performance.now()
    for (const queries of groups) await Promise.all(queries.map((query) => client.query(query)))
    return performance.now() - started
  }
  return measure(operation, clients.length, seconds, watched)
}

async function open(url: string, file: string, shoppers: number): Promise<void> {
  operations = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => (JSON.parse(line) as SqlOperation).map((group) => group.map(queryOf)))
  // set as the product's own connections are
  const options = '-c search_path=shop -c plan_cache_mode=force_generic_plan'
  clients = Array.from({ length: shoppers }, () => {
    return new pg.Client({ connectionString: url, application_name: 'cartwright-replay', options, pipeline: true })
  })
  await Promise.all(clients.map((client) => client.connect()))
}

function queryOf({ name, text, values }: SqlOperation[number][number]): pg.QueryConfig {
  return name === '' ? { text, values: [...values] } : { name, text, values: [...values] }
}
