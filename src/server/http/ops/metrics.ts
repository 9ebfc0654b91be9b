import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type MetricName, metricOf, timeBuckets } from '#server/watch/metric-table.ts'

export type Labels = { readonly [label: string]: string }

/** What is told when it is asked for; nothing for undefined and null. */
export type Reading =
  | number
  | null
  | undefined
  | readonly { readonly labels: Labels; readonly value: number | null | undefined }[]

/** What is counted, in Prometheus' text form. Every name stands in the table of metrics, which has its kind, words and labels. */
export type Metrics = {
  readonly registry: Registry
  text(): Promise<string>
  /** The same as values, which can be added to those of other processes. */
  values(): Promise<readonly object[]>
  /** A count; call what it answers to count one, or so many. */
  counter(name: MetricName): (by?: number) => void
  /** A count by labels: whoever counts the same often keeps what it answers for them. */
  counterBy(name: MetricName): (labels: Labels) => (by?: number) => void
  /** Seconds by labels, in buckets. */
  secondsBy(name: MetricName): (labels: Labels) => (seconds: number) => void
  /** A number that goes up and down; call what it answers to set it. */
  gauge(name: MetricName): (value: number) => void
  /** Asked for whenever the text is. */
  reading(name: MetricName, read: () => Reading | Promise<Reading>): void
}

/** Of all label sets beyond those that the table allows. */
const otherLabel = 'other'

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  const partsOf = (name: MetricName) => {
    const { help, labels = [], of } = metricOf(name)
    // where the processes of one machine are added up, what the shop is at must not be
    const aggregator: 'max' | 'sum' = of === undefined ? 'sum' : 'max'
    return { name, help, labelNames: [...labels], registers: [registry], aggregator }
  }

  /** Hands the same out for the same labels, and one for all that come when there are enough. */
  function bounded<Series>(name: MetricName, make: (labels: Labels) => Series): (labels: Labels) => Series {
    const { labels: names = [], most = 1 } = metricOf(name)
    const known = new Map<string, Series>()
    const others = Object.fromEntries(names.map((label) => [label, otherLabel]))
    return (labels) => {
      const key = names.map((label) => labels[label]).join('\n')
      const found = known.get(key)
      if (found !== undefined) return found
      if (known.size >= most) {
        const rest = known.get('') ?? make(others)
        known.set('', rest)
        return rest
      }
      const made = make(labels)
      known.set(key, made)
      return made
    }
  }

  return {
    registry,
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    counter(name) {
      const counter = new Counter(partsOf(name))
      return (by = 1) => counter.inc(by)
    },
    counterBy(name) {
      const counter = new Counter(partsOf(name))
      return bounded(name, (labels) => {
        const series = counter.labels(labels)
        return (by = 1) => series.inc(by)
      })
    },
    secondsBy(name) {
      const histogram = new Histogram({ ...partsOf(name), buckets: [...timeBuckets] })
      return bounded(name, (labels) => {
        const series = histogram.labels(labels)
        return (seconds) => series.observe(seconds)
      })
    },
    gauge(name) {
      const gauge = new Gauge(partsOf(name))
      return (value) => gauge.set(value)
    },
    reading(name, read) {
      const { most = 1, kind } = metricOf(name)
      const collect = async (put: (labels: Labels, value: number) => void) => {
        const found = await read()
        const rows = typeof found === 'number' ? [{ labels: {}, value: found }] : (found ?? [])
        for (const { labels, value } of rows.slice(0, most + 1)) {
          if (value !== null && value !== undefined) put(labels, value)
        }
      }
      if (kind === 'counter') {
        new Counter({
          ...partsOf(name),
          async collect() {
            this.reset()
            await collect((labels, value) => this.inc(labels, value))
          },
        })
        return
      }
      const gauge = new Gauge({
        ...partsOf(name),
        async collect() {
          this.reset()
          // without labels the library puts a 0 there
          if (metricOf(name).labels === undefined) this.remove()
          await collect((labels, value) => this.set(labels, value))
        },
      })
      gauge.reset()
    },
  }
}
