/**
 * What is counted or measured. `most`: of how many label sets at most, 1 where there are no labels; what comes beyond goes
 * by 'other'. `of`: a process counts for itself, to be added up; or of the database or the machine, told alike by every process.
 */
type Row = {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels?: readonly string[]
  readonly most?: number
  readonly of?: 'shop' | 'machine'
}

const times = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Upper ends of the buckets of every histogram of ours, seconds. */
export const timeBuckets: readonly number[] = times

const http = {
  http_requests_total: {
    kind: 'counter',
    help: 'Answers by method, route and status; kept pages have a count of their own',
    labels: ['method', 'route', 'status'],
    most: 700,
  },
  http_route_seconds_total: {
    kind: 'counter',
    help: 'Seconds of answering, by method and route',
    labels: ['method', 'route'],
    most: 350,
  },
  http_request_seconds: {
    kind: 'histogram',
    help: 'Time to answer: pages, forms, calls, files and the rest, by the first digit of the status',
    labels: ['kind', 'status'],
    most: 25,
  },
  http_faults_total: { kind: 'counter', help: 'Answers of 500' },
  http_requests_open: { kind: 'gauge', help: 'Requests at work' },
  http_unavailable_total: { kind: 'counter', help: 'Requests answered 503, for whatever reason' },
  kept_pages_total: { kind: 'counter', help: 'Pages answered before the framework' },
  pages_refused_total: { kind: 'counter', help: 'Pages that would have waited too long to be made' },
  webhooks_rejected_total: {
    kind: 'counter',
    help: 'Webhooks that were not signed by the processor, or unreadable',
    labels: ['reason'],
    most: 10,
  },
  sku_facts_hits_total: { kind: 'counter', help: 'Facts of skus that were in memory when a cart was read' },
  sku_facts_misses_total: { kind: 'counter', help: 'Facts of skus that were read anew' },
  sku_facts_held: { kind: 'gauge', help: 'Skus whose facts are in memory, each in its country' },
  shelf_index_products: { kind: 'gauge', help: 'Products of all storefronts that are indexed' },
  shelf_index_bytes: { kind: 'gauge', help: 'Memory of the indexes that shelves are filtered by' },
  shelf_indexes_made_total: { kind: 'counter', help: 'Indexes made of a new catalogue' },
} as const satisfies Table

const orders = {
  cartwright_orders_total: {
    kind: 'counter',
    help: 'Orders by what became of them: placed, refused, or left to recovery without an answer for the shopper',
    labels: ['brand', 'country', 'outcome'],
    most: 12,
  },
  cartwright_order_cents_total: {
    kind: 'counter',
    help: 'Cents of placed orders, with tax and shipping',
    labels: ['currency'],
    most: 2,
  },
  cartwright_place_order_seconds: {
    kind: 'histogram',
    help: 'From a press of Place Order to its answer; invalid, short and changed: nothing was tried',
    labels: ['outcome'],
    most: 7,
  },
  cartwright_provider_calls_total: {
    kind: 'counter',
    help: 'Calls to services outside, by what they answered; thrown is a fault of ours',
    labels: ['provider', 'op', 'outcome'],
    most: 200,
  },
  cartwright_provider_seconds_total: {
    kind: 'counter',
    help: 'Seconds of waiting for services outside',
    labels: ['provider', 'op'],
    most: 60,
  },
} as const satisfies Table

const database = {
  cartwright_database_connections: { kind: 'gauge', help: 'Connections of the pool of pages and calls' },
  cartwright_database_connections_in_use: { kind: 'gauge', help: 'Of these, those at work' },
  cartwright_database_waiting: { kind: 'gauge', help: 'Statements and transactions that wait for a connection' },
  cartwright_database_wait_seconds_total: { kind: 'counter', help: 'Seconds that were waited for a connection' },
  cartwright_statements_total: {
    kind: 'counter',
    help: 'Statements by name; from the 300th on they go by other',
    labels: ['name'],
    most: 300,
  },
  cartwright_statement_seconds_total: {
    kind: 'counter',
    help: 'Seconds from asking to the answer, by the name of the statement',
    labels: ['name'],
    most: 300,
  },
  cartwright_replica_reads_total: {
    kind: 'counter',
    help: 'Reads of what everybody may see, where DATABASE_REPLICA_URL is set: answered by a replica, or by the primary and why',
    labels: ['outcome'],
    most: 6,
  },
  cartwright_replica_read_lag_seconds: {
    kind: 'gauge',
    help: 'How far behind that replica is by the last heartbeat it has of a process, which beats every 2 s: the greatest of a machine',
    of: 'machine',
  },
  cartwright_disk_free_ratio: { kind: 'gauge', help: 'What is free of the disk of DATA_DIR, 0 to 1', of: 'machine' },
} as const satisfies Table

