import { useEffect, useState } from 'react'
import { pathTable } from '#contracts/paths.ts'
import { rewardsTypes } from '#domain/payment/saved-card.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls as quietCalls } from '#web/calls/client.ts'
import { refusedField } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { logError } from '#web/calls/log.ts'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { AppliedCard } from '#web/payment/card/card-errors.ts'
import { type NewCard, storedSlot } from '#web/payment/card/card-options.ts'

type Reply = Awaited<ReturnType<typeof calls.reward.applyCertificate>>
export type AvailableCertificate = Awaited<
  ReturnType<typeof calls.reward.getAccountRewardsByToken>
>['certificates'][number]

export type Certificates = {
  /** Of the rewards account of the card that pays. */
  readonly available: readonly AvailableCertificate[]
  /** Whether a store or co-brand card pays. */
  readonly hasCard: boolean
  /** Each answers what was refused, '' when nothing was. */
  readonly apply: (certificateNumber: string) => Promise<string>
  readonly remove: (certificateNumber: string) => Promise<string>
}

/** Reward certificates of the payment step (CERT-08, CERT-09); the flag selects the family (PLAT-19). */
export function useCertificates(): Certificates {
  const { checkout, store } = useCheckout()
  const { cardOneInfo } = checkout.paymentData.creditCardData
  const card = cardOneInfo !== null && rewardsTypes.includes(cardOneInfo.type) ? cardOneInfo : null
  const isProvider = checkout.paymentProvider_EnableAdyen
  const account = useAccountRewards(card, isProvider)
  const applied = checkout.paymentData.rewardsData.certificates.map(({ certificateNumber }) => certificateNumber)

  const send = async (name: keyof typeof pathTable.reward, call: () => Promise<Reply>): Promise<string> => {
    try {
      const reply = await whileLoading(call)
      if (!reply.isSuccess) return reply.rewardsData.errorMessage
      track({ kind: 'summaryUpdated', totals: reply.orderSummary })
      store.replace(await calls.checkout.refreshCheckout({}))
    } catch (error) {
      const refused = refusedField(error)
      if (refused !== null) return refused.message
      void handleCheckoutFault(error, errorContext(name, store))
    }
    return ''
  }
  return {
    available: account.filter(({ certificateNumber }) => !applied.includes(certificateNumber)),
    hasCard: card !== null,
    async apply(certificateNumber) {
      const shown = card === null ? await enterStoreCard(store, isProvider) : shownAs(card)
      if (shown === null) return ''
      if (typeof shown === 'string') return shown
      return isProvider
        ? send('providerApplyCertificate', () =>
            calls.reward.providerApplyCertificate({ certificateNumber, savePaymentCardInfo: shown }),
          )
        : send('applyCertificate', () => calls.reward.applyCertificate({ certificateNumber, ...shown }))
    },
    remove: (certificateNumber) =>
      isProvider
        ? send('providerRemoveCertificate', () => calls.reward.providerRemoveCertificate({ certificateNumber }))
        : send('removeCertificate', () => calls.reward.removeCertificate({ certificateNumber })),
  }
}

function errorContext(name: keyof typeof pathTable.reward, store: CheckoutStore) {
  return { action: name, api: pathTable.reward[name].path, basketId: store.read().checkout.basketId }
}

type Shown = { readonly cardOneData: NewCard | null; readonly accountCardOneData: { readonly id: string } | null }

/** The card that pays, as it goes along (OPEN-55): a saved one by its id, another by its slot. */
function shownAs(card: AppliedCard): Shown {
  return card.storedPaymentMethodId === ''
    ? { cardOneData: storedSlot(card), accountCardOneData: null }
    : { cardOneData: null, accountCardOneData: { id: card.storedPaymentMethodId } }
}

/** A certificate needs a store card that pays (CERT-10): asked for here, and put to the order. Null when she dropped it. */
async function enterStoreCard(store: CheckoutStore, isProvider: boolean): Promise<Shown | string | null> {
  const { cbhcc_EnableCbhcc: isCbhccEnabled } = store.read().checkout
  const card = await openLayer('applyNewCard', { isProvider, isCbhccEnabled })
  if (card === undefined) return null
  const body = { cardOneData: card, accountCardOneData: null, cardTwoData: null, accountCardTwoData: null }
  try {
    const saved = await whileLoading(() =>
      isProvider ? calls.payment.providerSaveCard(body) : calls.payment.savePayment(body),
    )
    if (!saved.isSuccess) return saved.errorMessage
    const refreshed = await calls.checkout.refreshCheckout({})
    store.replace(refreshed)
    // what a provider's fields encrypted was good for saving it: from now on the cart's card is meant
    const { cardOneInfo } = refreshed.paymentData.creditCardData
    return cardOneInfo === null ? { cardOneData: card, accountCardOneData: null } : shownAs(cardOneInfo)
  } catch (error) {
    const name = isProvider ? 'providerSaveCard' : 'savePayment'
    const { basketId } = store.read().checkout
    void handleCheckoutFault(error, { action: name, api: pathTable.payment[name].path, basketId })
    return null
  }
}

/** What the card's rewards account has (PAY-54); a look-up that fails is only logged (PAY-56, ERR-27). */
function useAccountRewards(card: AppliedCard | null, isProvider: boolean): readonly AvailableCertificate[] {
  const [found, setFound] = useState<readonly AvailableCertificate[]>([])
  const savedId = card?.storedPaymentMethodId ?? ''
  const id = card?.id ?? ''
  useEffect(() => {
    if (id === '') return setFound([])
    let isGone = false
    const name = nameOf(savedId !== '', isProvider)
    lookUp(name, id).then(
      (certificates) => !isGone && setFound(certificates),
      (error: unknown) => logError(error, { action: name, api: pathTable.reward[name].path }),
    )
    return () => {
      isGone = true
    }
  }, [id, savedId, isProvider])
  return found
}

type LookUp = 'getSavedCardRewards' | 'providerGetSavedCardRewards' | 'getAccountRewardsByToken' | 'lookupRewardsCard'

function nameOf(isSaved: boolean, isProvider: boolean): LookUp {
  if (isSaved) return isProvider ? 'providerGetSavedCardRewards' : 'getSavedCardRewards'
  return isProvider ? 'lookupRewardsCard' : 'getAccountRewardsByToken'
}

async function lookUp(name: LookUp, id: string): Promise<readonly AvailableCertificate[]> {
  switch (name) {
    case 'getSavedCardRewards':
    case 'providerGetSavedCardRewards':
      return (await quietCalls.reward[name]({ accountCardId: id })).certificates
    case 'getAccountRewardsByToken':
      return (await quietCalls.reward.getAccountRewardsByToken({ token: id })).certificates
    case 'lookupRewardsCard':
      return (await quietCalls.reward.lookupRewardsCard({ accountNumber: '', cardToken: id })).rewardsData.certificates
  }
}
