// A drill inside its own network: servers, shop and shoppers, one round after the other, and what the books say in the end.
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { readHold } from '#server/order/books/hold-store.ts'
import { readBooks } from '#test/drill/books.ts'
import { type DrillShop, drillSecret, openDrillShop } from '#test/drill/drill-world.ts'
import { findingsOf, piecesOnHand } from '#test/drill/findings.ts'
import { judge, type Visit } from '#test/drill/judge.ts'
import { undone } from '#test/drill/outages.ts'
import { booksCommand } from '#test/order/command.ts'
import { gatewayBooks } from '#test/order/gateway.ts'
import { type Buyers, letBuyersIn } from './buyers.ts'
import { type DatabaseMachine, startCluster } from './cluster.ts'
import { drillPassword } from './deployed.ts'
import { etcdAddresses, startEtcd } from './etcd.ts'
import { layWire } from './machines.ts'
import { pooledAddress, startProxies } from './proxies.ts'
import type { Place, Round } from './rounds.ts'
import { type ShopProcesses, startShopProcesses, ways } from './shop-processes.ts'

const role = { name: 'cartwright', password: drillPassword }

const log = { info: () => undefined, warn: () => undefined }

type Drill = {
  readonly taken: readonly Round[]
  readonly seed: number
  /** Of Patroni. */
  readonly configuration: string
  /** Shoppers order on until the hold, which each failover begins, has ended by itself. */
  readonly isHoldWaitedFor: boolean
}

/** Answers in words what went wrong. */
export async function failOver({ taken, seed, configuration, isHoldWaitedFor }: Drill): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-failover-'))
  chmodSync(folder, 0o755)
  const own = join(folder, 'patroni.yml')
  copyFileSync(configuration, own)
  layWire(['10.0.0.1', ...etcdAddresses])
  const etcd = startEtcd(folder)
  const cluster = await startCluster(folder, own)
  await makeDatabase(await cluster.whole())
  startProxies(folder, role)
  const urls = {
    pooled: urlOf(pooledAddress),
    hosts: urlOf(cluster.machines.map(({ address }) => `${address}:5432`).join()),
  }
  const shop = await openDrillShop(urls.hosts, folder, { connections: 10, pieces: 1_000_000 })
  const before = await piecesOnHand(shop.database)
  const processes = await startShopProcesses(shop, urls, folder)
  const pids = processes.pids().join(', ')
  console.log(`${taken.length} rounds, seed ${seed}, in ${folder}; process ids ${pids}`)
  const buyers = letBuyersIn(shop, processes.portOf, seed)
  const faults: string[] = []
  for (const [nth, round] of taken.entries())
    faults.push(...(await play(nth + 1, round, { cluster, etcd, processes, buyers, shop })))
  if (isHoldWaitedFor) faults.push(...(await untilLive(shop, buyers)))
  const visits = await buyers.goHome()
  faults.push(...buyers.faults(), ...(await reckonUp(shop, visits, before, { url: urls.hosts, dataDir: folder })))
  console.log(`process ids before and after: ${pids} and ${processes.pids().join(', ')}`)
  if (processes.pids().join(', ') !== pids) faults.push('a process ended')
  await processes.stop()
  await shop.close()
  await cluster.end()
  etcd.signal('SIGKILL')
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return faults
}

const urlOf = (hosts: string) => `postgres://${role.name}:${role.password}@${hosts}/cartwright`

async function makeDatabase({ address }: DatabaseMachine): Promise<void> {
  const client = new pg.Client(`postgres://postgres:${drillPassword}@${address}:5432/postgres`)
  await client.connect()
  await client.query(`create role ${role.name} login password '${role.password}'`)
  await client.query(`create database cartwright owner ${role.name}`)
  await client.end()
}

type Played = Place & { readonly processes: ShopProcesses; readonly buyers: Buyers; readonly shop: DrillShop }

