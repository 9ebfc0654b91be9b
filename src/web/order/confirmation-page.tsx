import { type ReactNode, useEffect } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import { allDepartmentsAddress, recommendationPlaces } from '#domain/catalog/recommendation-places.ts'
import { receiptAddress } from '#domain/order/receipt-address.ts'
import { RecommendationCarousel } from '#web/catalog/recommendation/recommendation-carousel.tsx'
import { PanelItems } from '#web/checkout/order-panel.tsx'
import { StepIndicator } from '#web/checkout/steps/step-indicator.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { ReleaseSummary } from '#web/order/cancel/release-summary.tsx'
import { NextForOrder } from '#web/order/next-for-order.tsx'
import { OrderReceipt } from '#web/order/order-receipt.tsx'
import { LookedAt } from '#web/order/place/looked-at.tsx'
import { useSettledOrder } from '#web/order/place/use-settled-order.ts'
import { SaveToAccount } from '#web/order/save-to-account.tsx'
import { trackOrder } from '#web/order/track-order.ts'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'
import { refreshHeaderCounts } from '#web/shell/header-counts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './confirmation-page.module.css'

/** Step 5: thanks, what happens next, and the receipt (ORDER-22); or, while the payment is open, its outcome (BEYOND-02). */
export function ConfirmationPage({ page }: { readonly page: PageOf<'confirmation'> }): ReactNode {
  const order = useSettledOrder(page.confirmation)
  const variant = useVariant()
  useEffect(() => trackOrder(order, variant), [order, variant])
  const hasSettled = page.confirmation.isPending && !order.isPending
  useEffect(() => {
    if (hasSettled) void refreshHeaderCounts()
  }, [hasSettled])
  return (
    <div className={styles.page}>
      <StepIndicator current={5} reached={0} isFinished />
      {order.isRefused ? (
        <NotPlaced order={order} />
      ) : order.challengeUrl !== '' ? (
        <AtTheBank order={order} />
      ) : order.isPending ? (
        <Pending order={order} />
      ) : order.isCancelled ? (
        <Cancelled order={order} />
      ) : (
        <Placed order={order} />
      )}
    </div>
  )
}

type OrderProps = { readonly order: ConfirmationReply }

function Placed({ order }: OrderProps): ReactNode {
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>Thank you for your order</h1>
        <OrderNumber order={order} />
        {order.email !== '' && (
          <p>
            We have sent a confirmation to <strong className={styles.email}>{order.email}</strong>.
          </p>
        )}
        <p>
          <ButtonLink to={`/account/orders/${order.orderNumber}`} kind="plain">
            {order.cancelUntil === '' ? 'See this order' : 'See or cancel this order'}
          </ButtonLink>
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.after}>
          <NextForOrder order={order} />
          <SaveToAccount order={order} />
        </div>
        <OrderReceipt
          order={order}
          receipts={{
            receiptUrl: receiptAddress(order.orderNumber, 'receipt'),
            giftReceiptUrl: receiptAddress(order.orderNumber, 'gift-receipt'),
          }}
        />
      </div>
      <div className={styles.more}>
        <RecommendationCarousel {...recommendationPlaces.confirmation} shopAllTo={allDepartmentsAddress} />
      </div>
    </>
  )
}

function OrderNumber({ order }: OrderProps): ReactNode {
  return (
    <p className={styles.number}>
      Order number <strong data-testid="order-number">{order.orderNumber}</strong>
    </p>
  )
}

/** The payment is still being confirmed: nothing to do, and above all nothing to order again. */
function Pending({ order }: OrderProps): ReactNode {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.said} role="status">
          <h1 className={styles.title}>Your order is being confirmed</h1>
          <OrderNumber order={order} />
          <p>
            Your payment is still being confirmed. Please do not order again: this page will say by itself how it ended,
            and you may also close it. We will write to {order.email} as soon as we know.
          </p>
        </div>
        <LookedAt since={order.placedAt} />
      </div>
      <section className={styles.ordered} aria-labelledby="ordered-title">
        <h2 id="ordered-title" className={styles.part}>
          What you ordered
        </h2>
        <PanelItems items={visibleItems(order.items)} />
        <OrderSummaryRows amounts={order.orderSummary} />
      </section>
    </>
  )
}

/** Her card's bank waits for the shopper: the way there, for who closed its page or came back from it (OPEN-65). */
function AtTheBank({ order }: OrderProps): ReactNode {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>Your bank has a question</h1>
      <OrderNumber order={order} />
      <p>
        Please confirm the payment at your card’s bank: your order is placed as soon as you have. If you do not, nothing
        is charged, and everything you entered is still in your cart.
      </p>
      <div>
        <ButtonLink to={order.challengeUrl}>Go to your bank</ButtonLink>
      </div>
    </div>
  )
}

/** It was cancelled elsewhere while this page was still asking: there is nothing to give thanks for. */
function Cancelled({ order }: OrderProps): ReactNode {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>This order is cancelled</h1>
      <OrderNumber order={order} />
      <p>Nothing of it will be shipped.</p>
      <ReleaseSummary sentences={order.released} />
      <div>
        <ButtonLink to={`/account/orders/${order.orderNumber}`}>See this order</ButtonLink>
      </div>
    </div>
  )
}

function NotPlaced({ order }: OrderProps): ReactNode {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>Your order was not placed</h1>
      <Notice kind="bad">
        <p>{order.errorMessage}</p>
        <p>Nothing was charged. Everything you entered is still there.</p>
        <ReleaseSummary sentences={order.released} />
      </Notice>
      <div>
        <ButtonLink to={order.redirectUrl || '/checkout/cart'}>Continue</ButtonLink>
      </div>
    </div>
  )
}
