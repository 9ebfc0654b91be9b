import type { BenchPostgres } from './postgres.ts'
import type { Look } from './soak-judge.ts'
import type { Stage } from './stage.ts'
import { startLoadClient } from './workers.ts'

export type SoakSettings = {
  /** So long, or so many looks with so many operations before each, however long they take. */
  readonly length: { readonly seconds: number } | { readonly looks: number; readonly operations: number }
  readonly shoppers: number
  /** More arguments for node. */
  readonly nodeArguments?: readonly string[]
  readonly say?: (text: string) => void
}

/** Looks in a soak that is told its seconds, evenly: enough to see a slope. */
const looksWanted = 40
/** A stretch that is told its operations lasts until they are done. */
const longest = 600
/** Between load and look: connections of shoppers are closed, mails and webhook events are through. */
const restMs = 400

/**
 * Pages, carts and orders of new visitors at a server of its own, and what it holds after each stretch of them, at rest and
 * collected. The first look is one before anybody came.
 */
export async function soak(postgres: BenchPostgres, stage: Stage, settings: SoakSettings): Promise<Look[]> {
  const { length, shoppers, nodeArguments = [], say = () => undefined } = settings
  await postgres.clone(stage.database, 'soaked')
  const server = await stage.serve('soaked', { nodeArguments, isLookedAt: true })
  const client = startLoadClient()
  const stretch =
    'seconds' in length
      ? { seconds: Math.max(0.5, length.seconds / looksWanted), visitors: strangers(10_000), isRepeatable: true }
      : { seconds: longest, visitors: strangers(length.operations), isRepeatable: false }
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  let operations = 0
  const look = async (): Promise<Look> => {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    return { ...(await server.look()), seconds: elapsed(), operations }
  }
  try {
    const looks = [await look()]
    while ('seconds' in length ? elapsed() < length.seconds : looks.length <= length.looks) {
      const answer = await client.ask({
        ...{ kind: 'run', shop: stage.shopOf(server), watched: { server: server.pid }, what: 'mix', shoppers },
        ...{ first: operations, ...stretch },
      })
      if (!('sample' in answer)) throw new Error('the load client answered something else')
      operations += answer.sample.times.length
      const latest = await look()
      looks.push(latest)
      say(`${operations} operations, heap ${(latest.heapBytes / 1_048_576).toFixed(1)} MB`)
    }
    return looks
  } finally {
    client.close()
    await server.stop()
  }
}

/** Visitors nobody has prepared: each comes as a stranger. */
function strangers(count: number) {
  return Array.from({ length: count }, () => ({ cookie: '', token: '', lineItemId: '', recipientIds: [] }))
}
