// node test/drill/whole.ts: the whole product, started as people start it and killed (kill -9) at k1 to k7 of a real purchase and at c1 and c2 of a cancellation.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelPaths } from '#contracts/order/cancel-paths.ts'
import { pathTable } from '#contracts/paths.ts'
import { ask, plainArticle } from '#test/e2e/books.ts'
import { offerStores } from '#test/e2e/own-store.ts'
import { freePort, type StoreProcess, startStore } from '#test/e2e/store-process.ts'
import { Connection } from '../../bench/connection.ts'
import { Visitor } from '../../bench/http-client.ts'
import { checkOut, type Shop } from '../../bench/journey.ts'

type Answer = { readonly isSuccess?: boolean; readonly isPending?: boolean; readonly orderNumber?: string }

const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-whole-'))
// started as root, the database runs as another user, who must get through to its own folder
chmodSync(dataDir, 0o711)
const [port, gatewayPort] = [await freePort(), await freePort()]
offerStores([{ dataDir, port, gatewayPort }])
const invariants = readFileSync(join(import.meta.dirname, '../../src/server/order/books/invariants.sql'), 'utf8')
const faults: string[] = []
let placed = 0
let cancelled = 0

const serve = (kill?: string): Promise<StoreProcess> =>
  startStore({ dataDir, port, gatewayPort, env: kill === undefined ? {} : { KILL: kill } })

let store = await serve()
const article = await plainArticle('cb')
await store.stop()
const shop: Shop = {
  ...{ port, gatewayPort, host: `cb.localhost:${port}` },
  ...{ categoryPath: '', productPath: '', productSku: article.sku, skus: [article.sku] },
}

