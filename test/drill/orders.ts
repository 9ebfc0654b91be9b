import { keysFor, macsOf } from '#server/config/secrets.ts'
// The order machinery of a drill, without the shop round it.

import { randomUUID } from 'node:crypto'
import { demoSellersFile, readSellers } from '#server/config/sellers.ts'
import type { Database } from '#server/db/database.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { createBuiltInWallets } from '#server/providers/wallet-gateway/built-in.ts'
import { testRates } from '#test/builders/rates.ts'

export type DrillGateway = { readonly origin: string; readonly apiKey: string; readonly merchantAccount: string }

/** How long the gateway is waited for, milliseconds. */
export type Patience = { readonly connectMs: number; readonly answerMs: number }

export async function drillOrders(
  database: Database,
  { origin, ...keys }: DrillGateway,
  limits: Patience,
): Promise<OrderDeps & { close(): void }> {
  const connection = { limits }
  const gateway = createBuiltInGateway({ origin, ...keys, connection })
  const wallets = createBuiltInWallets({ origin, apiKey: keys.apiKey, connection, processor: gateway })
  return {
    close() {
      gateway.close()
      wallets.close()
    },
    database,
    installation: await readInstallation(database),
    gateway,
    wallets,
    readWebhook: () => ({ state: 'rejected', why: 'unsigned' }),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    macOf: macsOf(keysFor('drill', 'mail')),
    newId: randomUUID,
    rates: testRates(),
    restrictedStates: [],
    sellers: readSellers(demoSellersFile),
    cancelMinutes: 30,
    originOf: () => 'http://cb.localhost:3000',
    killPoint: () => undefined,
    counts: { ended: () => undefined, pressed: () => undefined },
    alarm: raiseAlarm,
  }
}
