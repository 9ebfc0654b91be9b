import { readFileSync } from 'node:fs'
import pg from 'pg'
import { type Figures, measure, type Operation, type Watched } from './measure.ts'
import type { SqlOperation } from './operations.ts'

/** From the first to before the last. */
export type Slice = readonly [from: number, to: number]

/** What one replay is asked for: a slice of a file of operations, sent by bare clients. */
export type ReplayJob = {
  readonly url: string
  /** JSON Lines, one operation a line. */
  readonly file: string
  readonly slice: Slice
  /** Sent before, on the same connections, so that every statement is prepared. */
  readonly warmUp: Slice
  readonly shoppers: number
  readonly seconds: number
  /** Reads only: begin again when the slice is over. */
  readonly isRepeatable: boolean
  readonly watched: Watched
}

/** A program of its own: measures one job that comes over the channel, answers, and ends. */
process.once('message', (job: ReplayJob) => {
  void replay(job).then((figures) => {
    process.send?.(figures, () => process.exit(0))
  })
})

async function replay(job: ReplayJob): Promise<Figures> {
  const operations = readFileSync(job.file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as SqlOperation).map(queryOf))
  const clients = await Promise.all(
    Array.from({ length: job.shoppers }, async () => {
      const client = new pg.Client({
        connectionString: job.url,
        application_name: 'cartwright-replay',
        options: '-c search_path=shop',
      })
      await client.connect()
      return client
    }),
  )
  const send = ([from, to]: Slice): Operation => {
    let next = from
    return async (shopper) => {
      if (job.isRepeatable && next >= to) next = from
      const queries = next < to ? operations[next++] : undefined
      const client = clients[shopper]
      if (queries === undefined || client === undefined) return undefined
      const started = performance.now()
      for (const query of queries) await client.query(query)
      return performance.now() - started
    }
  }
  await measure(send(job.warmUp), job.shoppers, job.isRepeatable ? 1 : job.seconds, job.watched)
  const figures = await measure(send(job.slice), job.shoppers, job.seconds, job.watched)
  await Promise.all(clients.map((client) => client.end()))
  return figures
}

function queryOf({ name, text, values }: SqlOperation[number]): pg.QueryConfig {
  return name === '' ? { text, values: [...values] } : { name, text, values: [...values] }
}