const shop = {
  cartwright_shop_read: {
    kind: 'gauge',
    help: '1: what follows was read from the database; 0: it could not be',
    of: 'shop',
  },
  cartwright_orders_pending: { kind: 'gauge', help: 'Orders without an outcome, 1,000 at most', of: 'shop' },
  cartwright_orders_oldest_pending_seconds: { kind: 'gauge', help: 'Age of the oldest of them', of: 'shop' },
  cartwright_outbox_due: { kind: 'gauge', help: 'Deliveries that are due, 10,000 at most', of: 'shop' },
  cartwright_outbox_oldest_seconds: { kind: 'gauge', help: 'Age of the oldest that is not delivered', of: 'shop' },
  cartwright_outbox_parked: { kind: 'gauge', help: 'Deliveries that nobody tries any more', of: 'shop' },
  cartwright_jobs: {
    kind: 'gauge',
    help: 'Jobs that are due, later, at work or given up, 10,000 at most',
    labels: ['state'],
    most: 4,
    of: 'shop',
  },
  books_guard_failed_rounds: { kind: 'gauge', help: 'Rounds of the guard of the books that failed in a row' },
  books_guard_breaches: { kind: 'gauge', help: 'Broken invariants that the guard found and that are not over' },
  books_guard_seconds: { kind: 'gauge', help: 'How long the last round of the guard of the books took' },
  cartwright_guard_upto_age_seconds: {
    kind: 'gauge',
    help: 'How far behind now the guard of the books is',
    of: 'shop',
  },
  cartwright_guard_full_pass_age_seconds: {
    kind: 'gauge',
    help: 'Since the guard had come by everything, also by what did not change',
    of: 'shop',
  },
  cartwright_backup_age_seconds: {
    kind: 'gauge',
    help: 'Since a backup was noted; before the first one since the shop was made',
    of: 'shop',
  },
  cartwright_alarms_open: {
    kind: 'gauge',
    help: 'Alarms that are not over, page or ticket, 1,000 at most',
    labels: ['severity'],
    most: 2,
    of: 'shop',
  },
  cartwright_hold: {
    kind: 'gauge',
    help: '1 while money is given back only for what the database knows, as after a restore',
    of: 'shop',
  },
  cartwright_heartbeat_age_seconds: {
    kind: 'gauge',
    help: 'Since a process was heard of, for a day',
    labels: ['instance', 'role'],
    most: 100,
    of: 'shop',
  },
  cartwright_clock_skew_seconds: {
    kind: 'gauge',
    help: 'How far the clock of a process is ahead of that of the database',
    labels: ['instance'],
    most: 100,
    of: 'shop',
  },
  cartwright_retention_oldest_left_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest row that is left of what is removed after a time',
    labels: ['line'],
    most: 40,
    of: 'shop',
  },
  cartwright_replica_lag_seconds: {
    kind: 'gauge',
    help: 'How far a replica is behind, where there is one and its lag may be seen',
    labels: ['replica'],
    most: 20,
    of: 'shop',
  },
  cartwright_import_lines: { kind: 'gauge', help: 'Lines of the last import of a catalogue', of: 'shop' },
  cartwright_import_lines_done: { kind: 'gauge', help: 'Of these, those that are read and taken over', of: 'shop' },
  cartwright_import_open: { kind: 'gauge', help: '1 while an import is not over', of: 'shop' },
} as const satisfies Table

type Table = { readonly [name: string]: Row }

/** Every metric of the shop, by its name; what Node itself is measured by comes beside them (OPS-34). */
export const metricTable = { ...http, ...orders, ...database, ...shop } as const satisfies Table

export type MetricName = keyof typeof metricTable

/** A metric as the registry makes it. */
export function metricOf(name: MetricName): Row {
  return metricTable[name]
}

/** Series that a metric may have at most: a histogram has one for each bucket, one without an end, a sum and a count. */
export function maxSeriesOf({ kind, most = 1 }: Row): number {
  // one more goes by 'other'
  const sets = most === 1 ? 1 : most + 1
  return kind === 'histogram' ? sets * (timeBuckets.length + 3) : sets
}

const kinds = { counter: 'count', gauge: 'number', histogram: 'histogram' } as const

/** docs/reference/metrics.md. */
export function metricsReference(): string {
  const rows = Object.entries<Row>(metricTable).map(([name, { kind, help, labels = [], of }]) => {
    const cells = [`\`${name}\``, kinds[kind], labels.map((label) => `\`${label}\``).join(', '), of ?? 'process', help]
    return `| ${cells.join(' | ')} |`
  })
  const most = Object.values<Row>(metricTable).reduce((sum, row) => sum + maxSeriesOf(row), 0)
  return `# Metrics

Made from \`src/server/watch/metric-table.ts\` by \`npm run docs:reference\`. They are at \`/metrics\` of \`OPS_PORT\`, in Prometheus'
text form, beside what the library tells of Node (\`process_…\`, \`nodejs_…\`). How to watch a shop by them: \`docs/how-to/watch.md\`.

*process*: each process counts for itself; add them up. *shop*: read from the database at a scrape, at most once in 10 s, and the same
at each process; take the greatest. *machine*: the same at each process of a machine. No label names a shopper, an order or an address. Together they have at most ${most.toLocaleString('en-US')} series; what
would be more goes by \`other\`.

| metric | kind | labels | of | what it is |
|---|---|---|---|---|
${rows.join('\n')}
`
}
