import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Counts requests by route and status, never by address or shopper. */
export function countRequests(app: FastifyInstance, metrics: Metrics, openNow: () => number): void {
  const requests = metrics.counterBy('http_requests_total')
  const routes = metrics.counterBy('http_route_seconds_total')
  const answered = metrics.secondsBy('http_request_seconds')
  const faults = metrics.counter('http_faults_total')
  metrics.reading('http_requests_open', openNow)
  // looked up by one short text: the way from labels to a series is most of its price
  const known = new Map<string, (seconds: number) => void>()
  function seriesOf(request: FastifyRequest, route: string, status: number): (seconds: number) => void {
    const { method } = request
    const name = `${status} ${method} ${route}`
    const found = known.get(name)
    if (found !== undefined) return found
    const count = requests({ method, route, status: String(status) })
    const add = routes({ method, route })
    const observe = answered({ kind: kindOf(request), status: `${Math.floor(status / 100)}xx` })
    const series = (seconds: number) => {
      count()
      add(seconds)
      observe(seconds)
    }
    known.set(name, series)
    return series
  }
  app.addHook('onResponse', (request, reply, done) => {
    seriesOf(request, request.routeOptions.url ?? 'none', reply.statusCode)(reply.elapsedTime / 1000)
    if (reply.statusCode === 500) faults()
    done()
  })
}

function kindOf({ method, routeOptions: { url = '', config } }: FastifyRequest): string {
  if (config?.isCall) return 'call'
  if (config?.isForm) return 'form'
  if (url.endsWith('*') || url.endsWith('/:file')) return 'file'
  return method === 'GET' && url !== '' ? 'page' : 'rest'
}
