import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippingFees } from '#test/builders/rates.ts'
import { Connection } from '../connection.ts'
import { Visitor } from '../http-client.ts'
import { orderAsGuest } from '../journey.ts'
import type { LoadKind, Prepared } from '../load.ts'
import { type Figures, figuresOf, residentMb, type Sample } from '../measure.ts'
import { record } from '../scenarios.ts'
import type { Scene } from '../scene.ts'
import { freePorts, type Server } from '../server.ts'
import { openReplay } from '../workers.ts'
import type { BareServer } from './bare-server.ts'
import { writtenByHand } from './recorded-rows.ts'
import { differingRows } from './same-rows.ts'
import type { LimitName } from './statements.ts'
import { wordsOf } from './words.ts'
import { drawLines, importPieces } from './zipf.ts'

/** One thing the product does and the same done by hand, CPU ms of one operation: of the server and of PostgreSQL. */
export type LimitRow = {
  readonly what: string
  readonly product: { readonly server: number; readonly postgres: number }
  readonly limit: { readonly server: number; readonly postgres: number }
  /** At most so many times the limit's. */
  readonly bar: number
  /** As PostgreSQL's log has them: statements with BEGIN and COMMIT, and how many commits these are. */
  readonly sql?: {
    readonly statements: number
    readonly commits: number
    readonly bars: readonly [number, number] | null
  }
}

export type LimitFigures = {
  readonly rows: readonly LimitRow[]
  readonly memory: { readonly orders: number; readonly residentMb: number }
}

type LimitScene = Scene & {
  /** Pieces of the catalogue that carts are drawn from, and orders after which the memory is looked at. */
  readonly skus: number
  readonly orders: number
}

const shoppers = 16
const stretches = 4
const readSeconds = 2
const longest = 600

/** All that is held against statements written by hand, at sixteen shoppers. */
export async function measureLimits(scene: LimitScene): Promise<LimitFigures> {
  const { postgres, stage, say } = scene
  await postgres.clone(stage.database, 'product')
  const server = await stage.serve('product')
  try {
    say('reading a cart, beside one statement')
    const read = await readAgainst(scene, server, 'product', (visitors) => repeated(scene, server, visitors))
    const changes = await writtenAgainst(scene, server)
    say('guest orders, beside the sum of their requests')
    const whole = await wholeOrders(scene, server, [read, ...changes])
    await server.stop()
    say(`carts of a Zipf mix of ${scene.skus} skus`)
    const mixed = await mixedCarts(scene, read)
    return { rows: [read, mixed, ...changes, whole.row], memory: whole.memory }
  } finally {
    await server.stop()
  }
}

type Halves = LimitRow['product']

function halvesOf(samples: readonly Sample[]): Halves {
  const { cpu }: Figures = figuresOf(samples)
  return { server: cpu.server, postgres: cpu.postgres }
}

async function run(
  { client, stage, postgres }: LimitScene,
  server: Pick<Server, 'port' | 'pid'> & { readonly host: string; readonly gatewayPort: number },
  of: {
    readonly what: LoadKind
    readonly visitors: readonly Prepared[]
    readonly seconds: number
    readonly isRepeatable: boolean
  },
): Promise<Sample> {
  const shop = stage.shopOf(server as Server)
  const watched = { server: server.pid, postgres: postgres.pid() }
  const answer = await client.ask({ kind: 'run', shop, watched, first: 0, shoppers, ...of })
  if ('sample' in answer) return answer.sample
  throw new Error('the load client answered something else')
}

type AskedServer = Parameters<typeof run>[1]

/** Reads of the same carts again and again. */
function repeated(scene: LimitScene, server: AskedServer, visitors: readonly Prepared[]): Promise<Sample> {
  return run(scene, server, { what: 'getCart', visitors, seconds: readSeconds, isRepeatable: true })
}

/** Reading carts, at the product and at a bare server on the same database, in turn. */
async function readAgainst(
  scene: LimitScene,
  server: Server,
  database: string,
  read: (visitors: readonly Prepared[]) => Promise<Sample>,
): Promise<LimitRow> {
  const visitors = scene.stage.carts.slice(0, 200)
  const bare = await startBare(scene, server, database)
  const product: Sample[] = []
  const limit: Sample[] = []
  try {
    await read(visitors)
    await repeated(scene, bare, visitors)
    for (let nth = 0; nth < stretches; nth += 1) {
      product.push(await read(visitors))
      limit.push(await repeated(scene, bare, visitors))
    }
  } finally {
    bare.stop()
  }
  return { what: 'read cart, 3 lines', product: halvesOf(product), limit: halvesOf(limit), bar: 2 }
}

async function startBare(
  { stage, postgres }: LimitScene,
  server: Server,
  database: string,
): Promise<AskedServer & { stop(): void }> {
  const connection = new Connection(server.port)
  const { body } = await new Visitor(connection, server.host, stage.carts[0]).get('/ReactCart/GetCartJsx')
  connection.close()
  const [port = 0] = await freePorts(1)
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-server.ts'))
  const words = wordsOf(JSON.parse(body.toString()), shippingFees)
  child.send({ port, url: postgres.urlOf(database), words, connections: shoppers } satisfies BareServer)
  await once(child, 'message')
  const { host, gatewayPort } = server
  return { port, pid: child.pid ?? 0, host, gatewayPort, stop: () => void child.kill() }
}

const written = [
  { what: 'addItem', name: 'add-item', bar: 2.5, bars: null },
  { what: 'changeQuantity', name: 'change-quantity', bar: 2.5, bars: null },
  { what: 'placeOrder', name: 'place-order', bar: 3, bars: [24, 2] },
] as const satisfies readonly { what: LoadKind; name: LimitName; bar: number; bars: readonly [number, number] | null }[]

