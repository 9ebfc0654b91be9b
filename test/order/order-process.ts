import { keysFor, macsOf } from '#server/config/secrets.ts'
// A process that places one order and is killed at the point it was told: node order-process.ts <settings as JSON>

import { randomUUID } from 'node:crypto'
import { demoSellersFile, readSellers } from '#server/config/sellers.ts'
import { createDatabase } from '#server/db/pool.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import type { KillPoint, OrderDeps } from '#server/order/order-deps.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { testRates } from '#test/builders/rates.ts'
import { type GatewayKind, gatewayOfKind } from '#test/order/gateway-kinds.ts'
import { order } from '#test/order/place.ts'

export type ProcessSettings = {
  readonly databaseUrl: string
  readonly gatewayOrigin: string
  readonly gatewayKind: GatewayKind
  readonly apiKey: string
  readonly merchantAccount: string
  readonly shopperId: string
  readonly kill: KillPoint | null
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ProcessSettings
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = createDatabase({ url: settings.databaseUrl, max: 4, log: silent })
const { apiKey, merchantAccount } = settings
const at = { origin: settings.gatewayOrigin, apiKey, merchantAccount, waitMs: 20_000 }
const gateway = await gatewayOfKind(settings.gatewayKind, at)
const orders: OrderDeps = {
  database,
  installation: await readInstallation(database),
  gateway,
  wallets: null,
  readWebhook: () => ({ state: 'rejected', why: 'unsigned' }),
  log: silent,
  macOf: macsOf(keysFor('test', 'mail')),
  newId: randomUUID,
  rates: testRates(),
  restrictedStates: [],
  sellers: readSellers(demoSellersFile),
  cancelMinutes: 30,
  originOf: () => 'http://cb.localhost:3000',
  killPoint: (name) => {
    if (name === settings.kill) process.kill(process.pid, 'SIGKILL')
  },
  counts: { ended: () => undefined, pressed: () => undefined },
  alarm: raiseAlarm,
}
process.stdout.write(JSON.stringify(await order(orders, settings.shopperId)))
gateway.close()
await database.end()
