import { createTurns } from '#server/turns.ts'

/** So many of one network's requests wait as may be. */
export class NetworkBusy extends Error {
  override name = 'NetworkBusy'
}

/** Runs the work of a request when its network's turn comes. @throws NetworkBusy */
export type NetworkTurns = <Result>(network: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Bounds what one network has at work at once, so that the others' requests come in between: a call may take 30 ms of the
 * thread that answers everybody, and whoever asks for 300 a second would have it alone. Networks do not wait for each other.
 */
export function createNetworkTurns({ maxConcurrent = 4, maxWaiting = 300 } = {}): NetworkTurns {
  const lines = new Map<string, { readonly inTurn: ReturnType<typeof createTurns>; inside: number }>()
  const refuse = () => new NetworkBusy(`${maxWaiting} requests of this network wait already`)
  return async (network, work) => {
    const line = lines.get(network) ?? { inTurn: createTurns({ maxConcurrent, maxWaiting, refuse }), inside: 0 }
    lines.set(network, line)
    line.inside += 1
    try {
      return await line.inTurn(work)
    } finally {
      line.inside -= 1
      if (line.inside === 0) lines.delete(network)
    }
  }
}

/** No bounds, as where no number of requests is bounded. */
export const unboundedTurns: NetworkTurns = (_network, work) => work()
