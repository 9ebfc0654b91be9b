import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { orderCalls } from '#contracts/order/calls.ts'
import { platformCalls } from '#contracts/platform/calls.ts'
import { createSessionService, type SessionService } from '#server/account/session-service.ts'
import { type CatalogService, createCatalogService } from '#server/catalog/catalog-service.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { type App, buildApp } from '#server/http/app.ts'
import { type TopicCalls, topicCalls } from '#server/http/call-routes.ts'
import type { Log } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'
import { createThrottle, type Throttle } from '#server/http/throttle.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { orderHandlers } from '#server/order/order-handlers.ts'
import type { KillPoint, OrderWorld } from '#server/order/order-world.ts'
import { sessionPage } from '#server/pages/session-page.ts'
import { createMessages, type Messages } from '#server/platform/messages.ts'
import { platformHandlers } from '#server/platform/platform-handlers.ts'
import type { NoticeReading } from '#server/providers/card-gateway/notices.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import { keyFor } from '#server/secrets.ts'

export type ShopParts = {
  readonly config: Config
  readonly database: Database
  readonly log: Logger
  readonly now: () => Date
  readonly gateway: CardGateway
  readonly readNotices: (body: unknown) => NoticeReading
  readonly killPoint: (name: KillPoint) => void
  /** Topics of calls beside the shop's own, for tests of handlers that are not part of it yet. */
  readonly moreTopics?: (shop: ShopServices) => readonly TopicCalls[]
}

export type ShopServices = {
  readonly sessions: SessionService
  readonly messages: Messages
  readonly throttle: Throttle
  readonly catalog: CatalogService
  readonly orders: OrderWorld
}

export type Shop = ShopServices & { readonly app: App }

/** Puts the shop together: every service, handler and page once. Main and the tests' world call it, nobody else. */
export async function createShop(parts: ShopParts): Promise<Shop> {
  const { config, database, log, now, gateway } = parts
  const sessions = createSessionService({ database })
  const messages = createMessages(database)
  await messages.refresh()
  const throttle = createThrottle(config.secret)
  const catalog = createCatalogService({ database })
  const mailKey = keyFor(config.secret, 'mail')
  const orders: OrderWorld = {
    database,
    gateway,
    readNotices: parts.readNotices,
    log: log as Log,
    macOf: (text) => createHmac('sha256', mailKey).update(text).digest(),
    newId: randomUUID,
    restrictedStates: config.pfasStates,
    killPoint: parts.killPoint,
    alarm: raiseAlarm,
  }
  const services: ShopServices = { sessions, messages, throttle, catalog, orders }
  const topics = [
    topicCalls(platformCalls, platformHandlers({ throttle })),
    topicCalls(orderCalls, orderHandlers(orders)),
    ...(parts.moreTopics?.(services) ?? []),
  ]
  const app = await buildApp({
    config,
    database,
    sessions,
    log,
    now,
    textOf: (site) => messages.textOf(site.variant),
    topics,
    pages: (http) => {
      const visits = {
        database,
        flags: config.flags,
        now,
        textOf: (site: Site) => messages.textOf(site.variant),
        sessions,
      }
      sessionPage(http, { ...visits, noticeKey: keyFor(config.secret, 'notice') })
      return { methods: new Map([['/session', ['GET']]]), missing: async (_request, reply) => reply.code(404).send('') }
    },
  })
  return { ...services, app }
}
