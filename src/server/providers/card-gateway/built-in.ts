import { z } from 'zod'
import type { Called, CheckoutCalls } from './checkout-calls.ts'
import { createCheckoutPayments, type PaymentDetails } from './checkout-payments.ts'
import type { Answered, ExchangeRequest } from './exchange.ts'
import { type ConnectionSettings, createGuardedExchange } from './guarded-exchange.ts'
import type { CardGateway, FoundPayment, NotSent, Unknown } from './port.ts'

export type BuiltInSettings = {
  /** Where this server reaches the gateway, e.g. http://127.0.0.1:3001. */
  readonly origin: string
  readonly apiKey: string
  readonly merchantAccount: string
  readonly connection: ConnectionSettings
}

const listed = z.object({
  authorizations: z.array(
    z.object({
      reference: z.string(),
      psp: z.string(),
      amount: z.int(),
      currency: z.enum(['USD', 'CAD']),
      captured: z.int(),
      state: z.enum(['authorized', 'captured', 'voided', 'refunded', 'refused', 'challenge']),
    }),
  ),
})

const session = z.object({
  tnsSession: z.string(),
  gatewayUrl: z.string(),
  clientKey: z.string(),
  environment: z.string(),
  frameUrl: z.string(),
})

const described = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('described'),
    card: z.object({
      token: z.string(),
      brand: z.string(),
      lastFour: z.string().max(4),
      expMonth: z.int(),
      expYear: z.int(),
      fingerprint: z.string(),
      sessionToken: z.string().default(''),
      ageSeconds: z.int(),
    }),
  }),
  z.object({ state: z.literal('expired') }),
  z.object({ state: z.literal('processorError') }),
])

const codeSession = z.object({ sessionToken: z.string() })

const adyenType = { card: 'scheme', paypal: 'paypal', venmo: 'venmo', applePay: 'applepay' } as const

function foundOf({
  reference,
  psp,
  amount,
  currency,
  state,
}: z.infer<typeof listed>['authorizations'][number]): FoundPayment {
  return { reference, providerRef: psp, amountCents: amount, currency, state }
}

/** A day's list has some 200 bytes a payment: this is a million of them. */
const maxListBytes = 200 * 1024 * 1024

/**
 * The built-in gateway (OPEN-65): Adyen's Checkout API for the money, and calls of its own for what Adyen has none for:
 * looking a payment up by our reference, the list of payments, card sessions and describing a token (OPEN-64).
 */
export function createBuiltInGateway(settings: BuiltInSettings): CardGateway & { close(): void } {
  const { exchange, isOpen } = createGuardedExchange(settings.connection)
  const headers = { 'content-type': 'application/json', 'x-api-key': settings.apiKey }

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    key?: string,
    limits: Pick<ExchangeRequest, 'maxAnswerBytes'> = {},
  ): Promise<Called> {
    const result = await exchange({
      ...limits,
      url: `${settings.origin}${path}`,
      method,
      headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
      body: method === 'GET' ? '' : JSON.stringify(body),
    })
    return result.state === 'answered' ? read(result) : result
  }

  function read({ status, text }: Answered): Called {
    try {
      return { state: 'answered', status, body: JSON.parse(text) }
    } catch {
      return { state: 'answered', status: status >= 400 ? status : 502, body: null }
    }
  }

  /** A call of the gateway's own: its body by the schema, or why there is none. */
  async function ask<Shape>(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    schema: z.ZodType<Shape>,
    limits?: Pick<ExchangeRequest, 'maxAnswerBytes'>,
  ): Promise<{ readonly state: 'read'; readonly body: Shape } | Unknown | NotSent> {
    const called = await send(method, path, body, undefined, limits)
    if (called.state !== 'answered') return called
    if (called.status === 401) return { state: 'notSent', why: 'turnedAway' }
    const shape = schema.safeParse(called.body)
    if (called.status < 300 && shape.success) return { state: 'read', body: shape.data }
    return { state: 'unknown', why: called.status >= 500 ? 'serverFault' : 'unreadableAnswer' }
  }

  const calls: CheckoutCalls = {
    payments: (body, key) => send('POST', '/v71/payments', body, key),
    details: (body) => send('POST', '/v71/payments/details', body),
    captures: (psp, body, key) => send('POST', `/v71/payments/${encodeURIComponent(psp)}/captures`, body, key),
    refunds: (psp, body, key) => send('POST', `/v71/payments/${encodeURIComponent(psp)}/refunds`, body, key),
    cancels: (psp, body, key) => send('POST', `/v71/payments/${encodeURIComponent(psp)}/cancels`, body, key),
    cancelByReference: (body) => send('POST', '/v71/cancels', body),
  }

  return {
    provider: 'built-in',
    canLookUp: true,
    canList: true,
    isRepeatable: true,
    ...createCheckoutPayments({
      calls,
      merchantAccount: settings.merchantAccount,
      methodOf: ({ token, method }, cvvToken) => {
        const type = adyenType[method]
        const card = {
          type,
          storedPaymentMethodId: token,
          ...(cvvToken === undefined ? {} : { encryptedSecurityCode: cvvToken }),
        }
        // The gateway is our own and knows 'venmo', which Adyen's list of types does not.
        return { paymentMethod: card as PaymentDetails }
      },
    }),

    async findByReference({ reference }) {
      const answer = await ask('GET', `/sandbox/authorizations?${new URLSearchParams({ reference })}`, null, listed)
      if (answer.state !== 'read') return answer
      const [payment] = answer.body.authorizations
      return payment ? { state: 'found', payment: foundOf(payment) } : { state: 'notFound' }
    },

    async findCaptured({ reference, providerRef }) {
      const answer = await ask('GET', `/sandbox/authorizations?${new URLSearchParams({ reference })}`, null, listed)
      if (answer.state !== 'read') return answer
      const payment = answer.body.authorizations.find(({ psp }) => psp === providerRef)
      return { state: 'told', capturedCents: payment?.captured ?? 0 }
    },

    async list(since) {
      const answer = await ask(
        'GET',
        `/sandbox/authorizations?${new URLSearchParams({ since: since.toISOString() })}`,
        null,
        listed,
        { maxAnswerBytes: maxListBytes },
      )
      return answer.state === 'read' ? { state: 'listed', payments: answer.body.authorizations.map(foundOf) } : answer
    },

    async createSession({ isCbhccEnabled }) {
      const answer = await ask('POST', '/sessions', { isCbhccEnabled }, session)
      if (answer.state !== 'read') return answer
      const { tnsSession, ...rest } = answer.body
      return { state: 'created', session: { sessionToken: tnsSession, ...rest } }
    },

    async describeToken(token, corrected) {
      const answer = await ask('POST', '/tokens/describe', { token, ...corrected }, described)
      return answer.state === 'read' ? answer.body : answer
    },

    async findCodeSession(token) {
      const answer = await ask('POST', '/tokens/session', { token }, codeSession)
      return answer.state === 'read' ? { state: 'told', ...answer.body } : answer
    },

    isOpen,
    close: exchange.close,
  }
}
