import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { importCatalog } from '#server/catalog/import/importer.ts'
import { testCatalog } from '#test/builders/catalog.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { childrenOf, portsOf, treeOf } from './processes.ts'
import { developmentSettings, freePort, newFolder, type Settings, type Started, start, untilReady } from './server.ts'

const slow = 90_000
const running: Started[] = []
let own: TestDatabase
let settings: Settings
let gatewayPort: number
let mailPort: number

beforeAll(async () => {
  own = await createTestDatabase()
  const file = join(newFolder(), 'catalog.jsonl')
  writeFileSync(
    file,
    testCatalog()
      .map((line) => JSON.stringify(line))
      .join('\n'),
  )
  await importCatalog(own.database, { file })
  gatewayPort = await freePort()
  mailPort = await freePort()
  const ports = { GATEWAY_PORT: String(gatewayPort), MAIL_SMTP_PORT: String(mailPort) }
  settings = { ...developmentSettings, ...ports, DATABASE_URL: own.url, DATA_DIR: newFolder() }
})
// what one test leaves running would answer to the next
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
}, 60_000)
afterAll(() => own.drop())

async function open(more: Settings = {}): Promise<Started> {
  const started = await start({ ...settings, ...more })
  running.push(started)
  return started
}

const standInsAnswer = async () =>
  (await fetch(`http://127.0.0.1:${gatewayPort}/healthz`).catch(() => undefined))?.status

describe('SAFE-07: processes of one machine share the stand-ins', () => {
  test(
    'two that are started at once have one program between them; when its process ends, the other starts its own',
    async () => {
      const both = await Promise.all([open(), open()])
      await Promise.all(both.map(untilReady))
      const owners = () => both.filter(({ pid }) => childrenOf(pid).length > 0)
      // the program that came second to the ports may still be on its way out
      await expect.poll(owners, { timeout: 20_000 }).toHaveLength(1)
      const [owner] = owners()
      const other = both.find((each) => each !== owner)
      expect(portsOf([other?.pid ?? 0])).toEqual([other?.port])

      await owner?.stop()
      await expect.poll(() => childrenOf(other?.pid ?? 0).length, { timeout: 20_000 }).toBe(1)
      await expect.poll(standInsAnswer, { timeout: 20_000 }).toBe(200)
      await expect
        .poll(() => portsOf(treeOf(other?.pid ?? 0)), { timeout: 20_000 })
        .toEqual([other?.port ?? 0, gatewayPort, mailPort].sort((a, b) => a - b))
      await other?.stop()
      expect(await standInsAnswer()).toBeUndefined()
    },
    slow,
  )

  test.each(['GATEWAY_PORT', 'MAIL_SMTP_PORT', 'PORT', 'OPS_PORT'])(
    'a port that is taken is named with its setting: %s',
    async (setting) => {
      // some other program, which knows nothing of us
      const program = createServer((_request, response) => response.writeHead(404).end())
      const port = await freePort()
      await new Promise<void>((resolve) => program.listen(port, '127.0.0.1', resolve))
      const started = await open({ [setting]: String(port) })
      try {
        expect(await started.ended).toBe(1)
        expect(started.said()).toContain(`${setting}: port ${port} is taken by another program.`)
        const others = ['GATEWAY_PORT', 'MAIL_SMTP_PORT', 'PORT', 'OPS_PORT'].filter((name) => name !== setting)
        for (const other of others) expect(started.said()).not.toMatch(new RegExp(`\\b${other}: port`))
      } finally {
        await new Promise((resolve) => program.close(resolve))
      }
      // a start that failed leaves nothing behind
      await expect.poll(standInsAnswer, { timeout: 5_000 }).toBeUndefined()
    },
    slow,
  )

  test(
    'stand-ins with another key are not ours, and a mailbox at another port is named',
    async () => {
      const first = await untilReady(await open())
      const stranger = await open({ GATEWAY_API_KEY: 'another key, which is long enough to be one' })
      expect([await stranger.ended, stranger.said()]).toEqual([1, expect.stringContaining('GATEWAY_PORT: port')])
      const mistaken = await open({ MAIL_SMTP_PORT: String(await freePort()) })
      expect([await mistaken.ended, mistaken.said()]).toEqual([
        1,
        expect.stringContaining('MAIL_SMTP_PORT: the stand-ins'),
      ])
      await first.stop()
    },
    slow,
  )
})
