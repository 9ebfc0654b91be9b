import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'
import { requestIdHeader } from '#server/http/ops/request-scope.ts'
import type { PreRouterHandler } from '#server/http/pre-router-handler.ts'
import type { CachedPage } from './html-cache.ts'
import { isFresh } from './if-none-match.ts'

/** Finds a cached page again, or the promise of one that must be rendered first. */
type Find = () => CachedPage | Promise<CachedPage>

/**
 * Cached pages by host and address as a browser asks for them, answered before the framework: it would cost three times as
 * much as the page. Only for visitors without any cookie who read brotli; everybody else goes the long way, which also
 * tells of a page once it is cached.
 */
export type PageFastPath = {
  /** A page that the long way has just answered from the cache. */
  learn(request: IncomingMessage, headers: { readonly [name: string]: unknown }, find: Find): void
  readonly answer: PreRouterHandler
}

const max = 20_000
/** Of those with a query (filters, searches): there is no end of them. */
const maxQueried = 1_000
const maxAddressLength = 300

/** `hasEtag`: who has the page already is told so, by the ETag of the page as it is then. */
type Known = { readonly find: Find; readonly headers: readonly string[]; readonly hasEtag: boolean }

export function createPageFastPath(allows: (request: IncomingMessage) => boolean, count: () => void): PageFastPath {
  const plain = new Map<string, Known>()
  const queried = new Map<string, Known>()
  const knownOf = (address: string) => (address.includes('?') ? queried : plain)

  return {
    learn(request, headers, find) {
      const address = addressOf(request)
      if (address === null) return
      const known = knownOf(address)
      if (known.has(address)) return
      const [eldest] = known.keys()
      if (known.size >= (known === plain ? max : maxQueried) && eldest !== undefined) known.delete(eldest)
      // the id of a request is that request's alone, and the ETag that of the page as it was
      const texts = Object.entries({ ...headers, 'content-encoding': 'br' })
        .filter(([name]) => name !== requestIdHeader && name !== 'etag')
        .map(([name, value]) => [name, String(value)])
      known.set(address, { find, headers: texts.flat(), hasEtag: headers.etag !== undefined })
    },
    answer(request, response) {
      const address = addressOf(request)
      const page = address === null ? undefined : knownOf(address).get(address)
      if (page === undefined || !allows(request)) return false
      const cached = page.find()
      if (cached instanceof Promise) {
        // the long way waits for the same page, and tells when it cannot be had
        cached.catch(() => undefined)
        return false
      }
      if (cached.brotli === null || cached.status !== 200) return false
      const headers = page.hasEtag ? [...page.headers, 'etag', cached.etag] : page.headers
      if (page.hasEtag && isFresh(request.headers, cached.etag)) response.writeHead(304, withoutBody(headers)).end()
      else send(response, headers, cached.brotli)
      count()
      return true
    },
  }
}

const ofBody = new Set(['content-type', 'content-encoding'])

function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_, at) => !ofBody.has(headers[at - (at % 2)] ?? ''))
}

function send(response: ServerResponse, headers: readonly string[], body: Buffer): void {
  response.writeHead(200, [...headers, 'content-length', String(body.length)])
  response.end(body)
}

/** Host and address of a request that a cached page may answer; null for all others. */
function addressOf({ method, url, headers }: IncomingMessage): string | null {
  if (method !== 'GET' || headers.cookie !== undefined || headers['x-app'] !== undefined) return null
  if (url === undefined || url.length > maxAddressLength || headers.host === undefined) return null
  if (!acceptsEncoding(headers, 'br')) return null
  if (headers.accept?.startsWith('application/json') === true) return null
  return `${headers.host} ${url}`
}
