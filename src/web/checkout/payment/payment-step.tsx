import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { paymentOptionIds } from '#domain/payment/limits.ts'
import { askAgain } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { useOutcomeLater } from '#web/checkout/review/outcome-later.tsx'
import { DoneSteps } from '#web/checkout/steps/done-steps.tsx'
import { BackButton, StepActions } from '#web/checkout/steps/step-actions.tsx'
import { errorContext } from '#web/checkout/steps/step-flow.ts'
import forms from '#web/checkout/steps/step-form.module.css'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { useLocation } from '#web/navigation/navigation-context.tsx'
import { CardForm, wrongCardFields } from '#web/payment/card/card-form.tsx'
import { type CardPayment, useCardPayment } from '#web/payment/card/use-card-payment.ts'
import { PaymentBanner } from '#web/payment/payment-banner.tsx'
import { ProviderCardLater } from '#web/payment/provider/provider-card-later.tsx'
import { appliedWallet } from '#web/payment/wallets/applied-wallet.ts'
import { canPlaceNow } from '#web/payment/wallets/wallet-approval.ts'
import { WalletPanel } from '#web/payment/wallets/wallet-panel.tsx'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { StoredValuePanel } from '#web/tender/stored-value-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMessages } from '#web/variants/context.tsx'
import { AppliedCardsPanel, useCardPopups } from './applied-cards.tsx'
import { BillingAddress, useBilling } from './billing-address.tsx'
import {
  cardTitleId,
  Declined,
  focusCardEntry,
  focusCardTitle,
  RefusedCard,
  useFocusOfCorrection,
} from './declined.tsx'
import styles from './payment-step.module.css'
import { takeSaved, useAppliedCards } from './use-applied-cards.ts'
import { useRefusedCard } from './use-refused-card.ts'

/** Step 3: how the order is paid, and where the bill goes (STEP-05, STEP-19). */
export function PaymentStep(): ReactNode {
  const { checkout, store, browser } = useCheckout()
  const message = useMessages()
  const { isLeaving, leave } = useLeaveStep(3)
  const { isPaymentNeeded, creditCardData } = checkout.paymentData
  const { cardOneInfo, cardTwoInfo, accountCardsInfo } = creditCardData
  const isDeclined = useIsDeclined()
  const refused = useRefusedCard()
  const ask = refused?.ask ?? 'anotherCard'
  // A declined card is of no use again: the way to another one is open at once (SCENE-05), unless it can be mended (CALM-24).
  const [isChanging, setChanging] = useState(isDeclined && ask === 'anotherCard')
  const [isUnknown, setUnknown] = useState(false)
  const [isTried, setTried] = useState(false)
  const wallet = isPaymentNeeded && !isChanging ? appliedWallet(checkout.paymentData) : null
  const isByWallet = wallet !== null
  // Apple Pay brings the billing address along (ORDER-17).
  const hasOwnBilling = wallet?.method === 'applePay'
  const isByCard = isPaymentNeeded && !isByWallet
  const isEntering = isByCard && (cardOneInfo === null || isChanging)
  const flags = { isCbhccEnabled: checkout.cbhcc_EnableCbhcc }
  const isProvider = checkout.paymentProvider_EnableAdyen
  const onRestricted = async () =>
    checkout.paymentData.rewardsData.certificates.length > 0 &&
    (await import('#web/tender/certificates-first.ts')).certificatesFirst({ store, browser })
  const payment = useCardPayment({ isProvider, flags, onRestricted, callOptions: { onCutOff: askAgain } })
  const billing = useBilling()
  const applied = useAppliedCards()
  const { changeCard, selectTwo, useOne } = useCardPopups(applied)
  const hasList = accountCardsInfo.length > 0 || cardTwoInfo !== null

  // what was pressed goes: the focus goes on to what comes in its place (CALM-23)
  const enterAnother = () => {
    flushSync(() => setChanging(true))
    focusCardEntry()
  }
  const savePayment = async (): Promise<boolean> => {
    if (!isByCard) return true
    const name = isProvider ? 'providerSaveCard' : 'savePayment'
    try {
      if (isEntering || cardOneInfo === null) {
        const saved = await payment.save()
        if (saved === null) return false
        takeSaved(store, saved)
      } else if (!(await applied.save())) return false
      setChanging(false)
      const { cardOneInfo: one, cardTwoInfo: two } = store.read().checkout.paymentData.creditCardData
      if (![one, two].some((card) => card?.type === 'StoreCreditCard')) return true
      return (await import('#web/payment/card/offer-card.ts')).offerWithStoreCard(store)
    } catch (error) {
      handleCheckoutFault(error, errorContext(name, store))
      return false
    }
  }
  const next = (): void => {
    setTried(true)
    const isCardGood = isEntering ? payment.judge() : !isByCard || applied.judge()
    // Both are judged, so that all that is wrong is seen at once; the card keeps the focus when it is wrong too.
    const isBillingGood = hasOwnBilling || billing.judge(isCardGood)
    if (isCardGood && isBillingGood) leave(async () => (hasOwnBilling || (await billing.save())) && savePayment())
  }

  const wrong = [
    ...(isEntering && !isProvider ? wrongCardFields({ entry: payment.entry, flags }, message) : []),
    ...(hasOwnBilling ? [] : billing.wrong),
  ]

  // what can be mended was only mistyped
  const isMistyped = ask === 'code' || ask === 'expiry'
  const isListed = isDeclined && isByCard && cardOneInfo !== null && isChanging && !isMistyped
  const isToldDeclined = isListed || (ask === 'later' && isByCard)
  useFocusOfCorrection(refused)

  const UnknownOutcome = useOutcomeLater()
  if (isUnknown) return <UnknownOutcome basketId={checkout.basketId} onNotPlaced={() => setUnknown(false)} />
  return (
    <div className={forms.form}>
      {isToldDeclined && (
        <Declined cards={applied.cards} refused={refused} onAgain={() => setChanging(false)} onOther={enterAnother} />
      )}
      <DoneSteps upTo={2} />
      <form
        method="dialog"
        data-early="press"
        noValidate
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        {(isTried || billing.attempt > 0) && <ErrorSummary fields={wrong} />}
        {isPaymentNeeded && checkout.walletMethods.length > 0 && (
          <WalletPanel
            isApplied={isByWallet}
            onApplied={() => setChanging(false)}
            onOther={() => {
              flushSync(() => setChanging(true))
              focusCardTitle()
            }}
            saveBilling={async () => billing.judge(true) && billing.save()}
            onUnknown={() => setUnknown(true)}
          />
        )}
        {isByCard && (
          <section id={paymentOptionIds.card} className={styles.option} aria-labelledby={cardTitleId}>
            <h2 id={cardTitleId} tabIndex={-1} className={forms.part}>
              Credit or debit card
            </h2>
            {isEntering ? (
              <CardEntryPanel payment={payment} isProvider={isProvider} />
            ) : (
              <AppliedCardsPanel
                applied={applied}
                onChange={(slot) => (hasList ? void changeCard(slot) : enterAnother())}
              />
            )}
            <CardMessages payment={payment} />
            <div className={styles.ways}>
              {isEntering && accountCardsInfo.length > 0 && (
                <Button kind="plain" onClick={async () => (await changeCard(1)) && setChanging(false)}>
                  Use a saved card
                </Button>
              )}
              {cardTwoInfo === null ? (
                <Button kind="plain" onClick={async () => (await selectTwo()) && setChanging(false)}>
                  Pay with two cards
                </Button>
              ) : (
                <Button kind="plain" onClick={useOne}>
                  Pay with one card
                </Button>
              )}
              {!isEntering && hasList && (
                <Button kind="plain" onClick={enterAnother}>
                  Enter another card
                </Button>
              )}
            </div>
            <PaymentBanner checkout={checkout} />
            {isListed && refused !== null && <RefusedCard refused={refused} onAgain={() => setChanging(false)} />}
            {isEntering && cardOneInfo !== null && !isToldDeclined && (
              <Button
                kind="plain"
                onClick={() => {
                  flushSync(() => setChanging(false))
                  focusCardTitle()
                }}
              >
                Keep the card ending in {cardOneInfo.lastFour}
              </Button>
            )}
          </section>
        )}
        {!isPaymentNeeded && <Notice kind="good">Your order is paid in full. No card is needed.</Notice>}
        <StoredValuePanel />
        {!hasOwnBilling && <BillingAddress billing={billing} />}
        <StepActions>
          <BackButton to="/checkout/shippingandgiftoptions" />
          <Next kind={isByWallet && canPlaceNow() ? 'quiet' : 'main'} isBusy={isLeaving} />
        </StepActions>
      </form>
    </div>
  )
}

