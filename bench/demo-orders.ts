/** Lets the shop place an order of each kind in the demo's catalogue and writes what they leave to catalog/demo-orders.jsonl. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createWorld, type World } from '#test/world.ts'
import { demoStories } from './grow/demo-stories.ts'
import { endStories, tellStory } from './grow/tell-stories.ts'
import { partFinder } from './grow/template.ts'
import { columnsOf, readKnown, storyTables } from './grow/told-rows.ts'

/** Neither what only a session leaves, nor the changes of carts: nobody comes back to these, and nobody replays them. */
const left = new Set(['session', 'sign_in_token', 'token_owner', 'request_key', 'cart_event'])

const log = { info: () => undefined, warn: () => undefined }
const folder = mkdtempSync(join(tmpdir(), 'cartwright-demo-orders-'))
// started as root, PostgreSQL runs as a user of its own, who must be able to enter
chmodSync(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder, port: 0, durable: false, log })
try {
  await migrate({ url: server.url, log })
  const database = createDatabase({ url: server.url, max: 8, applicationName: 'demo orders', log })
  for (const name of ['cb', 'cb2']) await importCatalog(database, { file: `catalog/demo/${name}.jsonl` })
  const on = { database, url: server.url, drop: async () => undefined }
  const world = await createWorld({ now: new Date().toISOString(), on, catalog: null })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query("set timezone = 'UTC'")
  writeFileSync('catalog/demo-orders.jsonl', await written(world, client))
  await client.end()
  await world.close()
  await database.end()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function written(world: World, client: pg.Client): Promise<string> {
  const told: string[][] = []
  for (const { skus, variant, ...story } of demoStories) {
    let next = 0
    const parcel = () => skus[next++ % skus.length] ?? 0
    told.push(await tellStory(world, story, { parcel, embroidered: parcel, furniture: parcel }, variant))
  }
  await endStories(world)
  const columns: { [table: string]: { name: string; type: string }[] } = {}
  const lines: string[] = []
  for (const [nth, { name, times, orders }] of demoStories.entries()) {
    const shoppers = told[nth] ?? []
    const finder = partFinder(await readKnown(client, shoppers, world.shop.orders.macOf))
    const rows: { [table: string]: unknown[] } = {}
    for (const [table, { where, aged }] of Object.entries(storyTables)) {
      if (left.has(table)) continue
      const names = await columnsOf(client, table)
      const texts = names.map((column) => `(${aged?.columns?.[column] ?? column})::text`).join(', ')
      // what an old cart has lost, these never had; all else of them is new
      const ofCart = table === 'cart' ? texts : names.map((column) => `(${column})::text`).join(', ')
      const found = await client.query<(string | null)[]>({
        ...{ text: `select ${ofCart} from shop.${table} where ${where} order by ctid`, values: [shoppers] },
        rowMode: 'array',
      })
      if (found.rows.length === 0) continue
      columns[table] = await typed(client, table, names)
      rows[table] = found.rows.map((row) => row.map((value) => (value === null ? null : finder.cell(value))))
    }
    const { rows: first } = await client.query<{ began: Date }>(
      'select min(created_at) as began from shop.cart where shopper_id = any($1)',
      [shoppers],
    )
    const began = first[0]?.began.getTime()
    lines.push(JSON.stringify({ name, times, orders, began, parts: finder.parts, rows }))
  }
  const inOrder = Object.keys(storyTables).filter((table) => table in columns)
  const head = { columns: Object.fromEntries(inOrder.map((table) => [table, columns[table]])) }
  return `${[JSON.stringify(head), ...lines].join('\n')}\n`
}

async function typed(client: pg.Client, table: string, names: readonly string[]) {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = ('shop.' || $1)::regclass and attname = any($2) order by attnum`,
    [table, names],
  )
  return rows
}
