import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted, in Prometheus' text form. */
export type Metrics = { readonly registry: Registry; text(): Promise<string> }

/** Counts requests by route and status, never by address or shopper. */
export function countRequests(app: FastifyInstance, openNow: () => number): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const faults = new Counter({ name: 'http_faults_total', help: 'Answers of 500', registers: [registry] })
  new Gauge({
    name: 'http_requests_open',
    help: 'Requests at work',
    registers: [registry],
    collect() {
      this.set(openNow())
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    seconds.observe(
      { method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    if (reply.statusCode === 500) faults.inc()
    done()
  })
  return { registry, text: () => registry.metrics() }
}
