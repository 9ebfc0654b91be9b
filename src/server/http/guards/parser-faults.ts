import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PageError } from '#domain/page-errors.ts'
import { refusal, refusalTexts } from '#server/http/calls/envelope.ts'
import { requestIdHeader } from '#server/http/ops/request-scope.ts'

type Headers = { readonly [name: string]: string }

/** The page in place of an answer that is for programs, to who asked as these headers say; null for a program. */
export type FaultPage = (
  error: PageError,
  requested: { readonly host: string; readonly accept: string },
) => { readonly headers: Headers; readonly body: string } | null

/** Answers what HTTP's parser refused, and what it lets through although no browser sends it; always with our headers. */
export type ParserFaults = {
  /** On the bare socket: there is no request. */
  readonly onClientError: (error: ClientError, socket: Duplex) => void
  /** True when it was answered: none or several Host headers, by which different readers may see different shops. */
  readonly refuses: (request: IncomingMessage, response: ServerResponse) => boolean
  /** An Expect header of which we know nothing. */
  readonly onExpectation: (request: IncomingMessage, response: ServerResponse) => void
}

/** What Node says of it; the bytes in which it was found. */
type ClientError = Error & { readonly code?: string; readonly rawPacket?: unknown }

const statuses: { readonly [code: string]: number } = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

const body = JSON.stringify(refusal(refusalTexts.malformed))

/** `pageOf` where a person may be the one who asked: a browser with too many cookies sends more than is read. */
export function parserFaults(headers: Headers, pageOf: FaultPage = () => null): ParserFaults {
  const own = (): Headers => ({
    ...headers,
    [requestIdHeader]: randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...lengthOf(body),
    connection: 'close',
  })
  return {
    onClientError(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const status = statuses[error.code ?? ''] ?? 400
      const requested = requestIn(error.rawPacket)
      const page = requested === null ? null : pageOf(status === 431 ? 'largeHeaders' : 'malformed', requested)
      const lines = page === null ? linesOf(own()) : linesOf({ ...own(), ...page.headers, ...lengthOf(page.body) })
      const text = page?.body ?? body
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${text}`, () => socket.destroy())
    },
    refuses(request, response) {
      const hosts = hostsOf(request)
      if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) return false
      response.writeHead(400, own()).end(body)
      return true
    },
    onExpectation: (_request, response) => void response.writeHead(417, own()).end(body),
  }
}

const lengthOf = (text: string) => ({ 'content-length': String(Buffer.byteLength(text)) })

function linesOf(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** Host and Accept of a request that was not read to its end; null where they are missing or stand there twice. */
function requestIn(packet: unknown): { readonly host: string; readonly accept: string } | null {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  const hosts = [...text.matchAll(/\r\nhost:[ \t]*([^\r\n]*)/gi)]
  const accepts = [...text.matchAll(/\r\naccept:[ \t]*([^\r\n]*)/gi)]
  const [host, accept] = [hosts[0]?.[1], accepts[0]?.[1]]
  if (hosts.length !== 1 || accepts.length !== 1 || host === undefined || accept === undefined) return null
  return { host: host.trim(), accept }
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}
