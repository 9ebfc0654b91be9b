import { randomUUID } from 'node:crypto'
import { CheckoutAPI, Client, Config, EnvironmentEnum } from '@adyen/api-library'
import { brandOfAdyen } from '#domain/payment/adyen-brands.ts'
import { type AdyenEnvironment, adyenPageOrigin } from './adyen-environment.ts'
import { isPacked, methodOf } from './adyen-tokens.ts'
import { authorizeResultOf, errorCodes, readPayment } from './checkout-answers.ts'
import type { Called, CheckoutCalls } from './checkout-calls.ts'
import { type CheckoutSettings, createCheckoutPayments, paymentRequestOf } from './checkout-payments.ts'
import type { Exchange, ExchangeResult } from './exchange.ts'
import { type ConnectionSettings, createGuardedExchange } from './guarded-exchange.ts'
import type { AuthorizeRequest, CardGateway, FindResult, FoundPayment } from './port.ts'

export type AdyenSettings = {
  readonly apiKey: string
  readonly merchantAccount: string
  /** Public key of the browser's card component. */
  readonly clientKey: string
  readonly environment: AdyenEnvironment
  /** Adyen's prefix of our live addresses; needed where it is not 'test'. */
  readonly liveUrlPrefix: string | null
  /** Another origin that speaks the Checkout API, in tests; null: Adyen's. */
  readonly origin: string | null
  readonly connection: ConnectionSettings
}

/** What the exchange said, thrown through the library, which knows good answers and exceptions only. */
class ExchangeFault extends Error {
  readonly result: Called
  constructor(result: Called) {
    super('the processor gave no good answer')
    this.result = result
  }
}

/** The library's own way to bring another HTTP client: limits, no redirects, and a fault that tells sent from not sent. */
function libraryClient(settings: AdyenSettings, exchange: Exchange): Client {
  const isLive = settings.environment !== 'test'
  const config = new Config({
    apiKey: settings.apiKey,
    environment: isLive ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
    enable308Redirect: false,
    ...(settings.liveUrlPrefix === null ? {} : { liveEndpointUrlPrefix: settings.liveUrlPrefix }),
  } as Config)
  return new Client(config, {
    async request(endpoint, json, _config, _isApiKeyRequired, options) {
      const address = new URL(endpoint)
      const url = settings.origin === null ? address.href : `${settings.origin}${address.pathname}${address.search}`
      const key = options?.idempotencyKey
      const result = await exchange({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-api-key': settings.apiKey,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: json.toString(),
      })
      const called = calledOf(result)
      if (called.state !== 'answered' || called.status >= 300 || result.state !== 'answered')
        throw new ExchangeFault(called)
      return result.text
    },
  })
}

function calledOf(result: ExchangeResult): Called {
  if (result.state !== 'answered') return result
  try {
    return { state: 'answered', status: result.status, body: JSON.parse(result.text) }
  } catch {
    return { state: 'answered', status: result.status >= 400 ? result.status : 502, body: null }
  }
}

async function through(answer: Promise<unknown>): Promise<Called> {
  try {
    return { state: 'answered', status: 200, body: await answer }
  } catch (fault) {
    if (fault instanceof ExchangeFault) return fault.result
    throw fault
  }
}

/**
 * Adyen, by its own server library (OPEN-65). Three things the Checkout API does not offer:
 *
 * - *No look-up by our reference* (`canLookUp` is false). `findByReference` sends the authorize again under the same
 *   reference and Idempotency-Key, which Adyen answers with the first result for at least seven days; if the first never
 *   arrived, it authorizes now, and 'authorized' is the truth. A later capture or refund does not show in that answer: it
 *   comes by signed webhook event (webhook events.ts). So ask only while the order may still be placed, else void by reference.
 * - *No word on what was captured* (`findCaptured` answers notOffered): its CAPTURE webhook events, of which there may be several,
 *   name the amounts. What a partial capture leaves over Adyen releases itself.
 * - *No list* (`list` answers notOffered): reconcile from the webhook events and the Payment accounting report (docs/decisions/0157).
 *
 * A void by reference is Adyen's technical cancel: it is processed later, and an authorize that arrives after it is not
 * refused by Adyen itself; its AUTHORISATION webhook event for an order we gave up must be answered with another void.
 */
