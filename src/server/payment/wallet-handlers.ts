import type { ReplyOf } from '#contracts/call.ts'
import type { walletCalls } from '#contracts/payment/wallet-calls.ts'
import { validateAddress } from '#domain/address/validate-address.ts'
import { removeWallet } from '#domain/cart/payment/wallet-rules.ts'
import type { Problem } from '#domain/problems.ts'
import { storedFields } from '#server/address/address-view.ts'
import type { LockedCart } from '#server/cart/cart-service.ts'
import {
  type Answered,
  answerCheckout,
  answerRefused,
  answerUnchanged,
  withCart,
  withOrderableCart,
} from '#server/checkout/step-command.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset, type Reader } from '#server/http/context.ts'
import { limits } from '#server/http/guards/throttle.ts'
import { applyWallet, approvedOf, notApproved } from '#server/payment/apply-wallet-handlers.ts'
import { paidWithView, payPalView, walletView } from '#server/payment/payment-view.ts'
import { openWalletSheet, type WalletServices } from '#server/payment/wallet-sheet.ts'
import { storePayload, takePayload } from '#server/payment/wallet-store.ts'
import { insertClientLog } from '#server/platform/client-log-store.ts'
import { storedMessage } from '#server/platform/platform-handlers.ts'
import { priceAhead } from '#server/pricing/price-ahead.ts'
import { quoteCart } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'
import { walletMethodsOf } from '#server/providers/wallet-gateway/port.ts'

type Reply = ReplyOf<typeof walletCalls.applyVenmoPayment>

/** The server behind the alternative payments (ALT-02 to ALT-09, OPEN-90). */
export function walletHandlers(services: WalletServices): Handlers<typeof walletCalls> {
  const { newId } = services
  const change = <Input>(
    work: (context: CallContext, tx: Tx, cart: LockedCart, input: Input) => Promise<Answered>,
  ) => ({
    kind: 'change' as const,
    ahead: (tx: Tx, reader: Reader) => priceAhead(tx, reader),
    run: async (context: CallContext, input: Input, tx: Tx) =>
      walletReply(context, await withOrderableCart(context, tx, (cart) => work(context, tx, cart, input))),
  })
  const refusing = (problem: Problem) => change((context, tx, cart) => answerRefused(context, tx, cart, problem))
  return {
    openWalletSheet: {
      kind: 'external',
      run: (context, input, idempotent) => openWalletSheet(services, context, input, idempotent),
    },
    setPayPalPayload: change(async (context, tx, cart, { data, sheetId }) => {
      if (!walletMethodsOf(services.wallets, cart.currency).includes('paypal'))
        return answerRefused(context, tx, cart, { code: 'walletNotOffered' })
      // shown here first: what it is for is what the sheet shows that is open now
      const approvedCents = await approvedOf(tx, cart, { method: 'paypal', nonce: data.nonce, sheetId })
      if (approvedCents === null && sheetId !== '') return answerRefused(context, tx, cart, notApproved({ sheetId }))
      await storePayload(tx, cart, data)
      return answerUnchanged(context, tx, cart, await quoteCart(tx, cart, context))
    }),
    savePayPalPayment: change<unknown>(async (context, tx, cart) => {
      const payload = await takePayload(tx, cart)
      if (payload === undefined) return answerRefused(context, tx, cart, { code: 'walletNotApproved' })
      const { nonce, email, deviceData } = payload
      const approval = { method: 'paypal', nonce, holder: email, deviceData, sheetId: '' } as const
      return applyWallet(services, context, tx, cart, approval)
    }),
    logPayPalError: {
      kind: 'change',
      run: (context, { message }, tx) => logWallet(services, context, tx, `PayPal: ${message}`),
    },
    applyVenmoPayment: change((context, tx, cart, { nonce, username, deviceData, sheetId }) =>
      applyWallet(services, context, tx, cart, { method: 'venmo', nonce, holder: username, deviceData, sheetId }),
    ),
    applyApplePayPayment: change((context, tx, cart, { nonce, deviceData, billingContact, sheetId }) => {
      const checked = billingContact === null ? null : validateAddress(billingContact)
      const billing = checked?.errors.length === 0 ? storedFields(checked.address) : null
      const approval = { method: 'applePay', nonce, holder: '', deviceData, sheetId } as const
      return applyWallet(services, context, tx, cart, approval, billing)
    }),
    removeApplePayPayment: change<unknown>((context, tx, cart) =>
      answerCheckout(context, tx, newId, cart, removeWallet('applePay')),
    ),
    launchMasterpass: refusing({ code: 'walletNotOffered' }),
    saveVisaPayment: change((context, tx, cart, { basketId }) =>
      answerRefused(context, tx, cart, { code: basketId === cart.cartId ? 'walletNotOffered' : 'cartChanged' }),
    ),
    logVisaError: {
      kind: 'change',
      run(context, { IsTimeout, AlternativePaymentInitiator, BasketId }, tx) {
        const what = `Alternative payment ${AlternativePaymentInitiator} of basket ${BasketId}`
        return logWallet(services, context, tx, `${what} ${IsTimeout ? 'timed out' : 'failed'}`)
      },
    },
  }
}

/** What a wallet's window reports (ALT-05, ALT-09) is kept with the other lines of the browser's log, as often as those. */
async function logWallet(
  { throttle }: WalletServices,
  context: CallContext,
  tx: Tx,
  text: string,
): Promise<Reply | typeof isReset> {
  const { shopper, clientAddress } = context
  const isAllowed =
    (await throttle.take(tx, limits.logPerSession, shopper.shopperId)) &&
    (await throttle.take(tx, limits.logPerAddress, clientAddress))
  if (isAllowed) await insertClientLog(tx, shopper.shopperId, 'error', storedMessage(text))
  const answered = await withCart(context, tx, async (cart) => {
    if (!isAllowed) return answerRefused(context, tx, cart, { code: 'tooManyTries' })
    return answerUnchanged(context, tx, cart, await quoteCart(tx, cart, context))
  })
  return walletReply(context, answered)
}

function walletReply(context: CallContext, answered: Answered | typeof isReset): Reply | typeof isReset {
  if (answered === isReset) return isReset
  const { reply, priced } = answered
  return {
    ...reply,
    orderSummary: summaryView(priced, context.text),
    payPalData: payPalView(priced),
    alternativePaymentsData: walletView(priced),
    isPaymentNeeded: priced.isPaymentNeeded,
    paidWith: paidWithView(priced),
  }
}