/** To the review; beside a wallet that can place the order at once it is the quiet way (CALM-34). */
function Next({ kind, isBusy }: { readonly kind: 'main' | 'quiet'; readonly isBusy: boolean }): ReactNode {
  const { orderSummary } = useCheckout().checkout
  const button = { type: 'submit', kind, isBusy, busyText: 'Saving your payment…' } as const
  const words = 'Next: Review & Place Order'
  if (kind === 'quiet') return <Button {...button}>{words}</Button>
  return (
    <GoOnButton {...button} amounts={orderSummary}>
      {words}
    </GoOnButton>
  )
}

/** Whether the shopper was sent here because her card was declined (ROUTE-10). */
function useIsDeclined(): boolean {
  return new URLSearchParams(useLocation().search).get('paymentErrorId') === 'authorizationError'
}

/** The fields of a new card: ours with a hosted session, or the provider's in a frame (PLAT-18). */
function CardEntryPanel({
  payment,
  isProvider,
}: {
  readonly payment: CardPayment
  readonly isProvider: boolean
}): ReactNode {
  const { checkout } = useCheckout()
  const flags = { isCbhccEnabled: checkout.cbhcc_EnableCbhcc }
  return (
    <>
      {isProvider ? (
        <ProviderCardLater ref={payment.provider} flags={flags} />
      ) : (
        <CardForm entry={payment.entry} flags={flags} />
      )}
      {!checkout.isGuest && (
        <Checkbox
          checked={payment.saveToAccount}
          onChange={(event) => payment.setSaveToAccount(event.currentTarget.checked)}
        >
          Save this card to my account
        </Checkbox>
      )}
    </>
  )
}

function CardMessages({ payment }: { readonly payment: CardPayment }): ReactNode {
  const message = useMessages()
  const { checkout } = useCheckout()
  const texts = [...payment.notices.map((key) => checkout.messages[key] ?? message(key)), payment.refusal]
  const said = texts.filter((text) => text !== '')
  if (said.length === 0) return null
  return (
    <Notice kind="bad">
      {said.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
