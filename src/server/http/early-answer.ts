import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** Answers a request before the framework sees it; false when it is not for it. */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean

/** What takes a request that was not answered early. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Node's server with our limits, which asks `early` first. Fastify sets no limit on a server that it did not make. */
export function limitedServer(handler: Handler, early: () => EarlyAnswer | undefined): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // Node looks for late requests every 30 s unless told, and the limits above would be that much longer
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      if (early()?.(request, response) !== true) handler(request, response)
    },
  )
  server.setTimeout(30_000)
  return server
}
