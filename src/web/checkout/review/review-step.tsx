import { type ReactNode, useId } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Donations } from '#web/checkout/options/donations.tsx'
import { ShipmentItems } from '#web/checkout/options/shipment-choice.tsx'
import { receivers } from '#web/checkout/receivers.ts'
import { DoneSteps } from '#web/checkout/steps/done-steps.tsx'
import { BackButton, StepActions } from '#web/checkout/steps/step-actions.tsx'
import forms from '#web/checkout/steps/step-form.module.css'
import { usePlaceOrder } from '#web/order/place/use-place-order.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'
import { useOutcomeLater } from './outcome-later.tsx'
import { PickupItems, RecipientHead } from './recipient-head.tsx'
import styles from './review-step.module.css'

/** Step 4: everything at a glance, and the order (STEP-06, ORDER-01). */
export function ReviewStep(): ReactNode {
  const { checkout } = useCheckout()
  const { isPlacing, isSlow, isUnknown, place, resume } = usePlaceOrder()
  const statusId = useId()
  const UnknownOutcome = useOutcomeLater()
  if (isUnknown) return <UnknownOutcome basketId={checkout.basketId} onNotPlaced={resume} />
  return (
    <div className={forms.form}>
      <DoneSteps upTo={3} />
      <section className={forms.form} aria-labelledby="review-items">
        <h2 id="review-items" className={forms.part}>
          Items and delivery
        </h2>
        {receivers(checkout).map((recipient, _, all) => (
          <div key={recipient.id} className={forms.form}>
            {all.length > 1 && <RecipientHead recipient={recipient} />}
            {recipient.shipments.map((shipment) => (
              <ShipmentItems key={shipment.id} shipment={shipment} />
            ))}
            {recipient.isPickup && <PickupItems recipient={recipient} />}
          </div>
        ))}
        <Donations />
      </section>
      <section className={styles.totals} aria-label="Totals">
        <OrderSummaryRows amounts={checkout.orderSummary} promoCode={checkout.promo.discountCode} />
      </section>
      <StepActions>
        <BackButton to="/checkout/paymentandbilling" />
        <GoOnButton
          amounts={checkout.orderSummary}
          isBusy={isPlacing}
          busyText="Placing your order…"
          onClick={place}
          aria-describedby={statusId}
        >
          Place Order
        </GoOnButton>
      </StepActions>
      <p id={statusId} role="status" className={styles.status}>
        {isSlow && 'This takes a little longer than usual. Please stay on this page: your order is on its way.'}
      </p>
    </div>
  )
}
