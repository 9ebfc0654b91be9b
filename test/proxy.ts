import { connect, createServer, type Socket } from 'node:net'

/** How a cut looks to whoever is behind it: closed at once, or a wire on which nothing comes any more. */
export type Cut = 'closed' | 'silent'

export type DatabaseProxy = {
  /** Reaches the same database through the proxy. */
  readonly url: string
  /**
   * From now on: when a client sends text that holds `needle`, let the server do it and end its transaction, swallow its answer and cut the
   * connection, with `last` as the wire's own last words.
   */
  swallowAnswerTo(needle: string, last?: Buffer): void
  /** Ends what is connected, and lets nobody through before it is healed. */
  cut(how?: Cut): void
  /** Back to passing everything on. */
  heal(): void
  close(): Promise<void>
}

/**
 * A wire between a program and its database, which can be cut at the worst moment; `port` when it must be a certain one, `listen`
 * for one who hears what is said on each connection.
 */
export async function startProxy(
  databaseUrl: string,
  port = 0,
  listen: () => (chunk: Buffer) => void = () => () => undefined,
): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  let needle: string | undefined
  let lastWords: Buffer | undefined
  let cut: Cut | undefined

  const server = createServer((client) => {
    const upstream = connectTo(databaseUrl)
    let swallow = false
    const hear = listen()
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        // the wire is dead, and says nothing of what is behind it
        if (cut === 'silent') return
        client.destroy()
        upstream.destroy()
      })
    }
    if (cut === 'closed') client.destroy()
    client.on('data', (chunk) => {
      if (cut === 'silent') return
      if (typeof chunk !== 'string') hear(chunk)
      swallow ||= needle !== undefined && chunk.includes(needle)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (cut === 'silent') return
      if (!swallow) client.write(chunk)
      // answers to what left with it come first: cut at those, the server would end the transaction before it reads the rest
      else if (!isIdle(chunk)) return
      else if (lastWords !== undefined) client.end(lastWords)
      else client.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: through(databaseUrl, address.port),
    swallowAnswerTo(text, last) {
      needle = text
      lastWords = last
    },
    cut(how = 'closed') {
      cut = how
      if (how === 'closed') endAll()
    },
    heal() {
      needle = undefined
      // what was said into a dead wire is lost: it does not come to life in the middle of a message
      if (cut === 'silent') endAll()
      cut = undefined
    },
    close() {
      endAll()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Whether a server's words end with ReadyForQuery outside of any transaction: all it was asked is done. */
function isIdle(chunk: Buffer | string): boolean {
  return Buffer.from(chunk).subarray(-6).equals(Buffer.from('Z\0\0\0\x05I', 'latin1'))
}

/** The address of the same database behind another port of this machine. */
export function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return url.href
}

function connectTo(databaseUrl: string): Socket {
  const { port, hostname, searchParams } = new URL(databaseUrl)
  const socketFolder = searchParams.get('host')
  const number = Number(port || 5432)
  return socketFolder === null ? connect(number, hostname) : connect(`${socketFolder}/.s.PGSQL.${number}`)
}
