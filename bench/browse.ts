import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstSku } from './catalog.ts'
import { Connection } from './connection.ts'
import { Visitor } from './http-client.ts'
import { measureImport } from './import-run.ts'
import { fillLargeCatalog } from './large-catalog.ts'
import { cpuSeconds, familySeconds, residentMb } from './measure.ts'
import { startBenchPostgres } from './postgres.ts'
import { startServer } from './server.ts'

/** One kind of page of a large shop, made anew for one shopper, one after the other; milliseconds. */
export type BrowseRow = {
  readonly what: string
  readonly pages: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
  /** CPU of the server and of PostgreSQL for one page: what is left of the figures when others use the machine too. */
  readonly serverMs: number
  readonly sqlMs: number
}

export type BrowseFigures = {
  readonly skus: number
  /** The first shelf after the start, whose index was made before /readyz said yes. */
  readonly firstMs: number
  /** The server with the indexes of all its shelves, and those alone. */
  readonly residentMb: number
  readonly indexMb: number
  readonly rows: readonly BrowseRow[]
}

/** The most that the median page may take. */
export const maxMs = 30

const pages = 200
const colors = ['natural', 'black', 'white']
const bands = ['to-25', '25-50', '50-100']
const materials = ['oak', 'walnut', 'linen', 'stoneware', 'brass', 'marble', 'rattan', 'wool', 'ash', 'cotton']
const things = ['bowl', 'plate', 'vase', 'throw', 'pillow', 'tray', 'lamp', 'mug', 'basket', 'candle']
const pick = (words: readonly string[], nth: number) => words[nth % words.length] ?? ''

/** The address of the nth page of each kind: hardly two alike. */
const kinds: { readonly [what: string]: (nth: number, skus: number) => string } = {
  'category, all': (nth) => `/category/bench-shelf?page=${1 + (nth % 50)}`,
  'category, two filters': (nth) =>
    `/category/bench-shelf?color=${pick(colors, nth)}&price=${pick(bands, nth >> 1)}&page=${1 + (nth % 3)}`,
  'category, four filters, sorted': (nth) =>
    `/category/bench-shelf?type=${pick(things, nth)}&type=${pick(things, nth + 3)}&color=${pick(colors, nth)}&material=${pick(materials, nth >> 3)}&stock=in&sort=priceHigh`,
  'search, two words': (nth) => `/search?q=${pick(materials, nth)}+${pick(things, nth >> 2)}`,
  'search, one word': (nth) => `/search?q=${pick(things, nth)}`,
  'search, a slip of the typist': (nth) =>
    `/search?q=${pick(materials, nth)}+${pick(things, nth >> 2).replace(/(.)(.)$/, '$2$1')}`,
  suggestions: (nth) => `/ReactBrowse/GetSuggestions?q=${pick(things, nth).slice(0, 3)}`,
  product: (nth, skus) => `/product/${firstSku + ((nth * 7919) % skus)}`,
}

/** Opens pages of a shop of that many skus as a visitor with a session, for whom nothing is kept. */
export async function measureBrowse(databaseUrl: string, skus: number, postgresPid: number): Promise<BrowseFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-browse-'))
  const server = await startServer({ dataDir, databaseUrl })
  const connection = new Connection(server.port)
  try {
    const visitor = new Visitor(connection, server.host)
    await visitor.openSession()
    const timed = async (path: string) => {
      const before = visitor.spentMs
      const { body } = await visitor.page(path)
      return { ms: visitor.spentMs - before, bytes: body.length }
    }
    const { ms: firstMs } = await timed('/category/bench-shelf')
    const memory = { residentMb: residentMb(server.pid), indexMb: (await indexBytes(server.opsPort)) / 1e6 }
    const rows: BrowseRow[] = []
    for (const [what, addressOf] of Object.entries(kinds)) {
      for (let nth = 0; nth < 30; nth += 1) await timed(addressOf(nth * 3 + 1, skus))
      const times: number[] = []
      let bytes = 0
      const before = [cpuSeconds(server.pid), familySeconds(postgresPid)] as const
      for (let nth = 0; nth < pages; nth += 1) {
        const one = await timed(addressOf(nth, skus))
        times.push(one.ms)
        bytes += one.bytes
      }
      const cpu = [cpuSeconds(server.pid) - before[0], familySeconds(postgresPid) - before[1]] as const
      const [serverMs, sqlMs] = cpu.map((seconds) => (seconds * 1000) / pages) as [number, number]
      times.sort((a, b) => a - b)
      const share = (part: number) => times[Math.min(pages - 1, Math.floor(pages * part))] ?? 0
      rows.push({ what, pages, p50: share(0.5), p99: share(0.99), bytes: Math.round(bytes / pages), serverMs, sqlMs })
    }
    return { skus, firstMs, ...memory, rows }
  } finally {
    connection.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function indexBytes(opsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(/^shelf_index_bytes (\d+)/m.exec(text)?.[1] ?? 0)
}

/** The table for people; a median over the bar is said. */
export function printBrowse({ skus, firstMs, residentMb: held, indexMb, rows }: BrowseFigures): void {
  console.log(
    `\npages of a shop of ${skus} skus, made anew for one shopper (the first after the start: ${firstMs.toFixed(0)} ms)`,
  )
  console.log(`the server takes ${held.toFixed(0)} MB, the indexes of its shelves ${indexMb.toFixed(0)} MB of them`)
  for (const { what, p50, p99, bytes, serverMs, sqlMs } of rows) {
    const verdict = p50 <= maxMs ? 'good  ' : 'MISSED'
    const figures = `p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms`
    const cpu = `CPU ${serverMs.toFixed(1)} + ${sqlMs.toFixed(1)} ms`
    console.log(`${verdict}  ${what.padEnd(32)} ${figures}   ${cpu}   ${(bytes / 1000).toFixed(0)} kB`)
  }
}

/** What the importer takes too long for is filled in by SQL. */
const mostImported = 300_000

/** Alone: `node bench/browse.ts [skus]`. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const skus = Number(process.argv[2] ?? 100_000)
  const postgres = await startBenchPostgres()
  try {
    const url = await postgres.clone('template1', 'browsed')
    if (skus > mostImported) {
      await fillLargeCatalog(url, url.replace('//cartwright:', '//postgres:'), skus)
    } else {
      const { seconds, againSeconds, peakMb } = await measureImport(url, skus)
      console.log(`import ${seconds.toFixed(1)} s, again ${againSeconds.toFixed(1)} s, at most ${peakMb.toFixed(0)} MB`)
    }
    printBrowse(await measureBrowse(url, skus, postgres.pid()))
  } finally {
    await postgres.stop()
  }
}