export function createAdyenGateway(settings: AdyenSettings): CardGateway & { close(): void } {
  const { exchange, isOpen } = createGuardedExchange(settings.connection)
  const checkout = new CheckoutAPI(libraryClient(settings, exchange))
  const { PaymentsApi: payments, ModificationsApi: modifications } = checkout
  const calls: CheckoutCalls = {
    payments: (body, idempotencyKey) => through(payments.payments(body, { idempotencyKey })),
    details: (body) => through(payments.paymentsDetails(body)),
    captures: (psp, body, idempotencyKey) =>
      through(modifications.captureAuthorisedPayment(psp, body, { idempotencyKey })),
    refunds: (psp, body, idempotencyKey) => through(modifications.refundCapturedPayment(psp, body, { idempotencyKey })),
    cancels: (psp, body, idempotencyKey) =>
      through(modifications.cancelAuthorisedPaymentByPspReference(psp, body, { idempotencyKey })),
    cancelByReference: (body) => through(modifications.cancelAuthorisedPayment(body)),
  }
  const checkoutSettings: CheckoutSettings = { calls, merchantAccount: settings.merchantAccount, methodOf }
  const shared = createCheckoutPayments(checkoutSettings)

  async function findByReference(original: AuthorizeRequest): Promise<FindResult> {
    if (original.method === 'card' && !isPacked(original.token)) return { state: 'notFound' }
    const { reference, amountCents, currency } = original
    const called = await calls.payments(paymentRequestOf(checkoutSettings, original), reference)
    const result = authorizeResultOf(called, original)
    if (result.state === 'unknown' || result.state === 'notSent') return result
    if (result.state === 'refused' && (result.reason === 'referenceConflict' || result.reason === 'otherPayment'))
      return { state: 'unknown', why: 'unreadableAnswer' }
    const read = readPayment(called)
    const providerRef = read.state === 'read' ? (read.answer.pspReference ?? '') : ''
    const state: FoundPayment['state'] =
      result.state === 'refused' && result.reason === 'voided' ? 'voided' : result.state
    return { state: 'found', payment: { reference, providerRef, amountCents, currency, state } }
  }

  return {
    provider: 'adyen',
    canLookUp: false,
    canList: false,
    isRepeatable: true,
    ...shared,
    authorize: async (request) =>
      request.method === 'card' && !isPacked(request.token)
        ? { state: 'refused', reason: 'unknownToken' }
        : shared.authorize(request),
    verify: async (request) => (isPacked(request.token) ? shared.verify(request) : { state: 'tokenEnded' }),
    findByReference,
    findCaptured: async () => ({ state: 'notOffered' }),
    list: async () => ({ state: 'notOffered' }),
    createSession: async () => ({
      state: 'created',
      session: {
        sessionToken: settings.clientKey,
        gatewayUrl: adyenPageOrigin(settings.environment),
        clientKey: settings.clientKey,
        environment: settings.environment,
        frameUrl: null,
      },
    }),

    findCodeSession: async () => ({ state: 'told', sessionToken: '' }),

    /** A zero-amount payment that stores the card: the one-time blob becomes a token that lasts. */
    async describeToken(token, corrected) {
      if (!isPacked(token)) return { state: 'expired' }
      const shopper = token.startsWith('stored.') ? (token.split('.')[1] ?? '') : randomUUID()
      const reference = `describe.${randomUUID()}`
      const body = {
        amount: { value: 0, currency: 'USD' },
        merchantAccount: settings.merchantAccount,
        ...methodOf({ token, method: 'card', corrected }),
        reference,
        returnUrl: '',
        shopperReference: shopper,
        storePaymentMethod: true,
      }
      const read = readPayment(await calls.payments(body, reference))
      if (read.state === 'error') {
        const isEnded = read.errorCode === errorCodes.tokenEnded || read.errorCode === errorCodes.unknownToken
        return { state: isEnded ? 'expired' : 'processorError' }
      }
      if (read.state !== 'read') return read
      const facts = read.answer.additionalData ?? {}
      const stored = facts['tokenization.storedPaymentMethodId'] ?? facts['recurring.recurringDetailReference']
      if (read.answer.resultCode !== 'Authorised' || stored === undefined) return { state: 'processorError' }
      const [month = '0', year = '0'] = (facts.expiryDate ?? '').split('/')
      return {
        state: 'described',
        card: {
          token: `stored.${shopper}.${stored}`,
          brand: brandOfAdyen(facts.paymentMethod ?? '') ?? 'Unspecified',
          lastFour: /^\d{4}$/.test(facts.cardSummary ?? '') ? (facts.cardSummary ?? '') : '',
          expMonth: Number(month),
          expYear: Number(year),
          // told when the merchant account has card aliases switched on: the same for the same number
          fingerprint: facts.alias ?? '',
          ageSeconds: 0,
        },
      }
    },

    isOpen,
    close: exchange.close,
  }
}
