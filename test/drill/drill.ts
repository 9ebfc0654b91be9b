// npm run drill [-- --kills 100 --seed 7]: kills the order machinery at random moments under load and checks the books.
// npm run drill -- --races 1000: so many races of two baskets for each thing that only one of them can have.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { statement } from '#server/db/database.ts'
import { checkInvariants } from '#server/order/invariants-store.ts'
import { chanceOf, fillBaskets } from '#test/drill/baskets.ts'
import type { DrillServerSettings } from '#test/drill/drill-server.ts'
import { openDrillWorld } from '#test/drill/drill-world.ts'
import { findingsOf, piecesOnHand } from '#test/drill/findings.ts'
import { raceAll } from '#test/drill/races.ts'
import { drill } from '#test/order/gateway.ts'

const number = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: number, seed: number, races: number } })
const races = Number(values.races ?? 0)
const kills = Number(values.kills ?? 50)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const chance = chanceOf(seed)

const isRace = races > 0
// some more than the baskets of so many kills buy
const world = await openDrillWorld({ connections: isRace ? 24 : 6, pieces: isRace ? races + 1 : 8 * kills })
const { database, gateway } = world
const piecesBefore = await piecesOnHand(database)
const own = isRace ? await raceAll(world, races) : await killAgainAndAgain()
const found = await findingsOf(database, gateway, piecesBefore)
const faults = [...own, ...found.faults]
if (!isRace)
  faults.push(
    ...found.unusedWays.map(
      (way) => `no order was ${way === 'cancelled' ? '' : 'placed with '}${way}: too few kills to say anything`,
    ),
  )
for (const [what, is] of Object.entries(found.numbers)) console.log(`${what}: ${is}`)
for (const fault of faults) console.log(`FAULT: ${fault}`)
console.log(faults.length === 0 ? 'Nothing lost, nothing charged twice.' : `${faults.length} faults, seed ${seed}`)
process.exitCode = faults.length === 0 ? 0 : 1
await world.close()

function start(hasLoad: boolean): Promise<ChildProcess> {
  const { apiKey, merchantAccount } = gateway.config.gateway
  const { databaseUrl, smtpPort } = world
  const { gatewayOrigin: origin } = gateway
  const given: DrillServerSettings = { databaseUrl, gateway: { origin, apiKey, merchantAccount }, smtpPort, hasLoad }
  const program = join(import.meta.dirname, 'drill-server.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => resolve(child))
    child.once('error', reject)
  })
}

async function countOpen(): Promise<number> {
  const open = statement<{ count: number }>(
    'drill.open',
    `select (select count(*) from shop.orders where state = 'pending')
       + (select count(*) from shop.payment where state = 'voiding') as count`,
  )
  return (await database.row(open))?.count ?? 0
}

/** Answers in words what did not settle as it must. */
async function killAgainAndAgain(): Promise<string[]> {
  console.log(`${kills} kills, seed ${seed}`)
  const faults: string[] = []
  let child = await start(true)
  for (let nth = 1; nth <= kills; nth += 1) {
    await fillBaskets(database, gateway, chance)
    if (chance.happens(0.6)) {
      const fault = (['cut', '503', 'timeoutAfterCharge', 'slow', 'decline'] as const)[chance.upTo(5)]
      await drill(gateway, { fault, count: 1 + chance.upTo(4), delayMs: 300 })
    }
    await sleep(60 + chance.upTo(700))
    child.kill('SIGKILL')
    if (nth % 10 === 0 || nth === kills) faults.push(...(await heal(nth)))
    if (nth < kills) child = await start(true)
  }
  return faults
}

/** The gateway is well again: from the restart on, everything must be settled within 10 s. */
async function heal(nth: number): Promise<string[]> {
  await fetch(`${gateway.gatewayOrigin}/fire-drill`, { method: 'DELETE' })
  const open = await countOpen()
  const from = performance.now()
  const healer = await start(false)
  while ((await countOpen()) > 0 && performance.now() - from < 60_000) await sleep(50)
  const seconds = (performance.now() - from) / 1000
  healer.kill('SIGKILL')
  const breaches = (await checkInvariants(database)).map((breach) => `after ${nth} kills: ${JSON.stringify(breach)}`)
  console.log(
    `after ${nth} kills: ${open} left open, settled in ${seconds.toFixed(1)} s, ${breaches.length} invariants broken`,
  )
  // nobody presses the button for baskets that cannot be ordered any more
  await database.count(statement('drill.abandon', "update shop.cart set state = 'abandoned' where state = 'open'"))
  return seconds > 10 ? [...breaches, `after ${nth} kills: settling took ${seconds.toFixed(1)} s`] : breaches
}
