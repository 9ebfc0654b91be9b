import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pathTable } from '#contracts/paths.ts'
import { steps } from '#domain/checkout/steps.ts'
import { findChromium } from './chromium.ts'
import { Connection } from './connection.ts'
import { Visitor } from './http-client.ts'
import { lighthouseOf } from './lighthouse.ts'
import { measureClicks } from './page-click.ts'
import { bundleSizes, pageFiles } from './page-sizes.ts'
import { type Server, startServer } from './server.ts'

const { values: options } = parseArgs({ options: { loads: { type: 'string', default: '5' } } })
const loads = Number(options.loads)
const wanted = { lighthouse: 95, listeningMs: 2_000 }

/** Pages that search engines read. */
const indexed = new Set(['home', 'category', 'product'])

const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-pages-'))
// started as root, PostgreSQL runs as a user of its own, who must be able to enter
chmodSync(dataDir, 0o755)
const server = await startServer({ dataDir })
try {
  const chromium = findChromium()
  const origin = `http://${server.host}`
  const productPath = await firstProduct(server)
  const cookie = await cartWith(server, productPath)
  // the assets' smallest copies are made behind the first start
  await untilCompressed(server, productPath)

  const sizes = bundleSizes()
  console.table(sizes)
  const lighthouse = {
    home: await lighthouseOf(chromium, `${origin}/`, '', loads),
    category: await lighthouseOf(chromium, `${origin}/category/sofas`, '', loads),
    search: await lighthouseOf(chromium, `${origin}/search?q=oak+table`, '', loads),
    product: await lighthouseOf(chromium, `${origin}${productPath}`, '', loads),
    cart: await lighthouseOf(chromium, `${origin}${steps[0].path}`, cookie, loads),
  }
  console.table(lighthouse)
  const clicks = await measureClicks(chromium, `${origin}${productPath}`, loads)
  const { heardShare, ...spreads } = clicks
  console.table(spreads)
  console.log(`pressed at 1.8 s: the page heard ${Math.round(heardShare * 100)} % of the presses`)

  const result = { at: new Date().toISOString(), productPath, sizes, lighthouse, clicks }
  mkdirSync('bench/results', { recursive: true })
  const file = join('bench/results', `pages-${result.at.slice(0, 19).replaceAll(':', '')}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  const missed = [
    ...Object.entries(lighthouse).flatMap(([name, { performance, layoutShift, ...audit }]) => [
      ...(indexed.has(name)
        ? (['accessibility', 'bestPractices', 'seo'] as const)
            .filter((of) => audit[of] < 100)
            .map((of) => `${name}: ${of} ${audit[of]}, 100 wanted (${audit.faults})`)
        : []),
      ...(performance < wanted.lighthouse ? [`${name}: Lighthouse ${performance}, ${wanted.lighthouse} wanted`] : []),
      ...(layoutShift > 0 ? [`${name}: layout shift ${layoutShift}`] : []),
    ]),
    ...(clicks.listening.median > wanted.listeningMs
      ? [`'Add to Cart' answers a press from ${clicks.listening.median} ms on, ${wanted.listeningMs} wanted`]
      : []),
  ]
  console.log(missed.length === 0 ? 'All bars are met.' : missed.map((one) => `MISSED  ${one}`).join('\n'))
  console.log(`Saved as ${file}`)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The address of the first product of the home page. */
async function firstProduct({ port, host }: Server): Promise<string> {
  const connection = new Connection(port)
  const { body } = await connection.send(`GET / HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\n\r\n`)
  connection.close()
  const path = /href="(\/product\/\d+)"/.exec(body.toString())?.[1]
  if (path === undefined) throw new Error('the home page shows no product')
  return path
}

/** The cookie of a visitor with two pieces in her cart. */
async function cartWith({ port, host }: Server, productPath: string): Promise<string> {
  const connection = new Connection(port)
  const visitor = new Visitor(connection, host)
  await visitor.openSession()
  const Sku = Number(productPath.split('/').at(-1))
  await visitor.call(pathTable.cart.addItems.path, { items: [{ Sku, Quantity: 2 }] })
  connection.close()
  return visitor.cookies.cookie
}

/** Waits until the page and every script of it come as brotli. */
async function untilCompressed({ port, host }: Server, path: string): Promise<void> {
  const { entry } = pageFiles()
  for (const address of [path, entry]) {
    for (let tries = 0; tries < 300; tries += 1) {
      const connection = new Connection(port)
      const { head } = await connection.send(
        `GET ${address} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\naccept-encoding: br\r\n\r\n`,
      )
      connection.close()
      if (/content-encoding: br/i.test(head)) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
