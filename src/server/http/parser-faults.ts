import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { refusal, refusalTexts } from '#server/http/envelope.ts'

type Headers = { readonly [name: string]: string }

/** Answers what HTTP's parser refused, and what it lets through although no browser sends it; always with our headers. */
export type ParserFaults = {
  /** On the bare socket: there is no request. */
  readonly onClientError: (error: Error & { readonly code?: string }, socket: Duplex) => void
  /** True when it was answered: none or several Host headers, by which different readers may see different shops. */
  readonly refuses: (request: IncomingMessage, response: ServerResponse) => boolean
  /** An Expect header of which we know nothing. */
  readonly onExpectation: (request: IncomingMessage, response: ServerResponse) => void
}

const statuses: { readonly [code: string]: number } = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const body = JSON.stringify(refusal(refusalTexts.malformed))

export function parserFaults(headers: Headers): ParserFaults {
  const own: Headers = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`)
  return {
    onClientError(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const status = statuses[error.code ?? ''] ?? 400
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
    },
    refuses(request, response) {
      const hosts = hostsOf(request)
      if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) return false
      response.writeHead(400, own).end(body)
      return true
    },
    onExpectation: (_request, response) => void response.writeHead(417, own).end(body),
  }
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