/** Changes and orders: what the product wrote to one twin of the database is written by hand to another. */
async function writtenAgainst(scene: LimitScene, server: Server): Promise<LimitRow[]> {
  const { postgres, stage, client, folder, say } = scene
  await postgres.clone(stage.database, 'recorded')
  const url = await postgres.clone(stage.database, 'limited')
  await postgres.logStatements('recorded')
  const recorder = await stage.serve('recorded')
  const files: { readonly file: string; readonly statements: number; readonly commits: number }[] = []
  for (const { what, name } of written) {
    say(`${what}, beside statements by hand`)
    const visitors = visitorsOf(stage, what)
    const recording = await record(
      { client, server: recorder, postgres, stage },
      { what, isRead: false, visitors },
      folder,
    )
    const operations = await writtenByHand(postgres, 'recorded', name, visitors)
    const file = join(folder, `${name}.jsonl`)
    writeFileSync(file, operations.map((operation) => JSON.stringify(operation)).join('\n'))
    files.push({ file, statements: recording.statements, commits: recording.commits })
  }
  await recorder.stop()
  const rows: LimitRow[] = []
  for (const [nth, { what, bar, bars }] of written.entries()) {
    const visitors = visitorsOf(stage, what)
    const { file, statements, commits } = files[nth]!
    const replay = await openReplay({ url, file, shoppers })
    const product: Sample[] = []
    const limit: Sample[] = []
    for (let stretch = 0; stretch <= stretches; stretch += 1) {
      const place = (at: number) => Math.round((visitors.length * at) / (stretches + 1))
      const slice = [place(stretch), place(stretch + 1)] as const
      const of = { what, visitors: visitors.slice(...slice), seconds: longest, isRepeatable: false }
      const samples = [
        await run(scene, server, of),
        await replay.ask({
          kind: 'run',
          slice,
          seconds: longest,
          isRepeatable: false,
          watched: { postgres: postgres.pid() },
        }),
      ] as const
      // the first stretch warms up
      if (stretch === 0) continue
      product.push(samples[0])
      limit.push(samples[1])
    }
    replay.close()
    const { cpu } = figuresOf(limit)
    rows.push({
      ...{ what, product: halvesOf(product), bar, limit: { server: cpu.client, postgres: cpu.postgres } },
      sql: { statements, commits, bars },
    })
  }
  const differing = await differingRows(postgres, 'recorded', 'limited')
  if (differing.length > 0) throw new Error(`By hand was written something else:\n${differing.slice(0, 6).join('\n')}`)
  return rows
}

function visitorsOf(stage: Scene['stage'], what: LoadKind): readonly Prepared[] {
  return what === 'placeOrder' ? stage.reviews : stage.carts
}

/** Whole guest orders beside what their requests cost by hand, and the memory of the server after many of them. */
async function wholeOrders(scene: LimitScene, server: Server, units: readonly LimitRow[]) {
  const guests = Array.from({ length: scene.orders }, () => ({
    cookie: '',
    token: '',
    lineItemId: '',
    recipientIds: [],
  }))
  const sample = await run(scene, server, {
    what: 'guestOrder',
    visitors: guests,
    seconds: 36_000,
    isRepeatable: false,
  })
  const sum = { server: 0, postgres: 0 }
  for (const [what, times] of Object.entries(await requestsOfOrder(scene, server))) {
    const limit = units.find((unit) => unit.what === what)?.limit
    sum.server += times * (limit?.server ?? 0)
    sum.postgres += times * (limit?.postgres ?? 0)
  }
  const row: LimitRow = { what: 'whole guest order', product: halvesOf([sample]), limit: sum, bar: 3 }
  return { row, memory: { orders: scene.orders, residentMb: residentMb(server.pid) } }
}

/**
 * How many requests of a guest order are done by hand as which: all that shows a cart as a read of it, all that changes it as a
 * change. Pages before there is a cart cost nothing by hand: they are answered from memory.
 */
async function requestsOfOrder({ stage }: LimitScene, server: Server): Promise<{ readonly [what: string]: number }> {
  const [connection, gateway] = [new Connection(server.port), new Connection(server.gatewayPort)]
  const visitor = new Visitor(connection, server.host)
  await orderAsGuest(visitor, gateway, stage.shopOf(server))
  connection.close()
  gateway.close()
  const counts: { [what: string]: number } = {}
  for (const request of visitor.asked) {
    const what = unitOf(request)
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

function unitOf(request: string): string {
  if (request.endsWith('/AddItems')) return 'addItem'
  if (request.endsWith('/PlaceOrder')) return 'placeOrder'
  if (/^GET \/($|category|product|session)/.test(request)) return 'page from memory'
  return request.startsWith('GET') || request.endsWith('/ValidateCart') ? 'read cart, 3 lines' : 'changeQuantity'
}

/** The same read where hardly two carts hold the same pieces: each is filled anew between two rounds of reading. */
async function mixedCarts(scene: LimitScene, plain: LimitRow): Promise<LimitRow> {
  const { postgres, stage, skus } = scene
  await postgres.clone(stage.database, 'mixed')
  await importPieces(postgres, 'mixed', scene)
  const server = await stage.serve('mixed')
  const samples: Sample[] = []
  try {
    for (let round = 0; round < stretches + 2; round += 1) {
      await drawLines(postgres, 'mixed', skus, round)
      const sample = await run(scene, server, {
        ...{ what: 'getCart', visitors: stage.carts, seconds: longest, isRepeatable: false },
      })
      if (round > 1) samples.push(sample)
    }
  } finally {
    await server.stop()
  }
  return { what: `the same, ${skus} skus by Zipf`, product: halvesOf(samples), limit: plain.product, bar: 1.25 }
}
