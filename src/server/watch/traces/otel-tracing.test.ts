import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item, reachReview } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { jobsOf } from '#test/order/jobs-of.ts'
import { createWorld, type World } from '#test/world.ts'
import { traceParent } from '#web/calls/trace-parent.ts'
import { openTelemetryTracing } from './otel-tracing.ts'
import { traceWith } from './tracing.ts'

type Value = { readonly stringValue?: string; readonly intValue?: number }
type SentSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
}
type Sent = { resourceSpans: { resource: unknown; scopeSpans: { spans: SentSpan[] }[] }[] }

/** A stand-in for a collector: it takes what comes. */
const bodies: string[] = []
let collector: Server
let endpoint = ''
let world: World
const lines: string[] = []
const me = { instance: 'shop-3', role: 'all', version: '0.0.0' }

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(async () => {
  traceWith(null)
  await world.close()
  await new Promise((closed) => collector.close(closed))
})

const jobs = statement<{ payload: { readonly trace?: string } }>(
  'test.traced-jobs',
  `select payload from graphile_worker._private_jobs where payload::text like '%outboxId%' order by id desc limit 1`,
)
const secrets = statement<{ text: string }>(
  'test.traced-secrets',
  `select token as text from shop.payment union select token from shop.cart_payment union select order_id::text from shop.orders
   union select shopper_id::text from shop.orders union select order_number from shop.orders`,
)

/** Does something while it is traced; answers what the collector has got of it. */
async function traced(ratio: number, work: () => Promise<void>): Promise<SentSpan[]> {
  bodies.length = 0
  const own = openTelemetryTracing({ endpoint, ratio }, me, 20)
  traceWith(own.tracer)
  try {
    await work()
    // a request is over when its socket is
    await sleep(50)
  } finally {
    traceWith(null)
    await own.stop()
  }
  const sent = bodies.map((body) => JSON.parse(body) as Sent)
  return sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)),
  )
}

const partsOf = (parent: string) => {
  const [, traceId = '', spanId = ''] = parent.split('-')
  return { traceId, spanId }
}

describe('OPS-38: traces of a purchase', () => {
  test('OPS-38: one purchase is one tree per press, from the browser to its job, with nothing of the shopper in it', async () => {
    const shopper = world.shopper()
    const press = traceParent()
    const spans = await traced(1, async () => {
      await add(shopper, item(sku.mug, 2))
      await reachReview(world, shopper)
      const placed = await shopper.call('order', 'placeOrder', { adata: '' }, { headers: { traceparent: press } })
      expect(placed).toMatchObject({ isSuccess: true })
      const payload = (await world.database.row(jobs))?.payload
      expect(payload?.trace).toContain(partsOf(press).traceId)
      await jobsOf(world).jobs.deliver?.(payload)
    })

    const byTrace = Map.groupBy(spans, ({ traceId }) => traceId)
    for (const [traceId, all] of byTrace) {
      const ids = new Set(all.map(({ spanId }) => spanId))
      const roots = all.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
      expect([traceId, roots.map(({ name }) => name)]).toEqual([traceId, [expect.stringMatching(/^(GET|POST) \//)]])
    }
    expect(byTrace.size).toBeGreaterThan(8)

    const { traceId, spanId } = partsOf(press)
    const ofPress = byTrace.get(traceId) ?? []
    const named = (name: string) => {
      const found = ofPress.find((span) => span.name === name)
      if (found === undefined) throw new Error(`no ${name} among ${ofPress.map((span) => span.name).join(', ')}`)
      return found
    }
    const http = named('POST /ReactCheckout/PlaceOrder')
    expect(http).toMatchObject({ kind: 2, parentSpanId: spanId })
    expect(http.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
    const handler = named('placeOrder')
    expect(handler.parentSpanId).toBe(http.spanId)
    const below = (parent: SentSpan) => ofPress.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
    expect(below(handler).map(({ name }) => name)).toEqual(expect.arrayContaining(['order.place']))
    expect(ofPress.map(({ name }) => name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/ authorize$/), 'mail sendMail']),
    )
    const job = named('job deliver')
    expect(job.kind).toBe(5)
    expect(job.links).toEqual([expect.objectContaining({ traceId, spanId: job.parentSpanId })])
    expect(ofPress.some(({ spanId: id }) => id === job.parentSpanId)).toBe(true)
    expect(below(job).map(({ name }) => name)).toContain('order.finish-outbox')

    const text = bodies.join('\n')
    const told = (await world.database.rows(secrets)).map(({ text: each }) => each)
    const hidden = [
      ...told,
      ...shopper.cookies.values(),
      shopper.token(),
      'example.com',
      'Main Street',
      'Byron',
      '60601',
    ]
    expect(hidden.filter((one) => one !== '').length).toBeGreaterThan(8)
    for (const each of hidden.filter((one) => one !== '')) expect(text).not.toContain(each)
    const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...keys].sort()).toEqual(
      ['db.system.name', 'http.request.method', 'http.response.status_code', 'http.route', 'outcome'].sort(),
    )

    // lines of the log lead to the trace, also of what no browser began
    const logged = lines.map((line) => JSON.parse(line) as { reqId?: string; traceId?: string })
    const ofRequests = logged.filter(({ reqId }) => reqId !== undefined)
    expect(ofRequests.length).toBeGreaterThan(8)
    for (const { traceId: id } of ofRequests) expect(byTrace.has(id ?? '')).toBe(true)
  })

  test('OPS-38: what the sampler leaves out is sent nowhere, whatever a browser says', async () => {
    const spans = await traced(0, async () => {
      await world.shopper().get('/', { traceparent: traceParent() })
    })
    expect(spans).toEqual([])
  })

  test('OPS-38: a dead collector costs no call, and does not hold up the end', async () => {
    const dead = createServer()
    await new Promise<void>((listening) => dead.listen(0, '127.0.0.1', listening))
    const { port } = dead.address() as AddressInfo
    // it takes connections and never answers
    dead.removeAllListeners('request')
    const own = openTelemetryTracing({ endpoint: `http://127.0.0.1:${port}`, ratio: 1 }, me, 20)
    traceWith(own.tracer)
    const shopper = world.shopper()
    const took: number[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      const began = performance.now()
      await add(shopper, item(sku.mug))
      took.push(performance.now() - began)
    }
    expect(took.sort((a, b) => a - b)[10]).toBeLessThan(500)
    traceWith(null)
    const began = performance.now()
    await own.stop()
    expect(performance.now() - began).toBeLessThan(3_000)
    dead.closeAllConnections()
    await new Promise((closed) => dead.close(closed))
  })
})
