import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a visitor who stands for many sends to the outermost proxy: the address that it sees. Proxies pass it on to nobody. */
export const seenAs = 'x-test-seen-as'

export type HttpProxy = { readonly port: number; close(): Promise<void> }

/**
 * A proxy such as shops stand behind: it passes a request on with its Host, writes whom it saw at the end of X-Forwarded-For,
 * and says by which scheme it was asked. Its connections to the next one are kept open and carry everybody's requests.
 */
export async function startHttpProxy(nextPort: number, scheme: 'http' | 'https' = 'https'): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  const server = createServer((incoming, response) => {
    const headers = passedOn(incoming.headers, incoming.socket.remoteAddress ?? '', scheme)
    const { method, url } = incoming
    const next = request({ agent, host: '127.0.0.1', port: nextPort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    next.on('error', () => response.destroy())
    incoming.pipe(next)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function passedOn(headers: IncomingHttpHeaders, peer: string, scheme: string): IncomingHttpHeaders {
  const { [seenAs]: seen, connection: _hop, ...others } = headers
  const before = headers['x-forwarded-for']
  const address = seen === undefined ? peer : String(seen)
  return {
    ...others,
    'x-forwarded-for': before === undefined ? address : `${before}, ${address}`,
    'x-forwarded-proto': headers['x-forwarded-proto'] ?? scheme,
  }
}
