// npm run drill [-- --kills 100 --seed 7]: two servers, one of them killed at each step while shoppers order; books and answers are checked.
// npm run drill -- --cuts 20: the database is cut off for 5 and 15 seconds in turn; the same processes must go on.
// npm run drill -- --races 1000: so many races of two carts for each thing that only one of them can have.
import { parseArgs } from 'node:util'
import { openDrillWorld } from '#test/drill/drill-world.ts'
import { findingsOf, piecesOnHand } from '#test/drill/findings.ts'
import { outages } from '#test/drill/outages.ts'
import { raceAll } from '#test/drill/races.ts'

const number = { type: 'string' } as const
const { values } = parseArgs({ options: { kills: number, cuts: number, seed: number, races: number } })
const races = Number(values.races ?? 0)
const cuts = Number(values.cuts ?? 0)
const kills = Number(values.kills ?? 50)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))

const isRace = races > 0
// some more than the carts of so many steps buy
const pieces = isRace ? races + 1 : 24 * Math.max(cuts, kills)
const world = await openDrillWorld({ connections: isRace ? 24 : 10, pieces })
const { database, gateway } = world
const piecesBefore = await piecesOnHand(database)
const own = isRace ? await raceAll(world, races) : await stumble()
const found = await findingsOf(database, gateway, piecesBefore)
const faults = [...own, ...found.faults]
if (!isRace)
  faults.push(
    ...found.unusedWays.map(
      (way) => `no order was ${way === 'cancelled' ? '' : 'placed with '}${way}: too few steps to say anything`,
    ),
  )
for (const [what, is] of Object.entries(found.numbers)) console.log(`${what}: ${is}`)
for (const fault of faults) console.log(`FAULT: ${fault}`)
console.log(faults.length === 0 ? 'Nothing lost, nothing charged twice.' : `${faults.length} faults, seed ${seed}`)
process.exitCode = faults.length === 0 ? 0 : 1
await world.close()

function stumble(): Promise<string[]> {
  const [kind, count] = cuts > 0 ? (['cuts', cuts] as const) : (['kills', kills] as const)
  console.log(`${count} ${kind}, seed ${seed}`)
  console.log('The seed repeats carts, faults and the order of steps; not the moment within a step at which a process')
  console.log('stops, nor which of two that race comes first.')
  return outages(world, kind, count, seed)
}
