import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import type { OrderWorld } from '#server/order/order-world.ts'
import type { World } from '#test/world.ts'

/** The shop's own parts on a pool whose callers wait as long as they must: a busy machine is not what a race is about. */
export function patientOrders(world: World): { readonly orders: OrderWorld; readonly database: Database } {
  const long = 60_000
  const database = createDatabase({
    url: world.databaseUrl,
    waitMs: long,
    waiters: 1_000,
    statementTimeoutMs: long,
    lockTimeoutMs: long,
    idleInTransactionMs: long,
    transactionTimeoutMs: long,
    log: { info: () => undefined, warn: () => undefined },
  })
  return { orders: { ...world.shop.orders, database }, database }
}
