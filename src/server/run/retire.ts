import type { Server as HttpServer } from 'node:http'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A connection that nothing came on for so long is closed: what would come next has another one to come on. */
const idleMs = 5_000

/**
 * Lets others serve: takes no new connection, answers whatever comes on those that are there, and ends each with its answer, so that
 * nothing is refused. Resolves when none is left, at the latest after `limitMs`.
 * @returns how many connections were cut off with a request at work
 */
export async function retireServer(server: HttpServer, limitMs: number): Promise<number> {
  const ended = Promise.withResolvers<void>()
  // before whoever answers
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  // what http does instead cuts idle connections at once, on which a request may be on its way
  Server.prototype.close.call(server, () => ended.resolve())
  const patience = { ref: false } as const
  await Promise.race([ended.promise, sleep(Math.min(idleMs, limitMs), undefined, patience)])
  server.closeIdleConnections()
  await Promise.race([ended.promise, sleep(Math.max(0, limitMs - idleMs), undefined, patience)])
  const left = await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
  server.closeAllConnections()
  return left
}
