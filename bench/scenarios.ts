import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadKind, Prepared } from './load.ts'
import { type Figures, figuresOf, type Sample } from './measure.ts'
import { operationOf, shapeOf } from './operations.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Slice } from './replay.ts'
import type { Server } from './server.ts'
import { readStatements } from './sql-log.ts'
import type { Stage } from './stage.ts'
import { type LoadClient, openReplay } from './workers.ts'

/** One thing shoppers do, how it is repeated, and with whom. */
export type Scenario = {
  readonly what: LoadKind
  /** Reads change nothing: visitors come again for as long as it takes. */
  readonly isRead: boolean
  readonly visitors: readonly Prepared[]
}

export const crowds = [1, 16] as const

/** The stretches of measuring, product and limit in turn: what else the machine does meanwhile then troubles both. */
const stretches = 4
const readSeconds = 2
/** Changes last until everybody has had her turn. */
const longest = 120

type Crowd = (typeof crowds)[number]

/** Operations to warm up with, and those of each stretch, for one shopper and for sixteen: nobody is used twice. */
function slicesOf({ visitors, isRead }: Scenario, crowd: Crowd): { warmUp: Slice; slices: Slice[] } {
  const all = visitors.length
  if (isRead) return { warmUp: [0, all], slices: Array.from({ length: stretches }, () => [0, all] as const) }
  const shares = crowd === 1 ? ([0, 0.04, 0.2] as const) : ([0.2, 0.32, 1] as const)
  const [first, begin, end] = shares.map((share) => Math.round(all * share)) as [number, number, number]
  const place = (nth: number) => Math.round(begin + ((end - begin) * nth) / stretches)
  return {
    warmUp: [first, begin],
    slices: Array.from({ length: stretches }, (_, nth) => [place(nth), place(nth + 1)] as const),
  }
}

export type Product = {
  readonly client: LoadClient
  readonly server: Server
  readonly postgres: BenchPostgres
  readonly stage: Stage
}

/** What the product makes of a scenario, and what bare clients make of its statements on a database like it. */
export async function compare(
  { client, server, postgres, stage }: Product,
  scenario: Scenario,
  { url, file }: { readonly url: string; readonly file: string },
  crowd: Crowd,
): Promise<{ product: Figures; limit: Figures }> {
  const { what, isRead: isRepeatable } = scenario
  const replay = await openReplay({ url, file, shoppers: crowd })
  const shop = stage.shopOf(server)
  const watched = { server: server.pid, postgres: postgres.pid(), gateway: server.gatewayPid }
  const ofProduct = async (slice: Slice, seconds: number): Promise<Sample> => {
    const visitors = scenario.visitors.slice(...slice)
    const answer = await client.ask({
      ...{ kind: 'run', shop, watched, what, visitors, first: slice[0], shoppers: crowd, seconds, isRepeatable },
    })
    if ('sample' in answer) return answer.sample
    throw new Error('the load client answered something else')
  }
  const ofReplay = (slice: Slice, seconds: number) =>
    replay.ask({ kind: 'run', slice, seconds, isRepeatable, watched: { postgres: postgres.pid() } })

  const { warmUp, slices } = slicesOf(scenario, crowd)
  const seconds = isRepeatable ? readSeconds : longest
  await ofProduct(warmUp, seconds)
  await ofReplay(warmUp, seconds)
  const product: Sample[] = []
  const limit: Sample[] = []
  for (const slice of slices) {
    product.push(await ofProduct(slice, seconds))
    limit.push(await ofReplay(slice, seconds))
  }
  replay.close()
  return { product: figuresOf(product), limit: figuresOf(limit) }
}

export type Recording = {
  readonly file: string
  readonly statements: number
  readonly commits: number
  readonly shapes: number
}

/** Writes down the SQL of every operation of a scenario, one after the other, as PostgreSQL logged it. */
export async function record(
  { client, server, postgres, stage }: Product,
  scenario: Scenario,
  folder: string,
): Promise<Recording> {
  const { what, visitors } = scenario
  const shop = stage.shopOf(server)
  const answer = await client.ask({ kind: 'record', shop, watched: {}, what, visitors, log: postgres.log })
  if (!('ends' in answer)) throw new Error('the load client answered something else')
  const { ends } = answer
  const operations = ends
    .slice(1)
    .map((end, nth) => operationOf(readStatements(postgres.log, ends[nth] ?? 0, end, 'cartwright')))
  if (operations.length !== visitors.length || operations.some((operation) => operation.length === 0)) {
    throw new Error(`${what}: ${operations.length} operations recorded of ${visitors.length}`)
  }
  const file = join(folder, `${what}.jsonl`)
  writeFileSync(
    file,
    operations.map((operation) => JSON.stringify(operation.map((statement) => [statement]))).join('\n'),
  )
  const middle = operations[Math.floor(operations.length / 2)] ?? []
  const commits = middle.filter(({ text }) => text === 'commit').length
  return { file, statements: middle.length, commits, shapes: new Set(operations.map(shapeOf)).size }
}
