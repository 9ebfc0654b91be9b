import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { type Lookout, startLookout } from '#server/run/lookout.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

// a busy machine takes its time
const patience = { timeout: 40_000, interval: 100 }
const heard = statement<{ instance: string; role: string }>(
  'test.heard',
  "select instance, role from shop.heartbeat where seen_at > now() - interval '4 s' order by 1",
)

let own: TestDatabase
beforeEach(async () => {
  own = await createTestDatabase()
})
afterEach(() => own.drop())

const warned: object[] = []
const clock = { note: () => undefined }
const log = { info: () => undefined, warn: (facts: object) => void warned.push(facts) }
async function start(role: 'web' | 'worker'): Promise<Lookout> {
  const lookout = await startLookout({ url: own.url, instanceName: 'shop', role, version: '1', log, clock })
  onTestFinished(() => lookout.stop())
  return lookout
}
const rows = () => own.database.rows(heard)

test('OPS-40: two processes of one name are heard of as two, and each takes out its own row', async () => {
  const one = await start('worker')
  expect(await rows()).toEqual([{ instance: 'shop', role: 'worker' }])
  const other = await start('web')
  // the second writes nothing over the first
  expect(await rows()).toEqual([{ instance: 'shop', role: 'worker' }])
  expect(other.isWorkerAlive()).toBe(true)
  await expect.poll(rows, patience).toEqual([
    { instance: 'shop', role: 'worker' },
    { instance: 'shop.2', role: 'web' },
  ])
  expect(warned).toContainEqual({ taken: 'shop', heardOfAs: 'shop.2' })
  await other.stop()
  expect(await rows()).toEqual([{ instance: 'shop', role: 'worker' }])
  await one.stop()
  expect(await rows()).toEqual([])
}, 60_000)

test('OPS-40: who is started again after it was killed is heard of by its name', async () => {
  const killed =
    "insert into shop.heartbeat values ('shop', 'worker', '1', now() - interval '1 h', now(), null, 'socket')"
  await own.database.count(statement('test.killed', killed))
  const again = await start('web')
  expect(again.whyNot()).toBeNull()
  await expect.poll(rows, patience).toEqual([{ instance: 'shop', role: 'web' }])
}, 60_000)
