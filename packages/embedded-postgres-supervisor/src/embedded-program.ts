import { once } from 'node:events'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

// A process of its own that runs the private PostgreSQL of a folder: says so in one line, stops when its input ends.
const [dataDir = ''] = process.argv.slice(2)
const silent = { info: () => undefined, warn: () => undefined }
const server = await startEmbeddedPostgres({ dataDir, port: 0, durable: false, log: silent })
process.stdout.write(`${JSON.stringify({ url: server.url, adopted: server.adopted, pid: server.pid() })}\n`)
process.stdin.resume()
await once(process.stdin, 'end')
await server.stop()