for (const point of ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']) {
  for (const way of ['the shopper presses again', 'nobody presses again'] as const) {
    store = await serve(point)
    const connection = new Connection(port)
    const gateway = new Connection(gatewayPort)
    const visitor = new Visitor(connection, shop.host)
    await visitor.openSession()
    await visitor.call(pathTable.cart.addItems.path, { items: [{ Sku: article.sku, Quantity: 1 }] })
    await checkOut(visitor, gateway, shop)
    const cut = await visitor.post(pathTable.order.placeOrder.path, {}).then(
      () => 'answered',
      () => 'cut',
    )
    gateway.close()
    const from = performance.now()
    store = await serve()
    const readySeconds = (performance.now() - from) / 1000
    const again = new Visitor(new Connection(port), shop.host, visitor.cookies)
    const presses = way === 'the shopper presses again' || point === 'k1'
    const answer = presses ? await press(again) : await confirmed(again)
    const seconds = (performance.now() - from) / 1000
    placed += 1
    const problems = await judge(answer)
    if (cut !== 'cut') problems.push('the server was not killed')
    if (seconds - readySeconds > 10) problems.push(`settled ${(seconds - readySeconds).toFixed(1)} s after the restart`)
    faults.push(...problems.map((problem) => `${point}, ${way}: ${problem}`))
    const after = (seconds - readySeconds).toFixed(1)
    console.log(`${point}, ${way}: ready in ${readySeconds.toFixed(1)} s, ${answer.orderNumber} ${after} s later`)
    await store.stop()
  }
}
for (const point of ['c1', 'c2'] as const) {
  store = await serve(point)
  const visitor = new Visitor(new Connection(port), shop.host)
  const gateway = new Connection(gatewayPort)
  await visitor.openSession()
  await visitor.call(pathTable.cart.addItems.path, { items: [{ Sku: article.sku, Quantity: 1 }] })
  await checkOut(visitor, gateway, shop)
  const { orderNumber = '' } = await press(visitor)
  const cut = await visitor.post(cancelPaths.cancelOrder.path, { orderNumber }).then(
    () => 'answered',
    () => 'cut',
  )
  gateway.close()
  store = await serve()
  const again = new Visitor(new Connection(port), shop.host, visitor.cookies)
  const reply = await again.post(cancelPaths.cancelOrder.path, { orderNumber })
  cancelled += 1
  const problems = await judgeCancelled(orderNumber, JSON.parse(reply.body.toString()) as Answer)
  if (cut !== 'cut') problems.push('the server was not killed')
  faults.push(...problems.map((problem) => `${point}: ${problem}`))
  console.log(`${point}: ${orderNumber} is cancelled`)
  await store.stop()
}
for (const fault of faults) console.log(`FAULT: ${fault}`)
const end = `${placed} orders, each once, each charged once; ${cancelled} cancelled, each once.`
console.log(faults.length === 0 ? end : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
rmSync(dataDir, { recursive: true, force: true })

/** Presses until there is an answer that is final, as the confirmation page does. */
async function press(visitor: Visitor): Promise<Answer> {
  for (let nth = 0; nth < 100; nth += 1) {
    const reply = await visitor.post(pathTable.order.placeOrder.path, {})
    const answer = JSON.parse(reply.body.toString()) as Answer
    if (answer.isPending !== true) return answer
    await sleep(100)
  }
  return {}
}

async function confirmed(visitor: Visitor): Promise<Answer> {
  for (let nth = 0; nth < 150; nth += 1) {
    const reply = await visitor.get(pathTable.order.getOrderConfirmation.path)
    const answer = JSON.parse(reply.body.toString()) as Answer
    if (answer.isPending === false) return { ...answer, isSuccess: true }
    await sleep(100)
  }
  return {}
}

async function judge(answer: Answer): Promise<string[]> {
  const problems: string[] = []
  if (answer.isSuccess !== true) problems.push(`answered ${JSON.stringify(answer)}`)
  const orders = await ask<{ state: string; number: string }>(
    'select state, order_number as number from shop.orders order by created_at',
  )
  const good = orders.filter(({ state }) => state === 'placed')
  if (good.length !== placed || orders.length !== placed)
    problems.push(`${orders.length} orders, ${good.length} placed`)
  if (good.at(-1)?.number !== answer.orderNumber) problems.push(`the answer names ${answer.orderNumber}`)
  const books = await fetch(`http://127.0.0.1:${gatewayPort}/sandbox/authorizations`)
  const { authorizations } = (await books.json()) as { authorizations: { state: string }[] }
  const cookies = authorizations.filter(({ state }) => state === 'authorized')
  if (cookies.length !== placed || authorizations.length !== placed) problems.push(`${authorizations.length} charges`)
  for (const breach of await ask(invariants)) problems.push(JSON.stringify(breach))
  return problems
}

/** Whatever is held for it is to be given back within ten seconds. */
async function judgeCancelled(orderNumber: string, answer: Answer): Promise<string[]> {
  const problems = answer.isSuccess === true ? [] : [`answered ${JSON.stringify(answer)}`]
  for (let nth = 0; nth < 100 && (await openVoids()) > 0; nth += 1) await sleep(100)
  if ((await openVoids()) > 0) problems.push('the money is held after ten seconds')
  const orders = await ask<{ state: string }>('select state from shop.orders where order_number = $1', [orderNumber])
  if (orders[0]?.state !== 'cancelled') problems.push(`the order is ${orders[0]?.state}`)
  const books = await fetch(`http://127.0.0.1:${gatewayPort}/sandbox/authorizations`)
  const { authorizations } = (await books.json()) as { authorizations: { state: string }[] }
  const states = authorizations.map(({ state }) => state).sort()
  const expected = [...Array(placed).fill('authorized'), ...Array(cancelled).fill('voided')]
  if (states.join() !== expected.join()) problems.push(`the gateway has ${states.join()}`)
  for (const breach of await ask(invariants)) problems.push(JSON.stringify(breach))
  return problems
}

async function openVoids(): Promise<number> {
  const [row] = await ask<{ open: number }>("select count(*)::int as open from shop.payment where state = 'voiding'")
  return row?.open ?? 0
}
