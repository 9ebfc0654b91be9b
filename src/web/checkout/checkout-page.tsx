import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { stepRow } from '#domain/checkout/steps.ts'
import { resetLoading } from '#web/calls/loading.ts'
import { type CheckoutVisit, CheckoutVisitProvider, useCheckout } from '#web/checkout/checkout-context.ts'
import { createCheckoutStore } from '#web/checkout/checkout-store.ts'
import { ExpressStep } from '#web/checkout/express-step.tsx'
import { GuestDrafts } from '#web/checkout/guest-drafts.tsx'
import { NeedsScripts } from '#web/checkout/needs-scripts.tsx'
import { OptionsStep } from '#web/checkout/options/options-step.tsx'
import { OrderPanel } from '#web/checkout/order-panel.tsx'
import { PaymentStep } from '#web/checkout/payment/payment-step.tsx'
import { ReviewStep } from '#web/checkout/review/review-step.tsx'
import { ShippingStep } from '#web/checkout/shipping/shipping-step.tsx'
import { StepIndicator } from '#web/checkout/steps/step-indicator.tsx'
import { StepNotices } from '#web/checkout/steps/step-notices.tsx'
import { WalletStop } from '#web/checkout/wallet-stop.tsx'
import { useBrowser } from '#web/navigation/browser.tsx'
import { useNavigate } from '#web/navigation/navigation-context.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { useMessages } from '#web/variants/context.tsx'
import styles from './checkout-page.module.css'

// Few carts need it; it is fetched behind the page, before one can.
const loadResolve = () => import('#web/checkout/resolve.ts')

type Step = PageOf<'checkout'>['step']

/** Sends a form that was sent before the scripts had come, and that only these can send (web/bootstrap-loader.ts). */
function sendWaiting(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-waiting]')) {
    delete form.dataset.waiting
    form.requestSubmit()
  }
}

/** The steps of the checkout: one visit, one store, a step at a time (STEP-01). */
export function CheckoutPage({ page }: { readonly page: PageOf<'checkout'> }): ReactNode {
  const browser = useBrowser()
  const navigate = useNavigate()
  const emptyBasketMessage = useMessages()('emptyBasketMessage')
  const [store] = useState(() => createCheckoutStore(page.checkout))
  const heading = useRef<HTMLHeadingElement>(null)
  useFreshCheckout(page, store)

  useIdleImport(loadResolve)

  // once what was typed before the scripts had come is the program's too
  useEffect(() => void setTimeout(sendWaiting), [])

  // Shown again as it was left, it may hold an order that is placed by now (SCENE-12).
  useEffect(() => {
    const onShown = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      resetLoading()
      browser.reload()
    }
    window.addEventListener('pageshow', onShown)
    return () => window.removeEventListener('pageshow', onShown)
  }, [browser])

  const visit = useMemo<CheckoutVisit>(
    () => ({
      step: page.step,
      store,
      browser,
      cardRefusal: page.cardRefusal ?? null,
      goTo: async (address) => navigate(address),
      resolve: async (verdict) => {
        const { resolveVerdict } = await loadResolve()
        const isFixed = await resolveVerdict(verdict, { store, browser, emptyBasketMessage })
        // drawn anew: it is read from its beginning (CALM-11)
        if (isFixed) heading.current?.focus()
        return isFixed
      },
    }),
    [page.step, page.cardRefusal, store, browser, navigate, emptyBasketMessage],
  )
  return (
    <CheckoutVisitProvider value={visit}>
      <CheckoutFrame step={page.step} heading={heading} />
    </CheckoutVisitProvider>
  )
}

/** A page that came by a soft navigation brings the truth of its own moment. */
function useFreshCheckout(page: PageOf<'checkout'>, store: CheckoutVisit['store']): void {
  const [known, setKnown] = useState(page.checkout)
  useEffect(() => {
    if (known === page.checkout) return
    setKnown(page.checkout)
    store.replace(page.checkout)
  }, [known, page.checkout, store])
}

type Headed = { readonly step: Step; readonly heading: Ref<HTMLHeadingElement> }

function CheckoutFrame({ step, heading }: Headed): ReactNode {
  const { checkout, emptyBasketMessage, isPricing } = useCheckout()
  const isEmpty = emptyBasketMessage !== ''
  return (
    <div className={styles.page}>
      <StepIndicator current={step} reached={reachedOf(checkout.highestStep)} />
      <div className={styles.columns}>
        <div className={styles.step}>
          {isEmpty ? <EmptyCheckout message={emptyBasketMessage} /> : <CurrentStep step={step} heading={heading} />}
        </div>
        {!isEmpty && <OrderPanel checkout={checkout} isPending={isPricing} />}
      </div>
    </div>
  )
}

function CurrentStep({ step, heading }: Headed): ReactNode {
  // the first step anew, with the address that a wallet gave
  const [round, setRound] = useState(0)
  return (
    <>
      <h1 ref={heading} className={styles.title} id={step === 3 ? 'header_payment' : undefined} tabIndex={-1}>
        {stepRow(step).title}
      </h1>
      <StepNotices />
      <WalletStop key={`wallet ${round}`} />
      <NeedsScripts />
      <GuestDrafts />
      <div className={styles.form}>
        {step === 1 && <ExpressStep onStopped={() => setRound(round + 1)} />}
        {step === 1 && <ShippingStep key={round} />}
        {step === 2 && <OptionsStep />}
        {step === 3 && <PaymentStep />}
        {step === 4 && <ReviewStep />}
      </div>
    </>
  )
}

/** In place of going on when nothing is left to buy, with the focus on it; no popup, no amounts (STEP-13, CALM-11). */
function EmptyCheckout({ message }: { readonly message: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.empty}>
      <h1 className={styles.title} ref={heading} tabIndex={-1}>
        {message}
      </h1>
      <p>Nothing was ordered and nothing was charged.</p>
      <ButtonLink to="/">Continue Shopping</ButtonLink>
    </div>
  )
}

function reachedOf(highestStep: number): Step {
  return Math.min(4, Math.max(1, highestStep)) as Step
}
