// A drill with two real servers: shoppers, faults, and after some steps the peace in which everything must be settled.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Currency } from '#domain/variant.ts'
import { createSessionService } from '#server/account/sessions/session-service.ts'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/books/invariants-store.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { sku } from '#test/builders/catalog.ts'
import { piecesOf, readBooks } from '#test/drill/books.ts'
import { type DrillWorld, drillSecret } from '#test/drill/drill-world.ts'
import { judge, type Visit } from '#test/drill/judge.ts'
import { type DrillKind, planOf, type Step } from '#test/drill/plan.ts'
import { stockStep } from '#test/drill/seed-cart.ts'
import { type Servers, startServers } from '#test/drill/servers.ts'
import { type DrillShopper, drillShopper, patiently, type ShopperParts } from '#test/drill/shopper.ts'
import { drill } from '#test/order/gateway.ts'

/** Steps between one peace and the next. */
const stepsInARow = { kills: 10, cuts: 2 }
/** How long an order of a killed server may wait for a hand, seconds. */
const settledSeconds = 10

const open = statement<{ orders: number }>(
  'drill.open',
  `select (select count(*) from shop.orders o where state = 'pending' and not exists (
       select from shop.payment p where p.shopper_id = o.shopper_id and p.order_id = o.order_id and p.state = 'challenged'))
     + (select count(*) from shop.payment where state = 'voiding') as orders`,
)
/** What must be none when nothing befell anybody for a while. */
export const undone = statement<{ rows: number }>(
  'drill.undone',
  `select (select count(*) from shop.outbox where done_at is null and parked_at is null)
     + (select count(*) from shop.orders where state = 'pending')
     + (select count(*) from shop.webhook_event where state = 'new') as rows`,
)
type Payment = { reference: string; providerRef: string; amountCents: number; currency: Currency }
const paymentOf = statement<Payment>(
  'drill.payment',
  `select p.reference, p.provider_ref as "providerRef", p.amount_cents as "amountCents", trim(p.currency) as currency
   from shop.payment p join shop.orders o using (shopper_id, order_id)
   where o.order_number = $1 and p.provider_ref is not null order by p.slot limit 1`,
)

/** Answers in words what went wrong. */
export async function outages(world: DrillWorld, kind: DrillKind, count: number, seed: number): Promise<string[]> {
  const { database, gateway } = world
  const lastPieces = await piecesOf(database, sku.lastVase)
  const servers = await startServers(world)
  const pids = servers.pids()
  const { gatewayOrigin: origin, config } = gateway
  const processor = createBuiltInGateway({ origin, ...config.gateway, connection: {} })
  const parts: ShopperParts = {
    ...{ database, gateway, portOf: servers.portOf },
    sessions: createSessionService({ database, secret: drillSecret }),
    async capture(orderNumber) {
      const payment = await database.row(paymentOf, [orderNumber])
      if (payment !== undefined) await processor.capture({ key: `ship ${orderNumber}`, ...payment })
    },
  }
  const shoppers: DrillShopper[] = []
  const faults: string[] = []
  let running: Promise<void>[] = []
  for (const [index, step] of planOf(kind, count, seed).entries()) {
    running.push(...(await begin(world, parts, step, shoppers, faults)))
    await Promise.all(step.faults.map((fault) => servers.befall(fault)))
    const nth = index + 1
    if (nth % stepsInARow[kind] !== 0 && nth !== count) continue
    const reported = await restInPeace(world, servers, running, shoppers)
    running = []
    console.log(`after ${nth} ${kind}: ${reported.text}`)
    faults.push(...reported.faults.map((fault) => `after ${nth} ${kind}: ${fault}`))
    if (kind === 'cuts' && servers.pids().join() !== pids.join())
      faults.push(`after ${nth} cuts: processes ${pids.join(' and ')} are ${servers.pids().join(' and ')}`)
  }
  if (kind === 'cuts') console.log(`process ids before and after: ${pids.join(', ')} and ${servers.pids().join(', ')}`)
  const visits = shoppers.flatMap((shopper) => shopper.visit() ?? [])
  console.log(tally(visits))
  faults.push(...judge(visits, await readBooks(world, lastPieces)))
  await servers.stop()
  processor.close()
  return faults
}

/** The shoppers of a step set out; answers what each is at. */
async function begin(
  { database, gateway }: DrillWorld,
  parts: ShopperParts,
  { carts, gatewayFault }: Step,
  shoppers: DrillShopper[],
  faults: string[],
): Promise<Promise<void>[]> {
  const goods = await patiently(() => stockStep(database))
  if (goods === undefined) throw new Error('the drill reaches its own database no more')
  if (gatewayFault !== null) await drill(gateway, { ...gatewayFault, delayMs: 300 }).catch(() => undefined)
  return carts.map((plan) => {
    const shopper = drillShopper(parts, plan, goods, shoppers.length + 1)
    shoppers.push(shopper)
    return shopper.shop().catch((error: unknown) => {
      faults.push(`a shopper of the drill stumbled: ${error instanceof Error ? error.stack : error}`)
    })
  })
}

/** No faults any more: orders are settled in time, whoever does not know comes back, and all mails go out. */
async function restInPeace(
  { database, gateway }: DrillWorld,
  servers: Servers,
  running: readonly Promise<void>[],
  shoppers: readonly DrillShopper[],
): Promise<{ readonly text: string; readonly faults: readonly string[] }> {
  await servers.allReady()
  await fetch(`${gateway.gatewayOrigin}/fire-drill`, { method: 'DELETE' }).catch(() => undefined)
  const count = async (of: typeof open) => (await database.row(of))?.orders ?? 0
  const left = await count(open)
  const from = performance.now()
  while ((await count(open)) > 0 && performance.now() - from < 60_000) await sleep(50)
  const seconds = (performance.now() - from) / 1000
  await Promise.all(running)
  await Promise.all(shoppers.map((shopper) => shopper.comeBack()))
  const until = performance.now() + 180_000
  const isUndone = async () => ((await database.row(undone))?.rows ?? 0) > 0
  while ((await isUndone()) && performance.now() < until) await sleep(200)
  const breaches = await checkInvariants(database)
  return {
    text: `${left} open, settled in ${seconds.toFixed(1)} s, ${breaches.length} invariants broken`,
    faults: [
      ...breaches.map((breach) => JSON.stringify(breach)),
      ...((await isUndone()) ? ['something is left undone after three minutes of peace'] : []),
      ...(seconds > settledSeconds ? [`settling took ${seconds.toFixed(1)} s`] : []),
    ],
  }
}

function tally(visits: readonly Visit[]): string {
  const last = visits.flatMap(({ reportedLast }) =>
    reportedLast.length === 0
      ? ['did not press']
      : reportedLast.map((answer) => (answer.kind === 'refused' ? `refused: ${answer.why}` : answer.kind)),
  )
  const kinds = [...new Set(last)].sort()
  const counts = kinds.map((kind) => `${kind} ${last.filter((one) => one === kind).length}`)
  return `tabs by what they were told last: ${counts.join(', ')}`
}
