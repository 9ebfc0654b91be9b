import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { openGatewayStore } from './gateway-store.ts'

describe('the gateway as a process of its own', () => {
  let folder: string
  let running: ChildProcess[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'durability-'))
    running = []
  })
  afterEach(() => {
    for (const each of running) each.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts `src/sandbox/main.ts` on any free port and waits for its address. */
  async function start(): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
    const child = spawn(process.execPath, ['src/sandbox/main.ts'], {
      env: {
        PATH: process.env.PATH,
        GATEWAY_PORT: '0',
        MAIL_SMTP_PORT: '0',
        GATEWAY_STORE: join(folder, 'books.sqlite'),
        GATEWAY_API_KEY: 'key',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    for await (const line of createInterface({ input: child.stdout! }))
      return { child, origin: (JSON.parse(line) as { listening: string }).listening }
    throw new Error('the gateway did not start')
  }

  const connect = (origin: string) =>
    createBuiltInGateway({ origin, apiKey: 'key', merchantAccount: 'Cartwright', connection: {} })

  test('OPEN-65: every authorization it acknowledged is in its books after kill -9', async () => {
    const first = await start()
    const client = connect(first.origin)
    const acknowledged: string[] = []
    let count = 0
    const pay = async () => {
      for (;;) {
        count += 1
        const reference = `order-${count}.1`
        const result = await client.authorize({
          reference,
          amountCents: 100,
          currency: 'USD',
          token: 'nonce',
          method: 'paypal',
        })
        if (result.state !== 'authorized') return
        acknowledged.push(reference)
        if (acknowledged.length === 100) first.child.kill('SIGKILL')
      }
    }
    await Promise.all([pay(), pay(), pay(), pay()])
    client.close()

    const second = await start()
    const reader = connect(second.origin)
    const list = await reader.list(new Date(0))
    reader.close()
    const known = list.state === 'listed' ? list.payments.map((each) => each.reference) : []
    expect(acknowledged.length).toBeGreaterThanOrEqual(100)
    expect(acknowledged.filter((reference) => !known.includes(reference))).toEqual([])
  })

  test('it ends by itself on SIGTERM', async () => {
    const { child } = await start()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('the gateway store', () => {
  test('changes of one turn share a commit, and one that throws is undone alone', async () => {
    const store = openGatewayStore(':memory:')
    const insert = store.database.prepare('insert into secret (name, value) values (?, ?)')
    const results = await Promise.allSettled([
      store.write(() => insert.run('a', '1')),
      store.write(() => {
        insert.run('b', '2')
        throw new Error('changed my mind')
      }),
      store.write(() => insert.run('a', 'again')),
      store.write(() => insert.run('c', '3')),
    ])
    expect(results.map((each) => each.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(store.database.prepare('select name, value from secret order by name').all()).toEqual([
      { name: 'a', value: '1' },
      { name: 'c', value: '3' },
    ])
    await store.close()
    await expect(store.write(() => 1)).rejects.toThrow('closed')
  })
})
