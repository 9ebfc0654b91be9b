import pg from 'pg'
import { createDatabase } from '#server/db/pool.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { place, testCatalog } from '#test/builders/catalog.ts'
import { createWorld, type World, type WorldOptions } from '#test/world.ts'
import { growOrders } from './grow-orders.ts'
import { growSkus } from './grow-skus.ts'
import { colors, firstOfEachKind, kinds } from './pieces.ts'
import { tellStories } from './tell-stories.ts'
import type { Template } from './template.ts'
import { readTemplates } from './told-rows.ts'

/** Orders lie within the last two years. */
const days = 730

/** How far a growing shop is. */
export type Progress = { readonly skus: number; readonly orders: number }

export type GrownShop = {
  readonly world: World
  readonly client: pg.Client
  readonly templates: readonly Template[]
  /** Brings it to so many skus and orders, from where it is. */
  grow(
    wanted: { readonly skus: number; readonly orders: number },
    told?: (progress: Progress) => void,
  ): Promise<Progress>
  close(): Promise<void>
}

export type GrownShopOptions = Omit<WorldOptions, 'on' | 'catalog'> & {
  /** Whoever may leave out that references are checked row by row, which doubles the time. */
  readonly superuserUrl?: string
  readonly connections?: number
}

type State = {
  readonly products: number
  readonly templates: readonly Template[] | null
}

/**
 * Opens a migrated database as a shop that grows. The first time the product itself writes one order of each kind there; from
 * these rows all others are made.
 */
export async function openGrownShop(
  url: string,
  { superuserUrl, connections = 8, ...options }: GrownShopOptions = {},
): Promise<GrownShop> {
  const client = await connect(url)
  const writers = await Promise.all(
    Array.from({ length: superuserUrl === undefined ? 1 : 2 }, () => connect(superuserUrl ?? url)),
  )
  for (const writer of writers) {
    await writer.query("set synchronous_commit = 'off'")
    // what is referred to was written a moment before: asking for each row doubles the work
    if (superuserUrl !== undefined) await writer.query("set session_replication_role = 'replica'")
  }
  await client.query("set timezone = 'UTC'")
  await client.query('create schema if not exists grown')
  await client.query(
    `create table if not exists grown.progress (only_row boolean primary key default true check (only_row),
       products int not null, templates jsonb)`,
  )
  await client.query('create table if not exists grown.lot (number int primary key)')
  const log = { info: () => undefined, warn: () => undefined }
  const patience = { statementTimeoutMs: 60_000, transactionTimeoutMs: 120_000, waitMs: 20_000 }
  const database = createDatabase({ url, max: connections, applicationName: 'grown shop', ...patience, log })
  const before = await readState(client)
  const { warehouse, store } = place
  const places = { warehouses: [warehouse.CB.US, warehouse.CB.CA], store: store.CB.US }
  const world = await createWorld({
    now: new Date().toISOString(),
    ...options,
    on: { database, url, drop: async () => undefined },
    catalog: before === undefined ? [...testCatalog(), ...firstOfEachKind(places)] : null,
  })
  if (before === undefined) {
    await client.query('insert into grown.progress values (true, $1, null)', [kinds])
    // those of the stories have numbers before these
    await client.query("select setval(pg_get_serial_sequence('shop.registry', 'gr_id'), 100000000)")
  }
  const templates = before?.templates ?? (await makeTemplates(world, client))
  const installation = await readInstallation(database)

  async function grow(wanted: { readonly skus: number; readonly orders: number }, told = (_: Progress) => {}) {
    const progress = { skus: ((await readState(client))?.products ?? 0) * colors.length, orders: 0 }
    const [writer] = writers
    if (writer === undefined) throw new Error('nobody writes')
    await growSkus(writer, { skus: wanted.skus, from: progress.skus / colors.length }, async (skus) => {
      progress.skus = skus
      told(progress)
    })
    const { rows } = await client.query<{ number: number }>('select number from grown.lot')
    const products = Math.floor(progress.skus / colors.length)
    const setting = { installation, macOf: world.shop.orders.macOf, products, until: Date.now() - 3_600_000, days }
    const done = new Set(rows.map(({ number }) => number))
    await growOrders(writers, templates, { orders: wanted.orders, done, setting }, (orders) => {
      progress.orders = orders
      told(progress)
    })
    return progress
  }

  return {
    ...{ world, client, templates, grow },
    async close() {
      await world.close()
      await database.end()
      await Promise.all([client, ...writers].map((each) => each.end()))
    },
  }
}

/** Whoever asks on a connection that was cut is told so; nobody else need know. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'grow' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function readState(client: pg.Client): Promise<State | undefined> {
  return (await client.query<State>('select products, templates from grown.progress')).rows[0]
}

async function makeTemplates(world: World, client: pg.Client): Promise<Template[]> {
  const told = await tellStories(world)
  const templates = await readTemplates(client, told, world.shop.orders.macOf)
  await client.query('update grown.progress set templates = $1', [JSON.stringify(templates)])
  return templates
}
