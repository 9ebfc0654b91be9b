import { connect, createServer, type Socket } from 'node:net'

/** How a cut looks to whoever is behind it: closed at once, or a wire on which nothing comes any more. */
export type Cut = 'closed' | 'silent'

export type DatabaseProxy = {
  /** Reaches the same database through the proxy. */
  readonly url: string
  /** From now on: when a client sends text that holds `needle`, let the server do it, swallow its answer and cut the connection. */
  swallowAnswerTo(needle: string): void
  /** Ends what is connected, and lets nobody through before it is healed. */
  cut(how?: Cut): void
  /** Back to passing everything on. */
  heal(): void
  close(): Promise<void>
}

/** A wire between a program and its database, which can be cut at the worst moment; `port` when it must be a certain one. */
export async function startProxy(databaseUrl: string, port = 0): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  let needle: string | undefined
  let cut: Cut | undefined

  const server = createServer((client) => {
    const upstream = connectTo(databaseUrl)
    let swallow = false
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
      swallow ||= needle !== undefined && chunk.includes(needle)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (cut === 'silent') return
      if (swallow) client.destroy()
      else client.write(chunk)
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
    swallowAnswerTo(text) {
      needle = text
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
