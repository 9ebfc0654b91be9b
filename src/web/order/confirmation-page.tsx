import type { ReactNode } from 'react'
import type { PageOf } from '#web/navigation/page-view.ts'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'

/** Thanks, and what was ordered. */
export function ConfirmationPage({ page }: { readonly page: PageOf<'confirmation'> }): ReactNode {
  const { confirmation } = page
  return (
    <section>
      <h1>Thank you for your order</h1>
      <p>
        Order number <strong data-testid="order-number">{confirmation.orderNumber}</strong>
      </p>
      <OrderSummaryRows amounts={confirmation.orderSummary} />
    </section>
  )
}
