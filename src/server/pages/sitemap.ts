import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CategoryLink } from '#domain/catalog/product.ts'
import { categoryAddress, productAddress } from '#domain/catalog/sku.ts'
import { countSoldSkus, readSoldSkus } from '#server/catalog/sitemap-store.ts'
import type { Sql } from '#server/db/database.ts'
import type { Site } from '#server/http/host-table.ts'
import { createHtmlCache } from '#server/pages/html-cache.ts'
import type { Navigation } from '#server/pages/navigation.ts'
import { textPages } from '#server/pages/text-pages.ts'
import '#server/http/fastify-request.ts'
import { acceptsEncoding } from '#server/http/accept-encoding.ts'

/** Most addresses of one file, as the sitemaps protocol has it. */
export const sitemapLimit = 50_000

export type SitemapParts = { readonly database: Sql; readonly navigation: Navigation; readonly limit?: number }

/** /sitemap.xml of a store: its pages, or where they are more than one file takes, the list of its files. Kept until the catalogue changes. */
export function sitemapRoutes(app: FastifyInstance, parts: SitemapParts): void {
  const kept = createHtmlCache({ freshMs: Number.POSITIVE_INFINITY, mostPages: 200 })

  async function answer(request: FastifyRequest, reply: FastifyReply, file: number | null): Promise<FastifyReply> {
    const { site } = request
    const version = String(await parts.navigation.version())
    const found = await kept.get(`${site.variant.key} ${file}`, version, async () => {
      const xml = await sitemapOf(parts, site, file)
      return { status: xml === null ? 404 : 200, contentType: xmlType, body: Buffer.from(xml ?? ''), isCacheable: true }
    })
    if (found.status === 404) {
      reply.callNotFound()
      return reply
    }
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

/** One file; `file` null is the first address robots ask for. Null when there is no such file. */
async function sitemapOf(parts: SitemapParts, site: Site, file: number | null): Promise<string | null> {
  const { database, navigation, limit = sitemapLimit } = parts
  const { origin, variant } = site
  const pages = ['/', ...categoriesIn(await navigation.categories(variant)), ...Object.keys(textPages)]
  const total = pages.length + (await countSoldSkus(database, variant))
  const files = Math.ceil(total / limit)
  if (file === null && files > 1) return indexXml(origin, files)
  if (file !== null && (file > files || files === 1)) return null
  // the pages stand before the skus in one long row that is cut at every `limit`
  const from = ((file ?? 1) - 1) * limit
  const first = pages.slice(from, from + limit)
  const skus = await readSoldSkus(database, variant, limit - first.length, Math.max(0, from - pages.length))
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
