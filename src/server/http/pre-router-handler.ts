import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ParserFaults } from '#server/http/guards/parser-faults.ts'
import { endStalledReaders } from '#server/http/guards/stalled-readers.ts'

/** Answers a request before the framework sees it; false when it is not for it. */
export type PreRouterHandler = (request: IncomingMessage, response: ServerResponse) => boolean

/** What takes a request that was not answered early. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type LimitedServerParts = {
  readonly early: () => PreRouterHandler | undefined
  /** Looked at before anything else: a request that may be read in two ways is no request. */
  readonly faults: ParserFaults
  /** Longest time in which a reader takes nothing. */
  readonly stalledMs?: number
}

const idleMs = 65_000

/** Node's server with our limits, which asks `early` first. Fastify sets no limit on a server that it did not make. */
export function limitedServer(handler: Handler, { early, faults, stalledMs = 20_000 }: LimitedServerParts): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // Node looks for late requests every 30 s unless told, and the limits above would be that much longer
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: idleMs,
      maxHeaderSize: 16_384,
      // ours has the headers that every answer has
      requireHostHeader: false,
    },
    (request, response) => {
      if (faults.refuses(request, response)) return
      if (early()?.(request, response) !== true) handler(request, response)
    },
  )
  server.setTimeout(30_000)
  server.on('checkExpectation', faults.onExpectation)
  endStalledReaders(server, { stalledMs, idleMs, everyMs: Math.min(1_000, stalledMs / 4) })
  return server
}
