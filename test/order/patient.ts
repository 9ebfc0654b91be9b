import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import type { World } from '#test/world.ts'

export type PatientOrders = {
  readonly orders: OrderDeps
  readonly database: Database
  close(): Promise<void>
}

/**
 * The shop's own parts, with a pool and a card gateway that are waited for as long as they take: a busy machine is not what
 * a race is about.
 */
export function patientOrders(world: World): PatientOrders {
  const long = 60_000
  const database = createDatabase({
    url: world.shopUrl,
    ...world.wire,
    waitMs: long,
    waiters: 1_000,
    statementTimeoutMs: long,
    lockTimeoutMs: long,
    idleInTransactionMs: long,
    transactionTimeoutMs: long,
    log: { info: () => undefined, warn: () => undefined },
  })
  const { apiKey, merchantAccount } = world.config.gateway
  const connection = { limits: { connectMs: long, answerMs: long } }
  const gateway = createBuiltInGateway({ origin: world.gatewayOrigin, apiKey, merchantAccount, connection })
  return {
    orders: { ...world.shop.orders, database, gateway },
    database,
    async close() {
      gateway.close()
      await database.end()
    },
  }
}
