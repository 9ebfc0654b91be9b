import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip as compressGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import { shownInMail } from '#server/http/guards/security-headers.ts'
import type { AssetFile } from '#server/pages/render/web-build.ts'
import {
  type PictureStore,
  PictureStoreAway,
  PictureStoreRefused,
  type PictureStream,
} from '#server/providers/picture-store/port.ts'
import { brotli, createHtmlCache } from './html-cache.ts'

const gzip = promisify(compressGzip)

const types: { readonly [ending: string]: string } = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  woff2: 'font/woff2',
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  ico: 'image/x-icon',
}
const compressible = new Set(['js', 'css', 'svg', 'json'])
// a picture drawn by a stranger could hold a script: opened by itself it may run none
const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type Copies = { readonly body: Buffer; br: Buffer | null; gz: Buffer | null; readonly type: string }

/** The bundle's files from memory, named after their contents and so kept for ever; compressed copies are made behind. */
export function assetRoutes(app: FastifyInstance, files: readonly AssetFile[], copiesDir: string): void {
  const cached = new Map<string, Copies>()
  for (const { path, body } of files) {
    cached.set(path, { body, br: null, gz: null, type: types[endingOf(path)] ?? 'application/octet-stream' })
  }
  app.get('/assets/*', (request, reply) => {
    const file = cached.get(request.url)
    if (file === undefined) return reply.callNotFound()
    reply.headers({ 'content-type': file.type, 'cache-control': cacheControl.forEver, vary: 'accept-encoding' })
    if (file.br !== null && acceptsEncoding(request.headers, 'br'))
      return reply.header('content-encoding', 'br').send(file.br)
    if (file.gz !== null && acceptsEncoding(request.headers, 'gzip'))
      return reply.header('content-encoding', 'gzip').send(file.gz)
    return reply.send(file.body)
  })
  for (const [path, file] of cached) {
    if (compressible.has(endingOf(path))) readCopies(path, file, copiesDir)
  }
  void compressMissing(cached, copiesDir)
}

function readCopies(path: string, file: Copies, dir: string): void {
  const name = path.slice('/assets/'.length)
  const br = join(dir, `${name}.br`)
  const gz = join(dir, `${name}.gz`)
  if (existsSync(br) && existsSync(gz)) {
    file.br = readFileSync(br)
    file.gz = readFileSync(gz)
  }
}

/** The slowest compression, once in the life of a bundle; the next start finds the copies. */
async function compressMissing(cached: ReadonlyMap<string, Copies>, dir: string): Promise<void> {
  for (const [path, file] of cached) {
    if (!compressible.has(endingOf(path)) || file.br !== null) continue
    file.gz = await gzip(file.body, { level: 9 })
    file.br = await brotli(file.body, 11)
    try {
      mkdirSync(dir, { recursive: true })
      writeFileSync(join(dir, `${path.slice('/assets/'.length)}.gz`), file.gz)
      writeFileSync(join(dir, `${path.slice('/assets/'.length)}.br`), file.br)
    } catch {
      // a folder that cannot be written costs the work again at the next start, nothing else
    }
  }
}

/**
 * Pictures of the catalogue, by file name, from the first store that has it; a name is never used for another picture. Drawn ones travel
 * compressed. Where pages name a CDN, mails and pages of before still lead here.
 */
export function pictureRoutes(app: FastifyInstance, stores: readonly PictureStore[]): void {
  const drawn = createHtmlCache({ freshMs: Number.POSITIVE_INFINITY, maxBytes: 16_000_000 })
  app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
    const { file } = request.params
    if (!/^[a-z0-9][a-z0-9._-]{0,159}$/.test(file)) return reply.callNotFound()
    const type = types[endingOf(file)]
    if (type === undefined) return reply.callNotFound()
    const headers = {
      ...{ 'content-type': type, 'cache-control': cacheControl.forEver, 'content-security-policy': strictPolicy },
      ...shownInMail,
    }
    if (!compressible.has(endingOf(file))) {
      const found = await openFirst(stores, file)
      if (found === 'away') return storeAway(reply)
      if (found === null) return reply.callNotFound()
      if (found.bytes !== null) reply.header('content-length', found.bytes)
      return reply.headers(headers).send(found.body)
    }
    const cached = await drawn.get(file, '', async () => {
      const found = await openFirst(stores, file)
      if (found === 'away') return { status: 503, contentType: type, body: Buffer.alloc(0), isCacheable: false }
      if (found === null) return { status: 404, contentType: type, body: Buffer.alloc(0), isCacheable: false }
      return { status: 200, contentType: type, body: await buffer(found.body), isCacheable: true }
    })
    if (cached.status === 503) return storeAway(reply)
    if (cached.status === 404) return reply.callNotFound()
    reply.headers(headers)
    reply.header('vary', 'accept-encoding')
    if (cached.brotli === null || !acceptsEncoding(request.headers, 'br')) return reply.send(cached.body)
    return reply.header('content-encoding', 'br').send(cached.brotli)
  })
}

function storeAway(reply: FastifyReply) {
  return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '10' }).send('')
}

async function openFirst(stores: readonly PictureStore[], file: string): Promise<PictureStream | null | 'away'> {
  try {
    for (const store of stores) {
      const found = await store.open(file)
      if (found !== null) return found
    }
    return null
  } catch (error) {
    if (error instanceof PictureStoreAway || error instanceof PictureStoreRefused) return 'away'
    throw error
  }
}

/** What browsers and robots ask every site for. */
export function siteFiles(app: FastifyInstance): void {
  app.get('/favicon.svg', (request, reply) => {
    const isLoft = request.site.variant.brand === 'CB2'
    const ink = isLoft ? '#111111' : '#9A4A2C'
    const mark = isLoft ? 'M8 8h16v16H8z' : 'M6 20h20v4H6zM8 12h16v8H8z'
    return reply
      .headers({ 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="${ink}" d="${mark}"/></svg>`)
  })
  app.get('/robots.txt', (request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(
        [
          'User-agent: *',
          ...['/checkout', '/account', '/cart/', '/search', '/session', '/idp/', '/openapi'].map(
            (path) => `Disallow: ${path}`,
          ),
          `Sitemap: ${request.site.origin}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
