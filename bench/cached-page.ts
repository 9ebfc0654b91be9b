import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FixedPage } from './fixed-page.ts'
import { cpuSeconds, type Figures, residentMb } from './measure.ts'
import { freePorts, type Server } from './server.ts'

const run = promisify(execFile)
/** What two proxies in front of the store add to a request. */
const proxyHeaders = { 'x-forwarded-for': '203.0.113.7, 127.0.0.1', 'x-forwarded-proto': 'https', via: '1.1 edge' }
const browserHeaders = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }

/** The product page as a guest without a cookie gets it, and Fastify answering those very bytes with those headers. */
export async function measureCachedPage(server: Server, path: string, shoppers: number, seconds: number) {
  const asked = { host: server.host, ...browserHeaders }
  const url = `http://127.0.0.1:${server.port}${path}`
  const product = await shoot(url, asked, shoppers, seconds, server.pid)
  const proxied = await shoot(url, { ...asked, ...proxyHeaders }, shoppers, seconds, server.pid)
  const page = await fetchPage(url, asked)
  const [port = 0] = await freePorts(1)
  const child = fork(join(import.meta.dirname, 'fixed-page.ts'))
  try {
    child.send({ ...page, port } satisfies FixedPage)
    await once(child, 'message')
    const limit = await shoot(`http://127.0.0.1:${port}${path}`, asked, shoppers, seconds, child.pid)
    return { product, proxied, limit, bytes: Buffer.from(page.body, 'base64').length }
  } finally {
    child.kill()
  }
}

/** The bytes and headers of the answer, undecoded. */
async function fetchPage(url: string, headers: Record<string, string>): Promise<Omit<FixedPage, 'port'>> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const remaining = Object.entries(answer.headers).filter(([name]) => !own.has(name))
        resolve({
          body: Buffer.concat(parts).toString('base64'),
          headers: Object.fromEntries(remaining) as FixedPage['headers'],
        })
      })
    })
      .on('error', reject)
      .end()
  })
}

/** What node writes by itself. */
const own = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'])

/** autocannon, warmed up for a second. */
async function shoot(
  url: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
  pid: number | undefined,
): Promise<Figures> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const cannon = (duration: number) =>
    run(process.execPath, [
      'node_modules/autocannon/autocannon.js',
      ...['-j', '-c', String(connections), '-d', String(duration)],
      ...lines,
      url,
    ])
  await cannon(1)
  const before = cpuSeconds(pid)
  const { stdout } = await cannon(seconds)
  const used = cpuSeconds(pid) - before
  const result = JSON.parse(stdout) as CannonResult
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return {
    operations: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: { server: (used * 1000) / result['2xx'], postgres: 0, gateway: 0, client: 0 },
    serverMb: residentMb(pid),
    others: 0,
  }
}

type CannonResult = {
  readonly '2xx': number
  readonly non2xx: number
  readonly errors: number
  readonly duration: number
  readonly latency: { readonly p50: number; readonly p99: number }
}
