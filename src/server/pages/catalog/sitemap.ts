import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CategoryLink } from '#domain/catalog/product.ts'
import { categoryAddress, productAddress } from '#domain/catalog/sku.ts'
import type { Variant } from '#domain/variant.ts'
import { readSoldAt, readSoldSkus } from '#server/catalog/browse/sitemap-store.ts'
import type { Sql } from '#server/db/database.ts'
import type { Site } from '#server/http/host-table.ts'
import { createHtmlCache } from '#server/pages/cache/html-cache.ts'
import type { Navigation } from '#server/pages/render/navigation.ts'
import { textPages } from '#server/pages/text-pages.ts'
import '#server/http/fastify-request.ts'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'

/** Most addresses of one file, as the sitemaps protocol has it. */
export const sitemapLimit = 50_000

export type SitemapParts = { readonly shared: Sql; readonly navigation: Navigation; readonly limit?: number }

/** /sitemap.xml of a store: its pages, or where they are more than one file takes, the list of its files. Kept until the catalogue changes. */
export function sitemapRoutes(app: FastifyInstance, parts: SitemapParts): void {
  const cached = createHtmlCache({ freshMs: Number.POSITIVE_INFINITY, maxPages: 200, maxBytes: 12_000_000 })
  const extentOf = createExtents(parts)

  async function answer(request: FastifyRequest, reply: FastifyReply, file: number | null): Promise<FastifyReply> {
    const { site } = request
    const version = String(await parts.navigation.version())
    const extent = await extentOf(site.variant, version)
    // known without asking anew, and kept nowhere: there is no end of numbers
    if (file !== null && (file > extent.files || extent.files === 1)) {
      reply.callNotFound()
      return reply
    }
    const found = await cached.get(`${site.variant.key} ${file}`, version, async () => {
      const body = Buffer.from(await sitemapOf(parts, site, file, extent))
      return { status: 200, contentType: xmlType, body, isCacheable: true }
    })
    reply.headers({ 'content-type': xmlType, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' })
    const isSmaller = found.brotli !== null && acceptsEncoding(request.headers, 'br')
    return isSmaller ? reply.header('content-encoding', 'br').send(found.brotli) : reply.send(found.body)
  }

  app.get('/sitemap.xml', (request, reply) => answer(request, reply, null))
  app.get<{ Params: { file: string } }>('/sitemap/:file', (request, reply) => {
    const number = /^([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1]
    return number === undefined ? reply.callNotFound() : answer(request, reply, Number(number))
  })
}

const xmlType = 'application/xml; charset=utf-8'

/** The pages of a store that are no skus, and the files that all of them take. */
type Extent = {
  readonly pages: readonly string[]
  readonly files: number
  /** Of each file with skus, the sku behind which its own begin. */
  readonly begins: readonly number[]
}

/** Goes through what a store sells once in the life of a catalogue, file by file. */
function createExtents({ shared, navigation, limit = sitemapLimit }: SitemapParts) {
  const known = new Map<string, { readonly version: string; readonly extent: Promise<Extent> }>()
  const count = async (variant: Variant): Promise<Extent> => {
    const pages = ['/', ...categoriesIn(await navigation.categories(variant)), ...Object.keys(textPages)]
    const begins = [0]
    for (let room = limit - (pages.length % limit), after = 0; ; room = limit) {
      const end = await readSoldAt(shared, variant, after, room)
      if (end === undefined || end.isLast) break
      after = end.sku
      begins.push(after)
    }
    return { pages, files: Math.floor(pages.length / limit) + begins.length, begins }
  }
  return (variant: Variant, version: string): Promise<Extent> => {
    const found = known.get(variant.key)
    if (found?.version === version) return found.extent
    const extent = count(variant)
    known.set(variant.key, { version, extent })
    extent.catch(() => known.delete(variant.key))
    return extent
  }
}

/** One file that is there; `file` null is the first address robots ask for. */
async function sitemapOf(parts: SitemapParts, site: Site, file: number | null, extent: Extent): Promise<string> {
  const { shared, limit = sitemapLimit } = parts
  const { origin, variant } = site
  const { pages, files, begins } = extent
  if (file === null && files > 1) return indexXml(origin, files)
  // the pages stand before the skus in one long row that is cut at every `limit`
  const from = ((file ?? 1) - 1) * limit
  const first = pages.slice(from, from + limit)
  const room = limit - first.length
  const after = begins[(file ?? 1) - 1 - Math.floor(pages.length / limit)] ?? 0
  const skus = room === 0 ? [] : await readSoldSkus(shared, variant, after, room)
  return pagesXml(origin, [...first, ...skus.map(productAddress)])
}

function categoriesIn(categories: readonly CategoryLink[]): string[] {
  return categories.flatMap(({ slug, children }) => [categoryAddress(slug), ...categoriesIn(children)])
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function pagesXml(origin: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${origin}${path}</loc></url>`)
  return `${head}<urlset ${space}>\n${urls.join('\n')}\n</urlset>\n`
}

function indexXml(origin: string, files: number): string {
  const numbers = Array.from({ length: files }, (_, at) => at + 1)
  const maps = numbers.map((number) => `<sitemap><loc>${origin}/sitemap/${number}.xml</loc></sitemap>`)
  return `${head}<sitemapindex ${space}>\n${maps.join('\n')}\n</sitemapindex>\n`
}
