import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BenchPostgres, startBenchPostgres } from './postgres.ts'
import { judgeSoak } from './soak-judge.ts'
import { soak } from './soak-run.ts'
import { type Stage, setStage } from './stage.ts'

let postgres: BenchPostgres
let stage: Stage
beforeAll(async () => {
  postgres = await startBenchPostgres({ durable: false })
  stage = await setStage(postgres, { carts: 0, carts30: 0, recipientIds: 0, reviews: 0, isBare: true })
}, 300_000)
afterAll(async () => {
  stage.close()
  await postgres.stop()
})

/** So few visitors still fill caches and load code, some 20 kB each; it is the leaks of the second test that are told from it. */
const maxBytes = 100_000
const length = { looks: 9, operations: 8 }

async function missedBy(nodeArguments: readonly string[] = []) {
  const looks = await soak(postgres, stage, { length, shoppers: 3, nodeArguments })
  expect(looks.map(({ operations }) => operations)).toEqual(looks.map((_, nth) => nth * length.operations))
  return judgeSoak(looks.slice(3), 0, { maxBytes, isShort: true })
}

test('SPEED-14: a short soak of the product finds nothing that is left behind', async () => {
  const verdict = await missedBy()
  expect(verdict.missed, JSON.stringify(verdict)).toEqual([])
}, 300_000)

test('SPEED-14: a server that keeps something of each request is found out by all three', async () => {
  const verdict = await missedBy(['--import', './bench/soak-leak.ts'])
  expect(verdict.missed).toEqual([
    expect.stringMatching(/^the heap grows by/),
    expect.stringMatching(/^open handles grow/),
    expect.stringMatching(/^prepared statements grow/),
  ])
}, 300_000)
