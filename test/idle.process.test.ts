import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServerBeside } from '#test/builders/server-process.ts'
import { tapStatements } from '#test/builders/statement-tap.ts'
import type { StoreProcess } from '#test/e2e/store-process.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let wire: DatabaseProxy
let server: StoreProcess
const sent: string[] = []
beforeAll(async () => {
  world = await createWorld()
  wire = await startProxy(world.databaseUrl, 0, () => tapStatements((name) => sent.push(name)))
  server = await startServerBeside(world, wire.url)
})
afterAll(async () => {
  await server.stop()
  await wire.close()
  await world.close()
})

/** What the clock asks for comes in turns of a minute, so that no shorter time tells how much it is. */
const idleSeconds = 60
const most = 3

test('an idle process sends at most three statements a second, its timers and jobs of the clock and all', async () => {
  sent.length = 0
  await setTimeout(idleSeconds * 1_000)
  const names = new Set(sent)
  // of each of its timers something was heard
  for (const name of ['run.look', 'get_job/graphile_worker', 'run.beat', 'order.note-guard-round']) {
    expect(names).toContain(name)
  }
  expect(sent.length, sent.join(', ')).toBeLessThanOrEqual(most * idleSeconds)
}, 120_000)
