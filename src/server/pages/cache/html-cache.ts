import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress as compress, constants } from 'node:zlib'

const brotliCompress = promisify(compress)

/** A rendered page that holds nothing of a shopper. */
export type CachedPage = {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  /** Brotli, or null while it is not worth it. */
  readonly brotli: Buffer | null
  /** Names the page's content, in any encoding; '' while it is not kept. */
  readonly etag: string
  /** Where a redirect leads. */
  readonly location?: string
}

export type Rendered = Omit<CachedPage, 'brotli' | 'etag'> & { readonly isCacheable: boolean }

export type HtmlCache = {
  /** The page under a key: kept, or rendered and kept. One that is old is answered at once and rendered again behind. */
  get(key: string, version: string, render: () => Promise<Rendered>): CachedPage | Promise<CachedPage>
  readonly size: () => number
}

export type HtmlCacheOptions = {
  /** Age in milliseconds from which a page is rendered again behind the answer. */
  readonly freshMs?: number
  readonly maxPages?: number
  readonly maxBytes?: number
  /** Of the pages of one path that differ by their query. */
  readonly maxPerPath?: number
  readonly now?: () => number
}

type Entry = { page: CachedPage; version: string; at: number; hits: number; isBusy: boolean; bytes: number }

/** Pages worth the slowest compression: those that were asked for more often than this. */
const popular = 8

/**
 * Keeps guests' catalogue pages with a compressed copy, bounded by number and bytes; the least lately used go first. Pages
 * with a query (filters, searches) have a quarter of the room, and each path a few of it: however many of them are asked
 * for, the pages without one stay. Another version (of catalogue or messages) is rendered before it is answered, and a page
 * asked for by many at once is rendered once.
 */
export function createHtmlCache(options: HtmlCacheOptions = {}): HtmlCache {
  const { freshMs = 60_000, maxPages = 4_000, maxBytes = 38_400_000, now = () => performance.now() } = options
  const plain = createRoom(maxPages, maxBytes, maxPages)
  const queried = createRoom(maxPages / 4, maxBytes / 4, options.maxPerPath ?? 120)
  const roomOf = (key: string) => (key.includes('?') ? queried : plain)
  const pending = new Map<string, Promise<CachedPage>>()

  function fill(key: string, version: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const name = `${version} ${key}`
    const running = pending.get(name)
    if (running !== undefined) return running
    const filling = (async () => {
      const { isCacheable, ...rendered } = await render()
      const page = isCacheable
        ? { ...rendered, brotli: await brotli(rendered.body, 5), etag: etagOf(rendered.body) }
        : { ...rendered, brotli: null, etag: '' }
      if (isCacheable) roomOf(key).put(key, { page, version, at: now(), hits: 0, isBusy: false, bytes: sizeOf(page) })
      return page
    })().finally(() => pending.delete(name))
    pending.set(name, filling)
    return filling
  }

  /** Once a page is asked for often, its copy is made as small as can be, behind the answers. */
  function squeeze(entry: Entry): void {
    entry.isBusy = true
    void brotli(entry.page.body, 11).then((smaller) => {
      entry.page = { ...entry.page, brotli: smaller }
      entry.isBusy = false
    })
  }

  return {
    get(key, version, render) {
      const room = roomOf(key)
      const entry = room.get(key)
      if (entry === undefined || entry.version !== version) return fill(key, version, render)
      entry.hits += 1
      if (entry.hits % 64 === 0) room.put(key, entry)
      if (now() - entry.at > freshMs) {
        entry.at = now()
        void fill(key, version, render).catch(() => undefined)
      } else if (entry.hits === popular && !entry.isBusy) squeeze(entry)
      return entry.page
    },
    size: () => plain.size() + queried.size(),
  }
}

/** Weak, as the encodings of a page share it. */
function etagOf(body: Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

function sizeOf(page: CachedPage): number {
  return page.body.length + (page.brotli?.length ?? 0)
}

/** Room for some pages: the one put in longest ago goes first, of one path before all. */
function createRoom(maxPages: number, maxBytes: number, maxPerPath: number) {
  const entries = new Map<string, Entry>()
  const byPath = new Map<string, Set<string>>()
  let bytes = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    bytes -= entry.bytes
    entries.delete(key)
    const siblings = byPath.get(pathOf(key))
    siblings?.delete(key)
    if (siblings?.size === 0) byPath.delete(pathOf(key))
  }

  return {
    get: (key: string) => entries.get(key),
    size: () => entries.size,
    /** Puts a page at the end of the line of those that go. */
    put(key: string, entry: Entry): void {
      remove(key)
      entries.set(key, entry)
      bytes += entry.bytes
      const siblings = byPath.get(pathOf(key)) ?? new Set<string>()
      byPath.set(pathOf(key), siblings.add(key))
      const [eldest] = siblings
      if (siblings.size > maxPerPath && eldest !== undefined) remove(eldest)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxPages && bytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}

function pathOf(key: string): string {
  const end = key.indexOf('?')
  return end === -1 ? key : key.slice(0, end)
}

/** Brotli with the length hint that makes small pages smaller. */
export function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotliCompress(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
