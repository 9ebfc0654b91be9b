import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBrowse } from './browse.ts'
import { measureImport } from './import-run.ts'
import { measureLimits } from './limits/limited.ts'
import { startBenchPostgres } from './postgres.ts'
import { measurePressure } from './pressure.ts'
import { measureReplayed } from './replayed.ts'
import { print, type Result } from './report.ts'
import { judgeSoak } from './soak-judge.ts'
import { soak } from './soak-run.ts'
import { setStage } from './stage.ts'
import { measureStarts } from './starts.ts'
import { startLoadClient } from './workers.ts'

const { values: options } = parseArgs({
  options: {
    /** A third of the shoppers and 10,000 skus: to see whether it runs. */
    quick: { type: 'boolean', default: false },
    /** Leaves the starts and the import out. */
    calls: { type: 'boolean', default: false },
    /** Only what is held against statements written by hand. */
    limits: { type: 'boolean', default: false },
  },
})
const size = options.quick ? 0.3 : 1
const counts = {
  carts: 3_000 * size,
  carts30: options.limits ? 0 : 600 * size,
  recipientIds: options.limits ? 0 : 300 * size,
  reviews: 1_500 * size,
  guests: 400 * size,
  skus: options.quick ? 10_000 : 100_000,
  orders: options.quick ? 100 : 10_000,
}
/** The short form of `npm run bench:soak`. */
const soakSeconds = 120
const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)

const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-sql-'))
const postgres = await startBenchPostgres()
try {
  const loadBefore = loadavg()[0] ?? 0
  say(`setting the stage: ${counts.carts} carts, ${counts.reviews} carts ready to be ordered`)
  const stage = await setStage(postgres, counts)
  const client = startLoadClient()
  const scene = { postgres, stage, client, folder, say, ...counts }
  const rows = options.limits ? [] : await measureReplayed(scene)

  let result: Result = {
    at: new Date().toISOString(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model}`,
    node: process.version,
    postgres: postgres.version,
    loadBefore,
    counts,
    rows,
  }
  result = { ...result, limits: await measureLimits(scene) }
  client.close()
  if (!options.limits) {
    say('200 drawings at once, then 1,000 pages')
    result = { ...result, pressure: await measurePressure(postgres, stage) }
    say(`pages, carts and orders for ${soakSeconds / 60} minutes`)
    const looks = await soak(postgres, stage, { length: { seconds: soakSeconds }, shoppers: 16 })
    result = { ...result, soak: { looks, verdict: judgeSoak(looks, soakSeconds / 3, { isShort: true }) } }
  }
  if (!options.calls && !options.limits) {
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
