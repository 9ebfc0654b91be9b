import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What is counted, in Prometheus' text form. */
export type Metrics = {
  text(): Promise<string>
  /** A new count; call what it answers to count one. */
  counter(name: string, help: string): () => void
  /** A new count with one label; call what it answers with the label's value to count one. */
  countersBy(name: string, help: string, label: string): (value: string) => void
  /** A new number that goes up and down; call what it answers to set it. */
  gauge(name: string, help: string): (value: number) => void
  /** A number that is asked for whenever the text is; a count where its name ends in _total. */
  reading(name: string, help: string, read: () => number): void
}

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
  // looked up by one short text: the library's own way from labels to a series is most of its price
  const series = new Map<string, ReturnType<typeof seconds.labels>>()
  function seriesOf(method: string, route: string, status: number) {
    const name = `${status} ${method} ${route}`
    const known = series.get(name)
    if (known !== undefined) return known
    const made = seconds.labels(method, route, String(status))
    series.set(name, made)
    return made
  }
  app.addHook('onResponse', (request, reply, done) => {
    seriesOf(request.method, request.routeOptions.url ?? 'none', reply.statusCode).observe(reply.elapsedTime / 1000)
    if (reply.statusCode === 500) faults.inc()
    done()
  })
  return {
    text: () => registry.metrics(),
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] })
      return () => counter.inc()
    },
    countersBy(name, help, label) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
      return (value) => counter.inc({ [label]: value })
    },
    gauge(name, help) {
      const gauge = new Gauge({ name, help, registers: [registry] })
      return (value) => gauge.set(value)
    },
    reading(name, help, read) {
      const of = { name, help, registers: [registry] }
      if (name.endsWith('_total')) {
        new Counter({
          ...of,
          collect() {
            this.reset()
            this.inc(read())
          },
        })
        return
      }
      new Gauge({
        ...of,
        collect() {
          this.set(read())
        },
      })
    },
  }
}
