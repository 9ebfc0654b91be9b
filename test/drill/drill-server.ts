// The order machinery as one process that may die at any moment: 16 shoppers at once, two who cancel, recovery, deliveries.
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { cancelOrder } from '#server/order/cancel-order.ts'
import type { DeliveryWorld } from '#server/order/deliver.ts'
import type { OrderKey } from '#server/order/order-store.ts'
import { startRecovery } from '#server/order/recovery.ts'
import { createSmtpSender } from '#server/providers/mail/smtp.ts'
import { type DrillGateway, drillOrders } from '#test/drill/orders.ts'
import { guardOf } from '#test/order/guard.ts'
import { order } from '#test/order/place.ts'

export type DrillServerSettings = {
  readonly databaseUrl: string
  readonly gateway: DrillGateway
  readonly smtpPort: number
  /** False: only what was left is settled. */
  readonly hasLoad: boolean
}

const settings = JSON.parse(process.argv[2] ?? '{}') as DrillServerSettings
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const { databaseUrl } = settings
const database = createDatabase({ url: databaseUrl, log: silent })
const world: DeliveryWorld = {
  ...(await drillOrders(database, settings.gateway, { connectMs: 500, answerMs: 700 })),
  mail: createSmtpSender({
    ...{ host: '127.0.0.1', port: settings.smtpPort, isSecure: false, user: null, password: null },
    ...{ connectMs: 1_000, answerMs: 5_000 },
  }),
  mailFrom: 'orders@drill.example',
  sendResetMail: async () => ({ state: 'failed', canRetry: false, why: 'nobody forgets a password in a drill' }),
  sendRegistrationMail: async () => ({
    state: 'failed',
    canRetry: false,
    why: 'nobody asks for an account in a drill',
  }),
}

const anyBasket = statement<{ shopperId: string }>(
  'drill.any-basket',
  `select shopper_id as "shopperId" from shop.cart where state in ('open', 'placing') order by random() limit 1`,
)
// one order in four is regretted
const anyRegretted = statement<OrderKey>(
  'drill.any-regretted',
  `select shopper_id as "shopperId", order_id as "orderId" from shop.orders
   where state = 'placed' and order_id::text ~ '^[0-3]' order by random() limit 1`,
)

startRecovery(world)
startWorker({ url: databaseUrl, log: silent, ...shopJobs(world, () => new Date(), database, guardOf(world)) })
process.stdout.write('ready\n')
if (settings.hasLoad) await Promise.all([...Array.from({ length: 16 }, shop), regret(), regret()])

/** Shoppers come from many places: cancelled orders are counted by address. */
function anywhere(): { readonly clientAddress: string } {
  return { clientAddress: `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}` }
}

/** One shopper after another presses the button, some of them twice. */
async function shop(): Promise<never> {
  for (;;) {
    try {
      const basket = await database.row(anyBasket)
      if (basket === undefined) await sleep(50)
      else await Promise.all([order(world, basket.shopperId, anywhere()), order(world, basket.shopperId, anywhere())])
    } catch {
      await sleep(20)
    }
  }
}

/** One placed order after another is cancelled, each by two presses at once. */
async function regret(): Promise<never> {
  const press = (order: OrderKey) => database.transaction((tx) => cancelOrder(world, tx, order))
  for (;;) {
    try {
      await sleep(30 * Math.random())
      const order = await database.row(anyRegretted)
      if (order !== undefined) await Promise.all([press(order), press(order)])
    } catch {
      await sleep(20)
    }
  }
}
