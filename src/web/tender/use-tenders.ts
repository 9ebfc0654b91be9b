import { useState } from 'react'
import { giftCardPayload, tenderCodePayload } from '#domain/tender/payloads.ts'
import { track } from '#web/analytics/data-layer.ts'
import { faultOf, isAbort, refusedField } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { errorContext, type LoggedCall } from '#web/checkout/steps/step-flow.ts'
import { appliedWallet } from '#web/payment/wallets/applied-wallet.ts'

type TenderReply = Awaited<ReturnType<typeof calls.tender.applyGiftCard>>

export type Tenders = {
  /** The gift card service answered with a failure, not with a refusal (TENDER-05). */
  readonly isServiceUnavailable: boolean
  /** Each answers what was refused, '' when nothing was; null when it failed, which was told. */
  readonly applyCard: (form: { readonly number: string; readonly pin: string }) => Promise<string | null>
  readonly removeCard: (reference: string) => Promise<string | null>
  readonly applyCode: (form: { readonly number: string }) => Promise<string | null>
  readonly removeCode: (number: string) => Promise<string | null>
}

/** Gift cards and tender codes of the cart (TENDER-02, TENDER-03, TENDER-07); the flag selects the family (PLAT-19). */
export function useTenders(): Tenders {
  const { checkout, store } = useCheckout()
  const [isServiceUnavailable, setServiceUnavailable] = useState(false)
  const isProvider = checkout.paymentProvider_EnableAdyen

  const send = async (
    name: LoggedCall,
    call: () => Promise<TenderReply>,
    isOfCards: boolean,
  ): Promise<string | null> => {
    try {
      const reply = await whileLoading(call)
      if (isOfCards) setServiceUnavailable(false)
      takeTenders(store, reply)
      if (!reply.isSuccess) return reply.errorMessage
      track({ kind: 'summaryUpdated', totals: reply.orderSummary })
      await refreshCards(store)
      return ''
    } catch (error) {
      const refused = refusedField(error)
      if (refused !== null) return refused.message
      if (isOfCards && !isAbort(error) && faultOf(error) !== 'reset') setServiceUnavailable(true)
      void handleCheckoutFault(error, errorContext(name, store))
      return null
    }
  }
  return {
    isServiceUnavailable,
    applyCard(form) {
      const body = giftCardPayload(form)
      return isProvider
        ? send('providerApplyGiftCard', () => calls.tender.providerApplyGiftCard(body), true)
        : send('applyGiftCard', () => calls.tender.applyGiftCard(body), true)
    },
    removeCard(cardNumber) {
      return isProvider
        ? send('providerRemoveGiftCard', () => calls.tender.providerRemoveGiftCard({ cardNumber }), false)
        : send('removeGiftCard', () => calls.tender.removeGiftCard({ cardNumber }), false)
    },
    applyCode: (form) => send('applyTenderCode', () => calls.tender.applyTenderCode(tenderCodePayload(form)), false),
    removeCode: (tenderCodeNumber) =>
      send('removeTenderCode', () => calls.tender.removeTenderCode({ tenderCodeNumber }), false),
  }
}

function takeTenders(store: CheckoutStore, reply: TenderReply): void {
  const { orderSummary, basketVersion, tenderCodesData, isPaymentNeeded } = reply
  const { checkout } = store.read()
  const paymentData = { ...checkout.paymentData, tenderCodesData, isPaymentNeeded }
  store.replace({ ...checkout, orderSummary, basketVersion, paymentData })
}

/** What a card or a wallet pays depends on what is left to pay. */
async function refreshCards(store: CheckoutStore): Promise<void> {
  const { paymentData } = store.read().checkout
  if (paymentData.creditCardData.cardOneInfo === null && appliedWallet(paymentData) === null) return
  store.replace(await calls.checkout.refreshCheckout({}))
}
