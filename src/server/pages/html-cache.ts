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
}

export type Rendered = Omit<CachedPage, 'brotli'> & { readonly isCacheable: boolean }

export type HtmlCache = {
  /** The page under a key: kept, or rendered and kept. One that is old is answered at once and rendered again behind. */
  get(key: string, version: string, render: () => Promise<Rendered>): CachedPage | Promise<CachedPage>
  readonly size: () => number
}

export type HtmlCacheOptions = {
  /** Age in milliseconds from which a page is rendered again behind the answer. */
  readonly freshMs?: number
  readonly mostPages?: number
  readonly mostBytes?: number
  readonly now?: () => number
}

type Entry = { page: CachedPage; version: string; at: number; hits: number; isBusy: boolean; bytes: number }

/** Pages worth the slowest compression: those that were asked for more often than this. */
const popular = 8

/**
 * Keeps guests' catalogue pages with a compressed copy, bounded by number and bytes; the least lately used go first.
 * Another version (of catalogue or messages) is rendered before it is answered, and a page asked for by many at once is
 * rendered once.
 */
export function createHtmlCache(options: HtmlCacheOptions = {}): HtmlCache {
  const { freshMs = 60_000, mostPages = 4_000, mostBytes = 128_000_000, now = () => performance.now() } = options
  const entries = new Map<string, Entry>()
  const pending = new Map<string, Promise<CachedPage>>()
  let bytes = 0

  function put(key: string, version: string, page: CachedPage): void {
    remove(key)
    const size = page.body.length + (page.brotli?.length ?? 0)
    entries.set(key, { page, version, at: now(), hits: 0, isBusy: false, bytes: size })
    bytes += size
    for (const oldest of entries.keys()) {
      if (entries.size <= mostPages && bytes <= mostBytes) break
      remove(oldest)
    }
  }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry === undefined) return
    bytes -= entry.bytes
    entries.delete(key)
  }

  function fill(key: string, version: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const name = `${version} ${key}`
    const running = pending.get(name)
    if (running !== undefined) return running
    const filling = (async () => {
      const { isCacheable, ...rendered } = await render()
      const page = { ...rendered, brotli: isCacheable ? await brotli(rendered.body, 5) : null }
      if (isCacheable) put(key, version, page)
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
      const entry = entries.get(key)
      if (entry === undefined || entry.version !== version) return fill(key, version, render)
      entry.hits += 1
      if (entry.hits % 64 === 0) {
        // to the end of the line of those that go
        entries.delete(key)
        entries.set(key, entry)
      }
      if (now() - entry.at > freshMs) {
        entry.at = now()
        void fill(key, version, render).catch(() => undefined)
      } else if (entry.hits === popular && !entry.isBusy) squeeze(entry)
      return entry.page
    },
    size: () => entries.size,
  }
}

/** Brotli with the length hint that makes small pages smaller. */
export function brotli(body: Buffer, quality: number): Promise<Buffer> {
  return brotliCompress(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
