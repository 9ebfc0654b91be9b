import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { spawnServerBeside, startServerBeside } from '#test/builders/server-process.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/builders/webhook-receiver.ts'
import { createTestDatabase } from '#test/database.ts'
import type { StoreProcess } from '#test/e2e/store-process.ts'
import { mailsTo } from '#test/order/cancelling.ts'
import { productionSettings, run, start } from '#test/start/server.ts'
import { createWorld, type World } from '#test/world.ts'

// a busy machine takes its time
const patience = { timeout: 40_000, interval: 100 }
const secret = `whsec_${Buffer.from('the key of a test, of 32 bytes..').toString('base64')}`
const forget = statement('test.forget', 'truncate shop.alarm, shop.alarm_told, shop.alarm_delivery')
const rows = statement<{ id: number; by: string | null; isOver: boolean }>(
  'test.alarms',
  `select alarm_id as id, acknowledged_by as by, resolved_at is not null as "isOver" from shop.alarm order by alarm_id`,
)

let world: World
let receiver: WebhookReceiver
let onCall: string
const running: StoreProcess[] = []
beforeAll(async () => {
  world = await createWorld()
}, 60_000)
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  onCall = `oncall-${receiver.url.replace(/\D/g, '')}@example.com`
  await world.database.count(forget)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await receiver.close()
})
afterAll(() => world.close())

const channels = () => ({ ALARM_WEBHOOK_URL: receiver.url, ALARM_WEBHOOK_SECRET: secret, ALARM_MAIL_TO: onCall })
const raise = (kind: 'dispute' | 'no-worker', key: string) => raiseAlarm(world.database, kind, key, {})
const came = () => receiver.received.map(({ body }) => JSON.parse(body) as { kind: string; key: string })

describe('OPS-32: who tells people', () => {
  test('OPS-32: a worker does, by webhook and mail; a web process beside it leaves it to the worker', async () => {
    const worker = await spawnServerBeside(world, world.databaseUrl, { ROLE: 'worker', ...channels() })
    running.push(worker)
    await raise('dispute', 'payment 1')
    await expect.poll(came, patience).toEqual([expect.objectContaining({ kind: 'dispute', key: 'payment 1' })])
    await expect.poll(async () => (await mailsTo(world, onCall, /dispute/)).length, patience).toBe(1)
  }, 60_000)

  test('OPS-32: while no worker is alive a web process does: that is what the alarm is about', async () => {
    running.push(await startServerBeside(world, world.databaseUrl, { ROLE: 'web', ...channels() }))
    await raise('no-worker', 'shop')
    await expect.poll(came, patience).toEqual([expect.objectContaining({ kind: 'no-worker' })])
  }, 60_000)
})

describe('OPS-33: npm run alarms', () => {
  const alarms = (words: readonly string[], settings: Record<string, string> = {}) =>
    run(['src/server/watch/alarms-cli.ts', ...words], {
      ...{ NODE_ENV: 'test', DATABASE_URL: world.databaseUrl, DATA_DIR: world.config.dataDir, ...settings },
      SMTP_URL: `smtp://127.0.0.1:${world.gateway.smtpPort()}`,
    })

  test('OPS-33: --list shows what is open; --acknowledge notes who has it, and an unknown id exits 2', async () => {
    expect(await alarms(['--list'])).toMatchObject({ code: 0, said: expect.stringContaining('No alarm is open.') })
    await raise('dispute', 'payment 1')
    await raise('no-worker', 'shop')
    await raise('no-worker', 'shop')
    const [dispute, noWorker] = await world.database.rows(rows)
    const listed = (await alarms(['--list'])).said.trim().split('\n')
    expect(listed).toEqual([
      expect.stringMatching(new RegExp(`^ *${noWorker?.id}  page .*no-worker  shop  2 times`)),
      expect.stringMatching(new RegExp(`^ *${dispute?.id}  ticket .*dispute  payment 1`)),
    ])
    expect(await alarms(['--acknowledge', String(dispute?.id), '--by', 'Ana Ruiz'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Ana Ruiz has alarm .* It is over\./),
    })
    expect(await alarms(['--acknowledge', String(noWorker?.id), '--by', 'Ana Ruiz'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/goes on/),
    })
    expect(await world.database.rows(rows)).toEqual([
      { id: dispute?.id, by: 'Ana Ruiz', isOver: true },
      { id: noWorker?.id, by: 'Ana Ruiz', isOver: false },
    ])
    expect((await alarms(['--list'])).said).toMatch(/no-worker.*Ana Ruiz has it/)
    for (const id of ['9999999', '0', 'x', "1' or true --", '99999999999999999999']) {
      const { code, said } = await alarms(['--acknowledge', id, '--by', 'Ana Ruiz'])
      expect([id, code, said.trim()]).toEqual([id, 2, `There is no alarm ${id}.`])
    }
    for (const words of [[], ['--acknowledge', '1'], ['--list', '--test'], ['--list', '--by', 'Ana']]) {
      expect(await alarms(words)).toMatchObject({ code: 2, said: expect.stringContaining('npm run alarms --') })
    }
  }, 60_000)

  test('OPS-33: --test sends one by each channel and prints what came back', async () => {
    expect(await alarms(['--test'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/no channel.*ALARM_WEBHOOK_URL/),
    })
    const good = await alarms(['--test'], channels())
    expect([good.code, good.said.trim().split('\n').sort()]).toEqual([0, ['mail: sent', 'webhook: status 204']])
    expect(came()).toEqual([expect.objectContaining({ kind: 'test' })])
    expect(await mailsTo(world, onCall, /test/)).toHaveLength(1)
    receiver.answer(302, { location: 'http://127.0.0.1:1/' })
    const bad = await alarms(['--test'], channels())
    expect([bad.code, bad.said.trim().split('\n').sort()]).toEqual([1, ['mail: sent', 'webhook: status 302']])
  }, 60_000)

  test('OPS-33: a start in production without any channel logs a warning', async () => {
    const { url, drop } = await createTestDatabase()
    const settings = { ...productionSettings, DATABASE_URL: url, LOG_LEVEL: 'warn', ROLE: 'worker' }
    const deaf = await start(settings)
    await expect.poll(deaf.said, patience).toContain('nobody hears of alarms')
    await deaf.stop()
    const heard = await start({ ...settings, ALARM_MAIL_TO: 'oncall@shop.example' })
    await expect.poll(heard.said, patience).toContain('A worker of the shop is at work.')
    expect(heard.said()).not.toContain('nobody hears of alarms')
    await heard.stop()
    await drop()
  }, 60_000)
})
