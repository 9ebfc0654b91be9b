import { statfs } from 'node:fs/promises'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Metrics, Reading } from '#server/http/ops/metrics.ts'
import type { ReplicaReads } from '#server/run/replica/replica-reads.ts'
import type { MetricName } from './metric-table.ts'
import type { ShopState } from './shop-state-store.ts'

type Parts = Pick<Config, 'dataDir'> & {
  readonly metrics: Metrics
  /** Of pages and calls. */
  readonly database: Database
  /** What is read from in its place for what everybody may see. */
  readonly replica: Pick<ReplicaReads, 'state'> | null
  /** What the shop is at; null where it cannot be read. */
  readonly state: () => Promise<ShopState | null>
}

/** What is told of the database's state, by name. */
const told: { readonly [Name in MetricName]?: (state: ShopState) => Reading } = {
  cartwright_orders_pending: ({ orders }) => orders.pending,
  cartwright_orders_oldest_pending_seconds: ({ orders }) => orders.oldestSeconds,
  cartwright_outbox_due: ({ outbox }) => outbox.due,
  cartwright_outbox_oldest_seconds: ({ outbox }) => outbox.oldestSeconds,
  cartwright_outbox_parked: ({ outbox }) => outbox.parked,
  cartwright_jobs: ({ jobs }) =>
    ['due', 'later', 'at work', 'given up'].map((state) => ({
      labels: { state },
      value: jobs.find((each) => each.state === state)?.count ?? 0,
    })),
  cartwright_alarms_open: ({ alarms }) =>
    (['page', 'ticket'] as const).map((severity) => ({ labels: { severity }, value: alarms[severity] })),
  cartwright_hold: ({ mode }) => Number(mode.isHeld),
  cartwright_guard_upto_age_seconds: ({ guardUptoSeconds }) => guardUptoSeconds,
  cartwright_guard_full_pass_age_seconds: ({ guardFullPassSeconds }) => guardFullPassSeconds,
  cartwright_backup_age_seconds: ({ backupSeconds }) => backupSeconds,
  cartwright_heartbeat_age_seconds: ({ processes }) =>
    processes.map(({ instance, role, seenSeconds }) => ({ labels: { instance, role }, value: seenSeconds })),
  cartwright_clock_skew_seconds: ({ processes }) =>
    processes.map(({ instance, skewMs }) => ({ labels: { instance }, value: skewMs === null ? null : skewMs / 1_000 })),
  cartwright_retention_oldest_left_seconds: ({ retention }) =>
    retention.map(({ line, oldestSeconds }) => ({ labels: { line }, value: oldestSeconds })),
  cartwright_replica_lag_seconds: ({ replicas }) =>
    replicas.map(({ replica, lagSeconds }) => ({ labels: { replica }, value: lagSeconds })),
  cartwright_import_lines: ({ lastImport }) => lastImport?.lines,
  cartwright_import_lines_done: ({ lastImport }) => lastImport?.doneLines,
  cartwright_import_open: ({ lastImport }) =>
    lastImport && Number(lastImport.state !== 'done' && lastImport.state !== 'failed'),
}

/** Tells what the shop is at beside what is counted as it happens. */
export function tellShopMetrics({ metrics, database, replica, state, dataDir }: Parts): void {
  metrics.reading('cartwright_shop_read', async () => Number((await state()) !== null))
  for (const [name, readingOf] of Object.entries(told)) {
    metrics.reading(name as MetricName, async () => {
      const found = await state()
      return found && readingOf(found)
    })
  }
  metrics.reading('cartwright_database_connections', () => database.load().connections)
  metrics.reading('cartwright_database_connections_in_use', () => database.load().inUse)
  metrics.reading('cartwright_database_waiting', () => database.load().waiting)
  metrics.reading('cartwright_database_wait_seconds_total', () => database.load().waitedSeconds())
  const statements = () => database.load().statements()
  metrics.reading('cartwright_statements_total', () =>
    statements().map(({ name, times }) => ({ labels: { name }, value: times })),
  )
  metrics.reading('cartwright_statement_seconds_total', () =>
    statements().map(({ name, seconds }) => ({ labels: { name }, value: seconds })),
  )
  const reads = () => [...(replica?.state().counts ?? [])]
  metrics.reading('cartwright_replica_reads_total', () =>
    reads().map(([outcome, value]) => ({ labels: { outcome }, value })),
  )
  metrics.reading('cartwright_replica_read_lag_seconds', () => {
    const lagMs = replica?.state().lagMs ?? null
    return lagMs === null ? null : lagMs / 1_000
  })
  metrics.reading('cartwright_disk_free_ratio', async () => {
    const disk = await statfs(dataDir).catch(() => null)
    return disk && disk.blocks > 0 ? disk.bavail / disk.blocks : null
  })
}
