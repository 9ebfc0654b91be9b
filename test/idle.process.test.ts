import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnServerBeside, startServerBeside } from '#test/builders/server-process.ts'
import { tapStatements } from '#test/builders/statement-tap.ts'
import type { StoreProcess } from '#test/e2e/store-process.ts'
import { type DatabaseProxy, startProxy } from '#test/proxy.ts'
import { createWorld, type World } from '#test/world.ts'

/** A process of a role with what it sends to the database; of a web process test/roles.process.test.ts tells. */
type Idle = { readonly wire: DatabaseProxy; readonly server: StoreProcess; readonly sent: string[] }

let world: World
const idle: Idle[] = []
beforeAll(async () => {
  world = await createWorld()
  for (const role of ['all', 'worker']) {
    const sent: string[] = []
    const wire = await startProxy(world.databaseUrl, 0, () => tapStatements((name) => sent.push(name)))
    // a worker has no port that tells when it is ready
    const start = role === 'all' ? startServerBeside : spawnServerBeside
    idle.push({ wire, server: await start(world, wire.url, { ROLE: role }), sent })
  }
})
afterAll(async () => {
  for (const { wire, server } of idle) {
    await server.stop()
    await wire.close()
  }
  await world.close()
})

const question = 'get_job4/graphile_worker'
/** What the clock asks for comes in turns of a minute, so that no shorter time tells how much it is. */
const idleSeconds = 60
const most = 3

test('SPEED-10: an idle process sends at most three statements a second, its timers and jobs of the clock and all, and so does a worker', async () => {
  await expect.poll(() => idle.every(({ sent }) => sent.includes(question)), { timeout: 40_000 }).toBe(true)
  for (const { sent } of idle) sent.length = 0
  await setTimeout(idleSeconds * 1_000)
  // the jobs of the clock are done once, by one of them
  expect(idle.flatMap(({ sent }) => sent)).toContain('order.check-cursors')
  for (const { sent } of idle) {
    const names = new Set(sent)
    // of each of its timers something was heard
    for (const name of ['run.look', question, 'run.beat']) expect(names).toContain(name)
    expect(sent.length, sent.join(', ')).toBeLessThanOrEqual(most * idleSeconds)
  }
}, 120_000)
