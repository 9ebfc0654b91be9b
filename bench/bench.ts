import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBrowse } from './browse.ts'
import { measureCachedPage } from './cached-page.ts'
import { measureImport } from './import-run.ts'
import { startBenchPostgres } from './postgres.ts'
import { measurePressure } from './pressure.ts'
import { print, type Result, type Row, rowOf } from './report.ts'
import { compare, crowds, type Recording, record, type Scenario } from './scenarios.ts'
import { setStage } from './stage.ts'
import { measureStarts } from './starts.ts'
import { compareStates, readState } from './state.ts'
import { startLoadClient } from './workers.ts'

const { values: options } = parseArgs({
  options: {
    /** A third of the shoppers and 10,000 skus: to see whether it runs. */
    quick: { type: 'boolean', default: false },
    /** Leaves the starts and the import out. */
    calls: { type: 'boolean', default: false },
  },
})
const size = options.quick ? 0.3 : 1
const counts = {
  carts: 3_000 * size,
  carts30: 600 * size,
  recipientIds: 300 * size,
  reviews: 1_500 * size,
  guests: 400 * size,
  skus: options.quick ? 10_000 : 100_000,
}
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-sql-'))
const postgres = await startBenchPostgres()
try {
  const loadBefore = loadavg()[0] ?? 0
  say(`setting the stage: ${counts.carts} carts, ${counts.reviews} carts ready to be ordered`)
  const stage = await setStage(postgres, counts)
  const guests = Array.from({ length: counts.guests }, () => ({
    cookie: '',
    token: '',
    lineItemId: '',
    recipientIds: [],
  }))
  const scenarios: readonly Scenario[] = [
    { what: 'productUncached', isRead: true, visitors: stage.carts.slice(0, 200) },
    { what: 'getCart', isRead: true, visitors: stage.carts.slice(0, 200) },
    { what: 'addItem', isRead: false, visitors: stage.carts },
    { what: 'changeQuantity', isRead: false, visitors: stage.carts },
    { what: 'getCart30', isRead: true, visitors: stage.carts30.slice(0, 200) },
    { what: 'changeQuantity30', isRead: false, visitors: stage.carts30 },
    { what: 'applyPromo', isRead: false, visitors: stage.carts.slice(0, Math.round(1_000 * size)) },
    { what: 'readCheckout1', isRead: true, visitors: stage.homes1 },
    { what: 'readCheckout5', isRead: true, visitors: stage.homes5 },
    { what: 'saveOptions1', isRead: false, visitors: stage.homes1 },
    { what: 'saveOptions5', isRead: false, visitors: stage.homes5 },
    { what: 'placeOrder', isRead: false, visitors: stage.reviews },
    { what: 'guestOrder', isRead: false, visitors: guests },
  ]
  const client = startLoadClient()

  say('writing down the SQL')
  await postgres.clone(stage.database, 'recorded')
  await postgres.logStatements('recorded')
  const listened = await stage.serve('recorded')
  const recordings = new Map<string, Recording>()
  for (const scenario of scenarios) {
    recordings.set(scenario.what, await record({ client, server: listened, postgres, stage }, scenario, folder))
  }
  await listened.stop()
  for (const what of ['readCheckout', 'saveOptions']) {
    const [one, five] = [1, 5].map((recipientIds) => recordings.get(`${what}${recipientIds}`)?.statements)
    if (one !== five) throw new Error(`${what}: ${one} statements for one home, ${five} for five`)
  }

  await postgres.clone(stage.database, 'product')
  const url = await postgres.clone(stage.database, 'replayed')
  const server = await stage.serve('product')
  const rows: Row[] = []
  for (const crowd of crowds) {
    say(`cached product page, ${crowd}`)
    const page = await measureCachedPage(server, stage.shopOf(server).productPath, crowd, 6)
    rows.push(rowOf(`product page, cached (${page.bytes} B)`, crowd, page.product, page.limit))
  }
  for (const scenario of scenarios) {
    say(scenario.what)
    const recording = recordings.get(scenario.what)
    if (recording === undefined) throw new Error(`${scenario.what} was not recorded`)
    for (const crowd of crowds) {
      const { product, limit } = await compare(
        { client, server, postgres, stage },
        scenario,
        { url, file: recording.file },
        crowd,
      )
      rows.push(rowOf(scenario.what, crowd, product, limit, recording))
    }
  }
  client.close()
  await server.stop()
  compareStates(await readState(postgres, 'product'), await readState(postgres, 'replayed'))

  let result: Result = {
    at: new Date().toISOString(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model}`,
    node: process.version,
    postgres: postgres.version,
    loadBefore,
    counts,
    rows,
  }
  say('200 drawings at once, then 1,000 pages')
  result = { ...result, pressure: await measurePressure(postgres, stage) }
  if (!options.calls) {
    say(`importing ${counts.skus} skus`)
    const empty = await postgres.clone('template1', 'imported')
    result = { ...result, import: await measureImport(empty, counts.skus) }
    say('walking through a shop of that size')
    result = { ...result, browse: await measureBrowse(empty, counts.skus, postgres.pid()) }
    say('starting from nothing, and again')
    result = { ...result, starts: await measureStarts() }
  }
  stage.close()
  print(result)
  mkdirSync('bench/results', { recursive: true })
  const file = join('bench/results', `${result.at.slice(0, 19).replaceAll(':', '')}.json`)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  console.log(`\nSaved as ${file}`)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
