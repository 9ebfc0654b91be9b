import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'

const silent = { info: () => undefined, warn: () => undefined }

test('the private database killed under a running process comes back by itself, and the pool goes on with all rows', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), `cartwright-test-${process.pid}-`))
  const server = await startEmbeddedPostgres({ dataDir, port: 0, durable: false, log: silent })
  const database = createDatabase({ url: server.url, log: silent })
  await database.count(statement('test.schema', 'create schema shop'))
  await database.count(statement('test.make', 'create table kept as select generate_series(1, 400) as n'))
  const killed = server.pid()
  process.kill(killed, 'SIGKILL')
  const counted = statement<{ n: number }>('test.count', 'select count(*) as n from kept')
  let answer: { n: number } | undefined
  // its backends live on for a moment: what counts is an answer of the new one
  for (let tries = 0; answer === undefined && tries < 200; tries += 1) {
    if (server.pid() !== killed) answer = await database.row(counted).catch(() => undefined)
    if (answer === undefined) await sleep(50)
  }
  expect(answer).toEqual({ n: 400 })
  expect(server.pid()).not.toBe(killed)
  await database.end()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})
