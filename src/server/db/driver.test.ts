import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { initSession, run, runFirst } from '#server/db/connection.ts'
import { statement } from '#server/db/database.ts'
import { faultOf, neverSent } from '#server/db/faults.ts'
import { usualLimits } from '#server/db/session-settings.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

// What we rely on in node-postgres beyond its documentation: where one of these fails after a new version of it, see
// connection.ts and faults.ts.
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const one = statement('test.one', 'select 1 as n')
const two = statement('test.two', 'select 2 as n')

/** A socket that notes what it is given to send at once, as the letters of PostgreSQL's messages. */
class NotingSocket extends Socket {
  readonly sent: string[] = []

  override _write(chunk: Buffer, encoding: NodeJS.BufferEncoding, callback: (error?: Error | null) => void): void {
    this.sent.push(lettersOf(chunk))
    super._write(chunk, encoding, callback)
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: NodeJS.BufferEncoding }[],
    callback: (error?: Error | null) => void,
  ): void {
    this.sent.push(lettersOf(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    super._writev?.(chunks, callback)
  }
}

/** The kinds of the messages in a piece of the protocol: B(ind), D(escribe), E(xecute), P(arse), Q(uery), S(ync). */
function lettersOf(bytes: Buffer): string {
  let letters = ''
  for (let at = 0; at + 4 < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    letters += String.fromCharCode(bytes[at] ?? 0)
  }
  return letters
}

describe('what we rely on in the driver: statements leave together', () => {
  async function connected(isPrepared = true) {
    const socket = new NotingSocket()
    const client = new pg.Client({ connectionString: db.url, pipeline: true, stream: () => socket })
    await client.connect()
    await initSession(client, { ...usualLimits, transaction_timeout: 0 }, { isTransactionPooled: false, isPrepared })
    await run(client, one, [])
    await run(client, two, [])
    socket.sent.length = 0
    return { client, socket }
  }

  test('OPS-13: without names each is parsed, and BEGIN goes before the first of them', async () => {
    const { client, socket } = await connected(false)
    await Promise.all([runFirst(client, one, []), run(client, one, [])])
    await client.query('commit')
    expect(socket.sent).toEqual(['PBEPBDESPBDES', 'Q'])
    await client.end()
  })

  test('those that are asked for in one turn are one write', async () => {
    const { client, socket } = await connected()
    const answers = await Promise.all([run(client, one, []), run(client, two, []), run(client, one, [])])
    expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 1 }]])
    expect(socket.sent).toEqual(['BDESBDESBDES'])
    await client.end()
  })

  test('BEGIN and the first statement of a transaction have one Sync, and its answer is that of the statement', async () => {
    const { client, socket } = await connected()
    const [first, second] = await Promise.all([runFirst(client, one, []), run(client, two, [])])
    expect([first, second].map(({ command, rows }) => [command, rows])).toEqual([
      ['SELECT', [{ n: 1 }]],
      ['SELECT', [{ n: 2 }]],
    ])
    expect(socket.sent).toEqual(['BEBDESBDES'])
    expect(client.getTransactionStatus()).toBe('T')
    await client.query('rollback')
    const setting = statement('test.first-without-rows', "set local work_mem = '5MB'")
    const { command, rows } = await runFirst(client, setting, [])
    expect([command, rows, client.getTransactionStatus()]).toEqual(['SET', [], 'T'])
    await client.end()
  })

  test('a first statement that the driver refuses leaves no BEGIN for the next to be taken for', async () => {
    const { client } = await connected()
    client.on('error', () => undefined)
    const ended = endOf(client)
    await expect(runFirst(client, statement('test.one', 'select 3 as n'), [])).rejects.toThrow('must be unique')
    await ended
    await expect(run(client, two, [])).rejects.toSatisfy(neverSent)
  })
})

/** Waits until the connection has gone, for whatever reason. */
function endOf(client: pg.Client): Promise<void> {
  return new Promise((resolve) => client.once('end', resolve))
}

/** Takes connections and says nothing. */
async function silentServer(): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function connectedClient(settings: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: db.url, ...settings })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function toSilence(open: (url: string) => Promise<unknown>): Promise<unknown> {
  const silent = await silentServer()
  try {
    return await open(`postgresql://nobody:x@127.0.0.1:${silent.port}/none`)
  } finally {
    silent.close()
  }
}

/** Each way in which the driver says, in words alone, that a connection is gone. */
const losses: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'Client was closed and is not queryable',
    async () => {
      const client = await connectedClient()
      void client.end()
      return client.query('select 1')
    },
  ],
  [
    'Client has encountered a connection error and is not queryable',
    async () => {
      const client = await connectedClient()
      const lost = endOf(client)
      client.connection.stream.destroy()
      await lost
      return client.query('select 1')
    },
  ],
  [
    'Connection terminated unexpectedly',
    async () => {
      const client = await connectedClient()
      const asked = client.query('select pg_sleep(30)')
      client.connection.stream.destroy()
      return asked
    },
  ],
  [
    'Connection terminated',
    async () => {
      const client = await connectedClient()
      const asked = client.query('select pg_sleep(30)')
      void client.end()
      return asked
    },
  ],
  [
    'Query read timeout',
    async () => (await connectedClient({ pipeline: true, query_timeout: 50 })).query('select pg_sleep(30)'),
  ],
  [
    'timeout expired',
    () => toSilence((url) => new pg.Client({ connectionString: url, connectionTimeoutMillis: 50 }).connect()),
  ],
  [
    'Connection terminated due to connection timeout',
    () => toSilence((url) => new pg.Pool({ connectionString: url, connectionTimeoutMillis: 50 }).connect()),
  ],
]

describe('what we rely on in the driver: the words for a lost connection', () => {
  test.each(losses)('%s', async (words, lose) => {
    const error = await lose().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect([error instanceof Error ? error.message : error, faultOf(error)]).toEqual([words, 'cut'])
  })
})

describe('a statement', () => {
  test('that was never handed to its connection is known to be unsent, one that was is not', async () => {
    const client = await connectedClient({ pipeline: true })
    const asked = run(client, statement('test.sleep', 'select pg_sleep(30)'), []).catch((error: unknown) => error)
    const lost = endOf(client)
    client.connection.stream.destroy()
    await lost
    const after = await run(client, one, []).catch((error: unknown) => error)
    expect([neverSent(await asked), faultOf(await asked)]).toEqual([false, 'cut'])
    expect([neverSent(after), faultOf(after)]).toEqual([true, 'cut'])
  })
})
