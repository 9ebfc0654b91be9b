import type { Config } from '#server/config/config.ts'
import { version } from '#server/config/version.ts'
import type { Wire } from '#server/db/connection.ts'
import type { Database } from '#server/db/database.ts'
import type { DatabaseLog } from '#server/db/database-log.ts'
import { createDatabase } from '#server/db/pool.ts'
import { createMetrics, type Metrics } from '#server/http/ops/metrics.ts'
import type { OrderCounts } from '#server/order/order-deps.ts'
import type { Providers } from '#server/providers.ts'
import type { ReplicaReads } from '#server/run/replica/replica-reads.ts'
import { countedProviders } from './counted-providers.ts'
import { createOrderCounts } from './order-counts.ts'
import { seldom } from './seldom.ts'
import { tellShopMetrics } from './shop-metrics.ts'
import { readShopState } from './shop-state-store.ts'
import { statusPage } from './status-page.ts'
import { readStatusFacts } from './status-store.ts'

type Watched = {
  readonly config: Pick<Config, 'dataDir'>
  readonly database: Database
  /** What is read from in its place for what everybody may see; none unless given. */
  readonly replica?: Pick<ReplicaReads, 'state'> | null
  /** Where the state of the shop is read, beside the connections of pages and calls. */
  readonly watchDatabase?: Database
  readonly providers: Omit<Providers, 'close'>
}

type Watching = Pick<Watched, 'providers'> & {
  readonly metrics: Metrics
  readonly counts: OrderCounts
  /** The page of the shop's status. */
  readonly status: () => Promise<string>
}

/** How long a look may take, and a connection for it, milliseconds: who watches asks again. */
const lookMs = 1_000

/** For what operators ask: one connection, made when somebody asks. */
export function createWatchDatabase(url: string, wire: Wire, log: DatabaseLog): Database {
  const limits = { statementTimeoutMs: lookMs, lockTimeoutMs: lookMs, waitMs: lookMs, answerMs: 2 * lookMs }
  return createDatabase({ url, max: 1, applicationName: 'cartwright-watching', ...limits, ...wire, log })
}

/** Begins to count and measure a shop, for operators. Its services outside are to be asked through the ones that are answered. */
export function watchShop(watched: Watched): Watching {
  const { config, database, replica = null, watchDatabase = database, providers } = watched
  const metrics = createMetrics()
  const state = seldom(() => readShopState(watchDatabase))
  const facts = seldom(() => readStatusFacts(watchDatabase))
  tellShopMetrics({ ...config, metrics, database, replica, state })
  return {
    metrics,
    providers: countedProviders(providers, metrics),
    counts: createOrderCounts(metrics),
    status: async () => {
      const own = { nowMs: Date.now(), version, replica: replica?.state() ?? null }
      return statusPage({ ...own, state: await state(), facts: await facts() })
    },
  }
}
