import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type SmartyKeys, smartyRoutes } from '#sandbox/address-search/smarty-routes.ts'
import { deliveryRoutes } from '#sandbox/fire-drill/delivery-routes.ts'
import { drillRoutes } from '#sandbox/fire-drill/drill-routes.ts'
import { createFaultStore } from '#sandbox/fire-drill/fault-store.ts'
import { identityRoutes } from '#sandbox/identity/identity-routes.ts'
import type { StandInClient } from '#sandbox/identity/stand-in.ts'
import { createMailStore } from '#sandbox/mailbox/mail-store.ts'
import { mailboxRoutes } from '#sandbox/mailbox/mailbox-routes.ts'
import { createSmtpReceiver } from '#sandbox/mailbox/smtp-receiver.ts'
import { objectStoreRoutes } from '#sandbox/object-store/object-store-routes.ts'
import type { ObjectStoreKeys } from '#sandbox/object-store/signature.ts'
import { openScope } from '#sandbox/scope.ts'
import { type BraintreeKeys, braintreeRoutes } from '#sandbox/wallets/braintree-routes.ts'
import { merchantSheetRoutes, sheetRoutes } from '#sandbox/wallets/sheet-routes.ts'
import { createSheetStore } from '#sandbox/wallets/sheet-store.ts'
import { booksRoutes } from './books-routes.ts'
import { challengeRoutes } from './challenge.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { errors } from './checkout-shapes.ts'
import { frameRoutes } from './frame-routes.ts'
import { loadOrStoreSecret, openGatewayStore } from './gateway-store.ts'
import { createPaymentStore } from './payment-store.ts'
import type { Books } from './payments.ts'
import { newToken } from './references.ts'
import { reportRoutes } from './report-routes.ts'
import { cardIntakeRoutes, merchantSessionRoutes } from './session-routes.ts'
import { createTokenStore } from './token-store.ts'
import { createWebhooks } from './webhooks.ts'

export type GatewayOptions = {
  /** File of the gateway's own books; ':memory:' for books that nobody needs tomorrow. */
  readonly storePath: string
  readonly now: () => Date
  /** What the store's server shows in X-API-Key. */
  readonly apiKey: string
  /** Key of the webhook events' signatures, hexadecimal. */
  readonly hmacKey: string
  readonly merchantAccount: string
  /** Origins of the stores' pages: they alone may post cards and hold the framed fields. */
  readonly storeOrigins: readonly string[]
  readonly webhookUrl: string | null
  /** First wait before a webhook event is sent again, milliseconds. */
  readonly webhookRetryMs: number
  /** How browsers reach the gateway; null: at the address it listens on. */
  readonly publicOrigin: string | null
  /** Port of the mailbox's SMTP receiver on 127.0.0.1 (0 takes any); null: no mailbox is listening. */
  readonly smtpPort: number | null
  /** Identity providers that are played too, each with what it knows of the store; none unless given. */
  readonly identityClients?: readonly StandInClient[]
  /** Speaks a part of Braintree's API too, for who shows these keys; not unless given. */
  readonly braintreeKeys?: BraintreeKeys
  /** Completes addresses as Smarty does, for who shows these keys; not unless given. */
  readonly smartyKeys?: SmartyKeys
  /** Keeps objects by the S3 protocol, for who signs with these keys, and serves them as a CDN would; not unless given. */
  readonly objectStoreKeys?: ObjectStoreKeys
}

export type Gateway = {
  readonly app: FastifyInstance
  /** Listens, and resolves to the origin that browsers and servers reach it by. */
  listen(port: number, host?: string): Promise<string>
  /** The port the SMTP receiver got; null when there is none. */
  smtpPort(): number | null
  close(): Promise<void>
}

