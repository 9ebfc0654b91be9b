import { connect, createServer, type Socket } from 'node:net'

export type DatabaseProxy = {
  /** Reaches the same database through the proxy. */
  readonly url: string
  /** From now on: when a client sends text that holds `needle`, let the server do it, swallow its answer and cut the connection. */
  swallowAnswerTo(needle: string): void
  /** Back to passing everything on. */
  heal(): void
  close(): Promise<void>
}

/** A wire between a test and its database, which can be cut at the worst moment. */
export async function startProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const socketFolder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const open = new Set<Socket>()
  let needle: string | undefined

  const server = createServer((client) => {
    const upstream =
      socketFolder === null ? connect(port, target.hostname) : connect(`${socketFolder}/.s.PGSQL.${port}`)
    let swallow = false
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (chunk) => {
      swallow ||= needle !== undefined && chunk.includes(needle)
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (swallow) client.destroy()
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const through = new URL(databaseUrl)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  return {
    url: through.href,
    swallowAnswerTo(text) {
      needle = text
    },
    heal() {
      needle = undefined
    },
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
