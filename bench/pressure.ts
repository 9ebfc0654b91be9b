import { Agent, request } from 'node:http'
import { Connection } from './connection.ts'
import { Visitor } from './http-client.ts'
import type { BenchPostgres } from './postgres.ts'
import type { Server } from './server.ts'
import type { Stage } from './stage.ts'

/** What a burst at one server does to everybody else. */
export type PressureFigures = {
  /** So many different drawings asked for at once, again and again until each is there. */
  readonly drawings: {
    readonly asked: number
    readonly seconds: number
    /** Answers of 503, each with its time to come again. */
    readonly refused: number
    /** How late the thread of the pages is, of a hundred times the worst but one, milliseconds. */
    readonly loopP99Ms: number
    /** Another shopper's cart meanwhile. */
    readonly carts: number
    readonly cartP99Ms: number
  }
  /** So many pages asked for at once, none of which is kept. */
  readonly pages: { readonly asked: number; readonly refused: number; readonly slowestMs: number }
}

/** SAFE-40 and SAFE-43: the most there may be. */
const maxLoopMs = 200
const maxPageMs = 5_000

const drawings = 200
const pages = 1_000

/** Asks a server of its own for 200 drawings at once, then for 1,000 pages. */
export async function measurePressure(postgres: BenchPostgres, stage: Stage): Promise<PressureFigures> {
  await postgres.clone(stage.database, 'pressed')
  const server = await stage.serve('pressed')
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  try {
    return {
      drawings: await pressDrawings(server, postgres, agent),
      pages: await pressPages(server, stage, agent),
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}

async function pressDrawings(
  server: Server,
  postgres: BenchPostgres,
  agent: Agent,
): Promise<PressureFigures['drawings']> {
  const addresses = await addressesOf(server, postgres)
  const other = new Visitor(new Connection(server.port), server.host)
  await other.openSession()
  await loopDelayMs(server)
  const began = performance.now()
  let refused = 0
  let left = addresses.length
  const carts: number[] = []
  const looking = (async () => {
    while (left > 0) {
      const from = performance.now()
      await other.get('/ReactCart/GetCartJsx')
      carts.push(performance.now() - from)
    }
  })()
  await Promise.all(
    addresses.map(async (address) => {
      while ((await ask(server, agent, address)) === 503) {
        refused += 1
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      left -= 1
    }),
  )
  await looking
  const seconds = (performance.now() - began) / 1000
  const loopP99Ms = await loopDelayMs(server)
  return { asked: addresses.length, seconds, refused, loopP99Ms, carts: carts.length, cartP99Ms: quantile(carts, 0.99) }
}

/** The addresses of pictures that nobody has drawn. */
async function addressesOf(server: Server, postgres: BenchPostgres): Promise<string[]> {
  const { rows } = await postgres.query(
    'pressed',
    `select sku, personalization->'lines'->0->>'elementName' as line from shop.sku
     where brand = 'CB' and personalization->>'templateName' = 'name-and-year' and personalization->>'type' = '700' order by sku limit 1`,
  )
  const { sku, line: elementName } = rows[0]
  const visitor = new Visitor(new Connection(server.port), server.host)
  await visitor.openSession()
  const found: string[] = []
  for (let nth = 0; found.length < drawings; nth += 1) {
    const text = `M${[25, 5, 1].map((by) => 'aeimnorst'[Math.floor(nth / by) % 9]).join('')}belle`
    const asked = { sku: Number(sku), templateName: 'name-and-year', lines: [{ elementName, text }] }
    const reply = await visitor.post('/personalization/render', asked)
    const { imageUrl } = JSON.parse(reply.body.toString()) as { imageUrl: string }
    if (imageUrl !== '' && !found.includes(imageUrl)) found.push(imageUrl)
  }
  return found
}

async function pressPages(server: Server, { carts }: Stage, agent: Agent): Promise<PressureFigures['pages']> {
  const answers = await Promise.all(
    Array.from({ length: pages }, async (_, nth) => {
      const from = performance.now()
      const status = await ask(server, agent, '/checkout/cart', carts[nth % carts.length]?.cookie)
      if (status !== 200 && status !== 503) throw new Error(`a page was answered ${status}`)
      return { status, ms: performance.now() - from }
    }),
  )
  return {
    asked: pages,
    refused: answers.filter(({ status }) => status === 503).length,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
  }
}

function ask(server: Server, agent: Agent, path: string, cookie = ''): Promise<number> {
  const headers = { host: server.host, accept: 'text/html', ...(cookie === '' ? {} : { cookie }) }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path, headers, agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}

/** How late timers of the server are since this was asked last, as its own metrics say. */
async function loopDelayMs(server: Server): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${server.opsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function printPressure({ drawings: drawn, pages: asked }: PressureFigures): void {
  const judge = (isGood: boolean) => (isGood ? 'good  ' : 'MISSED')
  const carts = `${drawn.carts} looks at another cart, p99 ${drawn.cartP99Ms.toFixed(0)} ms`
  console.log(
    `\n${judge(drawn.loopP99Ms < maxLoopMs)}  ${drawn.asked} drawings at once in ${drawn.seconds.toFixed(1)} s, ${drawn.refused} times asked to come again: event loop p99 ${drawn.loopP99Ms.toFixed(0)} ms, ${maxLoopMs} ms at most wanted; ${carts}`,
  )
  console.log(
    `${judge(asked.slowestMs < maxPageMs)}  ${asked.asked} pages at once, ${asked.refused} refused: the slowest answer after ${(asked.slowestMs / 1000).toFixed(1)} s, ${maxPageMs / 1000} s at most wanted`,
  )
}
