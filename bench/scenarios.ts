import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadKind, Prepared } from './load.ts'
import type { Figures } from './measure.ts'
import { operationOf, shapeOf } from './operations.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Slice } from './replay.ts'
import type { Server } from './server.ts'
import { readStatements } from './sql-log.ts'
import type { Stage } from './stage.ts'
import { type LoadClient, replayed } from './workers.ts'

/** One thing shoppers do, how it is repeated, and with whom. */
export type Scenario = {
  readonly what: LoadKind
  /** Reads change nothing: visitors come again for as long as it takes. */
  readonly isRead: boolean
  readonly visitors: readonly Prepared[]
}

export const crowds = [1, 16] as const

/** Operations to warm up with and to measure, for one shopper and for sixteen: nobody is used twice. */
export function slicesOf({ visitors, isRead }: Scenario): {
  readonly [Crowd in 1 | 16]: { warmUp: Slice; slice: Slice }
} {
  const all = visitors.length
  if (isRead) return { 1: { warmUp: [0, all], slice: [0, all] }, 16: { warmUp: [0, all], slice: [0, all] } }
  const at = [0, 0.04, 0.2, 0.32, 1].map((share) => Math.round(all * share)) as [number, number, number, number, number]
  return { 1: { warmUp: [at[0], at[1]], slice: [at[1], at[2]] }, 16: { warmUp: [at[2], at[3]], slice: [at[3], at[4]] } }
}

/** Reads last this long; changes until everybody has had her turn. */
const readSeconds = 6
const longest = 120

type Of<Value> = { readonly [Crowd in 1 | 16]: Value }

/** What the product makes of a scenario. */
export async function measureProduct(
  { client, server, postgres, stage }: { client: LoadClient; server: Server; postgres: BenchPostgres; stage: Stage },
  scenario: Scenario,
): Promise<Of<Figures>> {
  const watched = { server: server.pid, postgres: postgres.pid(), gateway: server.gatewayPid }
  const run = async (shoppers: number, [from, to]: Slice, seconds: number): Promise<Figures> => {
    const visitors = scenario.visitors.slice(from, to)
    const { what, isRead } = scenario
    const job = { kind: 'run', shop: stage.shopOf(server), watched, what, visitors, shoppers, seconds } as const
    const answer = await client.ask({ ...job, isRepeatable: isRead })
    if ('figures' in answer) return answer.figures
    throw new Error('the load client answered something else')
  }
  const slices = slicesOf(scenario)
  const of = async (crowd: 1 | 16) => {
    await run(crowd, slices[crowd].warmUp, scenario.isRead ? 2 : longest)
    return run(crowd, slices[crowd].slice, scenario.isRead ? readSeconds : longest)
  }
  return { 1: await of(1), 16: await of(16) }
}

export type Recording = { readonly file: string; readonly statements: number; readonly shapes: number }

/** Writes down the SQL of every operation of a scenario, one after the other, as PostgreSQL logged it. */
export async function record(
  { client, server, postgres, stage }: { client: LoadClient; server: Server; postgres: BenchPostgres; stage: Stage },
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
  writeFileSync(file, operations.map((operation) => JSON.stringify(operation)).join('\n'))
  const middle = operations[Math.floor(operations.length / 2)] ?? []
  return { file, statements: middle.length, shapes: new Set(operations.map(shapeOf)).size }
}

/** The same statements by bare clients: what PostgreSQL alone can do of it. */
export async function measureLimit(
  { postgres, url }: { postgres: BenchPostgres; url: string },
  scenario: Scenario,
  { file }: Recording,
): Promise<Of<Figures>> {
  const slices = slicesOf(scenario)
  const { isRead } = scenario
  const of = (crowd: 1 | 16) =>
    replayed({
      ...{ url, file, ...slices[crowd], shoppers: crowd, isRepeatable: isRead },
      seconds: isRead ? readSeconds : longest,
      watched: { postgres: postgres.pid() },
    })
  return { 1: await of(1), 16: await of(16) }
}
