import type { paymentCalls } from '#contracts/payment/calls.ts'
import type { CallContext, ExternalHandler, Handlers } from '#server/http/context.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { withCardTry } from '#server/order/place/card-testing-guard.ts'
import { cardFlags } from '#server/payment/payment-view.ts'
import { refusalOfAsk } from '#server/payment/provider-asks.ts'
import { saveCards } from '#server/payment/save-cards-handlers.ts'
import { ownsToken } from '#server/payment/token-owner-store.ts'
import { verifyCreditCard } from '#server/payment/verify-card-handlers.ts'
import type { CardSession } from '#server/providers/card-gateway/port.ts'
import type { PaymentServices } from './payment-services.ts'

type Parts = Omit<PaymentServices, 'withCardTry'> & { readonly orders: OrderDeps }

/** The server behind the payment calls; both families of paths do the same (PLAT-19). */
export function paymentHandlers({ orders, ...parts }: Parts): Handlers<typeof paymentCalls> {
  const services: PaymentServices = {
    ...parts,
    withCardTry: (address, ask, isRefused) => withCardTry(orders, address, ask, isRefused),
  }
  const save: ExternalHandler<typeof paymentCalls.savePayment> = {
    kind: 'external',
    run: (context, input, idempotent) => saveCards(services, context, input, idempotent),
  }
  return {
    createCardSession: {
      kind: 'external',
      async run(context) {
        const opened = await openSession(services, context)
        if (!opened.isSuccess) return { ...opened, tnsSession: '', gatewayUrl: '' }
        const { sessionToken: tnsSession, gatewayUrl } = opened.session
        return { isSuccess: true, errorMessage: '', tnsSession, gatewayUrl }
      },
    },
    providerCreateCardSession: {
      kind: 'external',
      async run(context) {
        const opened = await openSession(services, context)
        if (!opened.isSuccess) return { ...opened, clientKey: '', environment: '', gatewayUrl: '' }
        const { clientKey, environment, frameUrl, gatewayUrl } = opened.session
        return { isSuccess: true, errorMessage: '', clientKey, environment, gatewayUrl: frameUrl ?? gatewayUrl }
      },
    },
    savePayment: save,
    verifyCreditCard: {
      kind: 'external',
      run: (context, input, idempotent) => verifyCreditCard(services, context, input, idempotent),
    },
    providerSaveCard: save,
  }
}

type Opened =
  | { readonly isSuccess: true; readonly session: CardSession }
  | { readonly isSuccess: false; readonly errorMessage: string }

/** OPEN-64: the number goes from the browser to the gateway; only a session comes by here. */
async function openSession({ cardGateway, throttle }: PaymentServices, context: CallContext): Promise<Opened> {
  const refusal = await refusalOfAsk(throttle, context, 'cardSession')
  if (refusal !== null) return { isSuccess: false, errorMessage: refusal }
  const made = await cardGateway.createSession(cardFlags(context.flags))
  if (made.state === 'created') {
    const { database, shopper, variant } = context
    const { sessionToken, clientKey } = made.session
    // where a key of the shop stands for the session it is nobody's
    if (sessionToken !== clientKey) await ownsToken(database, sessionToken, { shopperId: shopper.shopperId, variant })
    return { isSuccess: true, session: made.session }
  }
  context.log.warn({ event: 'card-session-not-made', why: made.why }, 'the card gateway made no session')
  return { isSuccess: false, errorMessage: context.text('problem.serviceUnavailable') }
}