function isSameKey(given: unknown, expected: string): boolean {
  const left = Buffer.from(typeof given === 'string' ? given : '')
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The built-in card gateway (OPEN-65) with its fire drill (BEYOND-12) and mailbox: a program of its own, with its own books. */
export function createGateway(options: GatewayOptions): Gateway {
  const { now, apiKey, hmacKey, merchantAccount, webhookUrl } = options
  const store = openGatewayStore(options.storePath)
  const fingerprintKey = loadOrStoreSecret(store, 'fingerprint', newToken('fpk'))
  const sheets = createSheetStore(store)
  const webhookEvents = createWebhooks(store, {
    webhookUrl,
    hmacKey,
    merchantAccount,
    retryMs: options.webhookRetryMs,
    now,
  })
  let origin = options.publicOrigin ?? ''
  const books: Books = {
    store,
    payments: createPaymentStore(store),
    tokens: createTokenStore(store),
    faults: createFaultStore(store),
    takeNonce: sheets.take,
    webhookEvents,
    publicOrigin: () => origin,
    now,
  }
  const mails = createMailStore(store)
  const smtp = options.smtpPort === null ? null : createSmtpReceiver({ mails, store, faults: books.faults, now })
  const app = Fastify({ logger: false, bodyLimit: 65_536, forceCloseConnections: true, requestTimeout: 15_000 })
  let address: { readonly port: number; readonly host: string } | null = null
  let reopening: NodeJS.Timeout | null = null

  function closeListenerFor(ms: number): void {
    if (!address || reopening) return
    const { port, host } = address
    app.server.close()
    app.server.closeAllConnections()
    reopening = setTimeout(() => {
      reopening = null
      app.server.listen(port, host)
    }, ms)
  }

  app.setErrorHandler((fault: { readonly statusCode?: number }, _request, reply) => {
    const status = fault.statusCode ?? 500
    // A parser's message quotes the body, and the body may hold a card number: neither is repeated.
    reply.code(status).send({ error: status < 500 ? 'badRequest' : 'fault' })
  })
  app.addHook('onSend', async (_request, reply) => {
    // 'no-referrer' would make a browser say `Origin: null` with the challenge's form.
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
  })
  app.register(formbody)
  app.get('/healthz', () => ({ status: 'ok' }))

  // a site whose name was made to lead to this machine reads our answers as its own: only our own names are answered
  const isOwnName = (host: string) => {
    const name = URL.parse(`http://${host}`)?.hostname ?? ''
    const isNumber = isIP(name.replace(/^\[|\]$/g, '')) !== 0
    return isNumber || name === 'localhost' || name.endsWith('.localhost') || host === URL.parse(origin)?.host
  }
  const isFromElsewhere = (request: FastifyRequest) =>
    !isOwnName(request.headers.host ?? '') ||
    (request.headers.origin !== undefined && request.headers.origin !== origin) ||
    (request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site')

  openScope(app, 'people', async (people) => {
    people.addHook('onRequest', async (request, reply) => {
      if (isFromElsewhere(request)) return reply.code(403).send({ error: 'fromElsewhere' })
    })
    challengeRoutes(people, books)
    drillRoutes(people, books, closeListenerFor)
    booksRoutes(people, books)
    mailboxRoutes(people, mails, options.storeOrigins)
    sheetRoutes(people, books, sheets)
    identityRoutes(people, {
      clients: options.identityClients ?? [],
      origin: () => origin,
      faults: books.faults,
      storeOrigins: options.storeOrigins,
      cookieKey: loadOrStoreSecret(store, 'identity-cookies', newToken('idc')),
      loadOrStoreKey: (fresh) => loadOrStoreSecret(store, 'identity-signing', fresh),
    })
  })
  braintreeRoutes(app, books, options.braintreeKeys ?? null)
  smartyRoutes(app, options.smartyKeys ?? null)
  objectStoreRoutes(app, now, options.objectStoreKeys ?? null)
  openScope(app, 'browsers', async (browsers) => {
    cardIntakeRoutes(browsers, books, { fingerprintKey, origins: () => [...options.storeOrigins, origin] })
    frameRoutes(browsers, books, options.storeOrigins)
  })
  openScope(app, 'merchant', async (merchant) => {
    merchant.addHook('onRequest', async (request, reply) => {
      if (!isSameKey(request.headers['x-api-key'], apiKey))
        return reply.code(errors.unauthorized.status).send(errors.unauthorized.body)
    })
    // how a second process of the store finds out that these are its stand-ins (SAFE-07)
    merchant.get('/stand-ins', () => ({ smtpPort: smtp?.port() ?? null }))
    merchantSessionRoutes(merchant, books)
    reportRoutes(merchant, books, merchantAccount)
    deliveryRoutes(merchant, books.faults)
    merchantSheetRoutes(merchant, books, sheets, options.storeOrigins)
    for (const prefix of ['/v71', '/v72'])
      openScope(merchant, `checkout${prefix}`, async (versioned) => checkoutRoutes(versioned, books), { prefix })
  })

  return {
    app,
    async listen(port, host = '127.0.0.1') {
      // who is answered by HTTP may take it that there is a mailbox
      if (smtp && options.smtpPort !== null) await smtp.listen(options.smtpPort)
      const listening = await app.listen({ port, host })
      address = { port: Number(new URL(listening).port), host }
      origin = options.publicOrigin ?? listening
      webhookEvents.wake()
      return origin
    },
    smtpPort: () => smtp?.port() ?? null,
    async close() {
      if (reopening) clearTimeout(reopening)
      await webhookEvents.stop()
      await smtp?.close()
      await app.close()
      await store.close()
    },
  }
}
