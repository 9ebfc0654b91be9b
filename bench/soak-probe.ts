import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'

/** What a process holds at rest, its garbage collected. */
export type Holding = {
  readonly heapBytes: number
  /** The part of the heap that is compiled code: it grows while V8 finds out what is called often, and then no more. */
  readonly codeBytes: number
  readonly residentBytes: number
  /** Whatever keeps the process busy: sockets, timers, files. */
  readonly handles: number
  /** Different statements prepared on the connections to the database, and the most that one connection has. */
  readonly prepared: number
  readonly preparedOnOne: number
}

/** Loaded into the server before its own program (`node --import`): answers each message over the channel. */
if (isMainThread && process.send !== undefined) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const clients = watchConnections()
  process.on('message', () => {
    collect()
    // finalizers of the first round free more
    setTimeout(() => {
      collect()
      process.send?.(holding(clients()))
    }, 50)
  })
  process.channel?.unref()
}

/** The clients whose connection is open, the driver's own list of what each has prepared in them. */
function watchConnections(): () => readonly Prepared[] {
  const open = new Set<Prepared>()
  const connect = pg.Client.prototype.connect as (...values: unknown[]) => unknown
  pg.Client.prototype.connect = function (this: pg.Client, ...values: unknown[]) {
    const client = this as unknown as Prepared & pg.Client
    open.add(client)
    client.once('end', () => open.delete(client))
    return connect.apply(client, values)
  } as typeof pg.Client.prototype.connect
  return () => [...open]
}

type Prepared = { readonly connection: { readonly parsedStatements: { readonly [name: string]: string } } }

function holding(clients: readonly Prepared[]): Holding {
  const names = clients.map(({ connection }) => Object.keys(connection.parsedStatements))
  return {
    heapBytes: process.memoryUsage().heapUsed,
    codeBytes: getHeapSpaceStatistics()
      .filter(({ space_name }) => /^(code|trusted)_/.test(space_name))
      .reduce((sum, { space_used_size }) => sum + space_used_size, 0),
    residentBytes: process.memoryUsage.rss(),
    handles: process.getActiveResourcesInfo().length,
    prepared: new Set(names.flat()).size,
    preparedOnOne: Math.max(0, ...names.map((of) => of.length)),
  }
}
