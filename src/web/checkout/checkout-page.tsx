import { type ReactNode, useState } from 'react'
import { stepRow } from '#domain/checkout/steps.ts'
import { createCheckoutStore, useCheckoutState } from '#web/checkout/checkout-store.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'

/** The steps of the checkout. */
export function CheckoutPage({ page }: { readonly page: PageOf<'checkout'> }): ReactNode {
  const [store] = useState(() => createCheckoutStore(page.checkout))
  const { checkout } = useCheckoutState(store)
  return (
    <section>
      <h1>{stepRow(page.step).title}</h1>
      <OrderSummaryRows amounts={checkout.orderSummary} promoCode={checkout.promo.discountCode} />
    </section>
  )
}
