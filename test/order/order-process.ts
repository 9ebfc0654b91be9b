// A process that places one order and is killed at the point it was told: node order-process.ts <settings as JSON>

import { createHmac, randomUUID } from 'node:crypto'
import { demoSellersFile, readSellers } from '#server/config/sellers.ts'
import { createDatabase } from '#server/db/pool.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import type { KillPoint, OrderDeps } from '#server/order/order-deps.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import { testRates } from '#test/builders/rates.ts'
import { order } from '#test/order/place.ts'

export type ProcessSettings = {
  readonly databaseUrl: string
  readonly gatewayOrigin: string
  readonly apiKey: string
  readonly merchantAccount: string
  readonly shopperId: string
  readonly kill: KillPoint | null
}

const settings = JSON.parse(process.argv[2] ?? '{}') as ProcessSettings
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const database = createDatabase({ url: settings.databaseUrl, max: 4, log: silent })
const { apiKey, merchantAccount } = settings
const connection = { limits: { connectMs: 20_000, answerMs: 20_000 } }
const gateway = createBuiltInGateway({ origin: settings.gatewayOrigin, apiKey, merchantAccount, connection })
const orders: OrderDeps = {
  database,
  installation: await readInstallation(database),
  gateway,
  wallets: null,
  readWebhook: () => ({ state: 'rejected', why: 'unsigned' }),
  log: silent,
  macOf: (text) => createHmac('sha256', 'test').update(text).digest(),
  newId: randomUUID,
  rates: testRates(),
  restrictedStates: [],
  sellers: readSellers(demoSellersFile),
  cancelMinutes: 30,
  originOf: () => 'http://cb.localhost:3000',
  killPoint: (name) => {
    if (name === settings.kill) process.kill(process.pid, 'SIGKILL')
  },
  alarm: raiseAlarm,
}
process.stdout.write(JSON.stringify(await order(orders, settings.shopperId)))
gateway.close()
await database.end()
