import type { ReactNode } from 'react'
import { orderStateName } from '#web/account/order-state.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import styles from '#web/order/confirmation-page.module.css'
import { NextForOrder } from '#web/order/next-for-order.tsx'
import { OrderReceipt } from '#web/order/order-receipt.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'

/** One order, long after its confirmation: its state, where it goes and when, and its receipts. */
export function OrderPage({ page }: { readonly page: PageOf<'accountOrder'> }): ReactNode {
  const { order, state, receiptUrl, giftReceiptUrl, isInAccount } = page
  const { locale } = useVariant()
  // One zone for server and browser, or the two would write different days.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/Chicago' })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>Order {order.orderNumber}</h1>
        <p>
          {orderStateName(state)}, {day.format(new Date(order.placedAt))}
        </p>
        {isInAccount && (
          <p>
            <ButtonLink to="/account" kind="plain">
              Back to your account
            </ButtonLink>
          </p>
        )}
      </header>
      <div className={styles.columns}>
        <div className={styles.after}>
          <NextForOrder order={order} />
        </div>
        <OrderReceipt order={order} receiptUrl={receiptUrl} giftReceiptUrl={giftReceiptUrl} />
      </div>
    </div>
  )
}
