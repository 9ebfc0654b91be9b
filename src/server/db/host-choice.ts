import pg from 'pg'
import { databaseHosts } from '#server/db/hosts.ts'

/** A server that takes no writes, where one that does was asked for: a standby, or one that was set to be read only. */
class NotForWriting extends Error {
  override name = 'NotForWriting'
  /** As a server that is still recovering says it: one waits for it. */
  readonly code = '57P03'
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

type PoolCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean) => void,
) => void

/** Which of several servers one connects to. */
type HostChoice = {
  /** How many servers there are. */
  readonly count: number
  /** For the pool: each new one goes to the server that was good last; one that cannot be connected to gives way to the next. */
  readonly Client: typeof pg.Client
  /**
   * What a new connection is asked before it is used.
   * @throws NotForWriting when it leads to a server of the wrong kind; the next connection goes to the next one
   */
  examine(client: pg.ClientBase): Promise<void>
  /** The server of this connection takes no writes any more: it and all that were made before are of no use. */
  turnFrom(client: pg.ClientBase): void
  /** This connection was cut: of several servers the one it led to may be gone without a word, and all others made to it with it. */
  renew(client: pg.ClientBase): void
  /** Whether a connection was made since it was last turned from a server. */
  isOfNow(client: pg.ClientBase): boolean
}

/** @param waitMs how long the servers together may take to be connected to, milliseconds */
function chooseHost(url: string, waitMs: number): HostChoice {
  const { urls, isForWriting } = databaseHosts(url) ?? { urls: [url], isForWriting: false }
  const count = urls.length
  let at = 0
  let turn = 0
  const made = new WeakMap<object, { readonly at: number; readonly turn: number }>()

  /** Of many that fail at once only the first turns. */
  function pass(from: number): void {
    if (from === at) at = (at + 1) % count
  }

  class HostClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const limits = count > 1 ? { connectionTimeoutMillis: Math.ceil(waitMs / count) } : {}
      super({ ...config, ...limits, connectionString: urls[at] ?? url })
      made.set(this, { at, turn })
    }

    /** As the pool asks, and as one asks who waits. */
    override connect(): Promise<pg.Client>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      const from = at
      if (callback === undefined) {
        return super.connect().catch((error: Error) => {
          pass(from)
          throw error
        })
      }
      const told = callback as (error: Error | null, client?: pg.Client) => void
      // in the very turn: the pool begins to listen for a cut then, and one that nobody hears of ends the process
      super.connect((error: Error | null) => {
        if (error) pass(from)
        told(error, this)
      })
      return undefined
    }
  }

  return {
    count,
    Client: HostClient,
    async examine(client) {
      if (!isForWriting) return
      const { rows } = await client.query<{ isWritable: boolean }>(
        `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "isWritable"`,
      )
      if (rows[0]?.isWritable) return
      pass(made.get(client)?.at ?? at)
      throw new NotForWriting('The server takes no writes')
    },
    turnFrom(client) {
      const from = made.get(client)
      if (count === 1 || from === undefined || from.turn !== turn) return
      turn += 1
      pass(from.at)
    },
    renew(client) {
      if (count > 1 && made.get(client)?.turn === turn) turn += 1
    },
    isOfNow: (client) => made.get(client)?.turn === turn,
  }
}

/** A pool whose connections lead to that one of several servers which may be written to. */
export class HostPool extends pg.Pool {
  readonly hosts: HostChoice

  constructor(url: string, config: pg.PoolConfig & { readonly connectionTimeoutMillis: number }) {
    const hosts = chooseHost(url, config.connectionTimeoutMillis)
    super({
      ...config,
      Client: hosts.Client,
      async onConnect(client) {
        await Promise.all([config.onConnect?.(client), hosts.examine(client)])
      },
    })
    this.hosts = hosts
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: PoolCallback): void
  override connect(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.connectToOne()
    if (callback === undefined) return connected
    connected.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  private async connectToOne(): Promise<pg.PoolClient> {
    for (let passed = 0; ; ) {
      try {
        const client = await super.connect()
        if (this.hosts.isOfNow(client)) return client
        client.release(true)
      } catch (error) {
        passed += 1
        if (isPoolFull(error) || passed >= this.hosts.count) throw error
      }
    }
  }
}

/** All connections are in use: that is no fault of a server's. */
export function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

/** One connection to the server that may be written to, for what needs no pool. Whoever asks ends it. */
export async function connectToHost(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const choice = chooseHost(url, 10_000)
  for (let nth = 1; ; nth += 1) {
    const client = new choice.Client(config)
    // a cut is told to whoever asks next
    client.on('error', () => undefined)
    try {
      await client.connect()
      await choice.examine(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (nth >= choice.count) throw error
    }
  }
}
