import type { FormEvent, ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { useLoading } from '#web/calls/loading.ts'
import type { CartActions } from '#web/cart/cart-actions.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { prefetchLayer } from '#web/layers/prefetch.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'
import { PlaceChanges } from '#web/pricing/place-changes.tsx'
import { HelpLine } from '#web/shell/help-line.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { CartCertificatePanel } from '#web/tender/cart-certificate-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFrame, useVariant } from '#web/variants/context.tsx'
import styles from './cart-summary.module.css'
import { PromoEntry } from './promo-entry.tsx'
import { ZipEntry } from './zip-entry.tsx'

export type CartSummaryProps = {
  readonly cart: CartReply
  readonly isPending: boolean
  readonly actions: CartActions
  /** What the postal code probably is, while none is known. */
  readonly suggestedZip: string
  readonly onCheckout: () => void
  /** Other ways on, below the button. */
  readonly express: ReactNode
}

/** What the cart comes to, promotion and postal code, and the one way on (UX-06). */
export function CartSummary({
  cart,
  isPending,
  actions,
  suggestedZip,
  onCheckout,
  express,
}: CartSummaryProps): ReactNode {
  const isHydrated = useHydrated()
  const { shipTo } = useFrame()
  const { hasInternationalTab } = useVariant()
  const isLoading = useLoading()
  const checkOut = (event: FormEvent) => {
    event.preventDefault()
    onCheckout()
  }
  return (
    <section className={styles.summary} aria-labelledby="order-summary">
      <h2 id="order-summary" className={styles.title}>
        Order summary
      </h2>
      <OrderSummaryRows
        amounts={cart.orderSummary}
        promoCode={cart.cartSummary.discountCode}
        isPending={isPending}
        isAbroad={cart.isInternational}
        isExplained={isHydrated && cart.lineItems.length > 0 && !cart.isInternational}
      />
      <PlaceChanges changes={cart.changes} />
      {cart.isInternational && (
        <p className={styles.abroad}>
          Shipping to: {shipTo}. Orders there are placed by request: press Checkout to tell us where to reach you, and
          we write to you with delivery, duties and taxes. Nothing is charged now.
        </p>
      )}
      {/* Until the scripts have come it only keeps its place, so that nothing moves; a native form where none will come. */}
      {!cart.isInternational && cart.cartSummary.isAtRegistrant && <StraightToRegistrant lines={cart.lineItems} />}
      {!cart.isInternational &&
        !cart.cartSummary.isAtRegistrant &&
        cart.lineItems.some(({ isDonation }) => !isDonation) && (
          <div className={isHydrated ? styles.place : `${styles.place} ${styles.waiting}`}>
            <ZipEntry cart={cart} actions={actions} suggestedZip={suggestedZip} />
          </div>
        )}
      {/* Without scripts the form itself is the guest checkout (LOGIN-06, UX-24). */}
      <form method="post" action={cartFormPaths.checkout} onSubmit={checkOut}>
        <TokenField />
        {cart.isGuest && <input type="hidden" name="isGuestCheckout" value="true" />}
        <GoOnButton
          amounts={cart.orderSummary}
          isAbroad={cart.isInternational}
          type="submit"
          isWide
          isBusy={isLoading}
          disabled={cart.isPlacing}
          onPointerEnter={() => prefetchLayer('loginFlyout')}
        >
          Checkout
        </GoOnButton>
      </form>
      {express}
      {/* Until the scripts have come they only keep their place, so that nothing moves; native forms where none will come. */}
      <div className={isHydrated ? styles.entries : `${styles.entries} ${styles.waiting}`}>
        <PromoEntry cart={cart} actions={actions} />
        <CartCertificatePanel cart={cart} reload={actions.reload} />
      </div>
      <p className={styles.help}>
        Help: <HelpLine />
      </p>
      {cart.isInternational && hasInternationalTab && isHydrated && (
        <p className={styles.help}>
          <Button kind="plain" onClick={() => openLayer('shippingDelivery', { tab: 3 })}>
            Ordering from another country
          </Button>
        </p>
      )}
    </section>
  )
}

/** In the place of the postal code, which the registry knows and keeps to itself (CALM-67). */
function StraightToRegistrant({ lines }: { readonly lines: CartReply['lineItems'] }): ReactNode {
  const owner = lines.find(({ giftFor = '' }) => giftFor !== '')?.giftFor
  if (owner === undefined) return null
  return (
    <p className={styles.straight}>
      Straight to <bdi>{owner}</bdi>. Shipping and tax are those of their address, which stays between them and us. You
      can send it elsewhere at the next step.
    </p>
  )
}