/** One round; answers what must not be so after it. */
async function play(nth: number, round: Round, { processes, buyers, shop, ...place }: Played): Promise<string[]> {
  const primary = await place.cluster.whole()
  await processes.ready()
  await buyers.flowing()
  const since = performance.now()
  await round.befall(primary, place)
  const now = await settled(round, primary, place)
  await processes.ready()
  await buyers.flowing()
  const seconds = ways.map((way, at) => `${way} ${buyers.secondsWithout(at, since).toFixed(1)} s`).join(', ')
  const { timeline } = (await shop.database.row(timelineNow)) ?? {}
  const { isOn } = await readHold(shop.database)
  console.log(
    `round ${nth}, ${round.what}: ${primary.name} -> ${now.name}, timeline ${timeline}; longest without an order: ${seconds}; ` +
      `${buyers.ordersSince(since)} orders in ${((performance.now() - since) / 1_000).toFixed(0)} s; ${isOn ? 'on hold' : 'live'}`,
  )
  const isMoved = now.name !== primary.name
  if (isMoved === round.isFailover) return []
  return [`round ${nth}, ${round.what}: the primary was ${primary.name} and is ${now.name}`]
}

/** The primary of the pair when it is whole again: it says for a moment that nothing has happened. */
async function settled({ isFailover }: Round, before: DatabaseMachine, { cluster }: Place): Promise<DatabaseMachine> {
  const until = Date.now() + 60_000
  for (;;) {
    const now = await cluster.whole()
    if (!isFailover || now.name !== before.name || Date.now() > until) return now
    await sleep(200)
  }
}

const timelineNow = statement<{ timeline: string }>(
  'drill.timeline',
  'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline',
)
const ourPayments = statement<{ reference: string }>('drill.references', 'select reference from shop.payment')

/** A hold that a failover began ends by two rounds of reconciling, five minutes apart; those are at most ten minutes away. */
async function untilLive({ database }: DrillShop, buyers: Buyers): Promise<string[]> {
  const since = performance.now()
  while ((await readHold(database)).isOn) {
    if (performance.now() - since > 900_000) return ['the hold did not end by itself in 15 minutes']
    await sleep(1_000)
  }
  const minutes = ((performance.now() - since) / 60_000).toFixed(1)
  console.log(
    `the hold ended by itself ${minutes} minutes after the last round; ${buyers.ordersSince(since)} orders meanwhile`,
  )
  return []
}

/** No faults any more: all must be settled, and the books say what shoppers were told. */
async function reckonUp(
  shop: DrillShop,
  visits: readonly Visit[],
  piecesBefore: number,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<string[]> {
  const { database, gateway } = shop
  const until = performance.now() + 180_000
  const isUndone = async () => ((await database.row(undone))?.rows ?? 0) > 0
  while ((await isUndone()) && performance.now() < until) await sleep(200)
  const faults = (await isUndone()) ? ['something is left undone after three minutes of peace'] : []
  faults.push(...judge(visits, await readBooks(shop, 1)))
  // the books of so many orders take longer than a shopper waits
  const patient = createDatabase({
    ...{ url, max: 2, applicationName: 'drill-books', log },
    statementTimeoutMs: 120_000,
  })
  const found = await findingsOf(patient, gateway, piecesBefore)
  await patient.end()
  for (const [what, is] of Object.entries(found.numbers)) console.log(`${what}: ${is}`)

  const voided = (await gatewayBooks(gateway)).filter(({ state }) => state === 'voided')
  const ours = new Set((await database.rows(ourPayments)).map(({ reference }) => reference))
  const strange = voided.filter(({ reference }) => !ours.has(reference))
  console.log(`voided at the gateway: ${voided.length}, of them unknown to the database: ${strange.length}`)

  const at = {
    config: { dataDir, secret: drillSecret, gateway: gateway.config.gateway },
    databaseUrl: url,
    gatewayOrigin: gateway.gatewayOrigin,
  }
  const list = await booksCommand('hold', at, '--list')
  const books = await booksCommand('reconcile', at)
  console.log(`payments:hold -- --list: ${list.status}, ${list.out.trim() || 'nothing listed'}; ${list.said.trim()}`)
  console.log(`payments:reconcile: ${books.status}, ${books.out.trim() || 'no difference'}`)
  return [
    ...faults,
    ...found.faults,
    ...strange.map(({ reference }) => `given back without being known: ${reference}`),
    ...(list.out === '' ? [] : [`unknown payments: ${list.out}`]),
    ...(books.status === 0 && books.out === ''
      ? []
      : [`payments:reconcile: ${books.status} ${books.out}${books.said}`]),
  ]
}
