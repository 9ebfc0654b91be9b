import { randomUUID } from 'node:crypto'
import { authorizeResultOf, errorCodes, modificationResultOf, readPayment } from './checkout-answers.ts'
import type { CheckoutCalls, PaymentRequest } from './checkout-calls.ts'
import type { AuthorizeRequest, CardGateway } from './port.ts'

export type PaymentDetails = PaymentRequest['paymentMethod']

export type CheckoutSettings = {
  readonly calls: CheckoutCalls
  readonly merchantAccount: string
  /** How a token of ours reads as a payment method of the API; `cvvToken` is the code's own token. */
  readonly methodOf: (
    request: Pick<AuthorizeRequest, 'token' | 'method' | 'shopperReference'>,
    cvvToken?: string,
  ) => {
    readonly paymentMethod: PaymentDetails
    readonly shopperReference?: string
  }
}

/** The body of an authorize; the same request always gives the same body, as idempotency keys ask for. */
export function paymentRequestOf(settings: CheckoutSettings, request: AuthorizeRequest): PaymentRequest {
  const { paymentMethod, shopperReference } = settings.methodOf(request)
  return {
    amount: { value: request.amountCents, currency: request.currency },
    merchantAccount: settings.merchantAccount,
    paymentMethod,
    reference: request.reference,
    returnUrl: request.returnUrl ?? '',
    ...(shopperReference === undefined ? {} : { shopperReference }),
  }
}

/** Those parts of the port that are Adyen's Checkout API as it is, for whoever speaks it. */
export function createCheckoutPayments(
  settings: CheckoutSettings,
): Pick<CardGateway, 'authorize' | 'completeChallenge' | 'capture' | 'void' | 'refund' | 'verify'> {
  const { calls, merchantAccount } = settings
  return {
    async authorize(request) {
      return authorizeResultOf(await calls.payments(paymentRequestOf(settings, request), request.reference), request)
    },

    async completeChallenge({ redirectResult, ...expected }) {
      // the browser brings the result: it may be another payment's
      return authorizeResultOf(await calls.details({ details: { redirectResult } }), expected)
    },

    async capture({ key, providerRef, reference, amountCents, currency }) {
      const body = { amount: { value: amountCents, currency }, merchantAccount, reference }
      return modificationResultOf(await calls.captures(providerRef, body, key))
    },

    async refund({ key, providerRef, reference, amountCents, currency }) {
      const body = { amount: { value: amountCents, currency }, merchantAccount, reference }
      return modificationResultOf(await calls.refunds(providerRef, body, key))
    },

    async void({ reference, providerRef }) {
      const called =
        providerRef === undefined
          ? await calls.cancelByReference({ merchantAccount, paymentReference: reference })
          : // a second one of its own would be told as one that failed
            await calls.cancels(providerRef, { merchantAccount, reference }, `void.${providerRef}`)
      return modificationResultOf(called)
    },

    async verify({ token, cvvToken, currency }) {
      const reference = `verify.${randomUUID()}`
      const { paymentMethod, shopperReference } = settings.methodOf({ token, method: 'card' }, cvvToken)
      const body = {
        amount: { value: 0, currency },
        merchantAccount,
        paymentMethod,
        reference,
        returnUrl: '',
        ...(shopperReference === undefined ? {} : { shopperReference }),
      }
      const read = readPayment(await calls.payments(body, reference))
      if (read.state === 'error') {
        const isEnded = read.errorCode === errorCodes.tokenEnded || read.errorCode === errorCodes.unknownToken
        return { state: isEnded ? 'tokenEnded' : 'failed' }
      }
      if (read.state !== 'read') return read
      return { state: read.answer.resultCode === 'Authorised' ? 'verified' : 'failed' }
    },
  }
}
