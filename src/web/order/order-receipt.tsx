import type { ReactNode } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import { PanelItems } from '#web/checkout/order-panel.tsx'
import { MoneyMoves } from '#web/order/money-moves.tsx'
import { OrderPayments } from '#web/order/order-payments.tsx'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'
import styles from './confirmation-page.module.css'

type Props = {
  readonly order: ConfirmationReply
  /** Null where payments are masked: a receipt would show them. */
  readonly receipts: { readonly receiptUrl: string; readonly giftReceiptUrl: string } | null
  /** Nothing is paid, and nobody gets a gift (CALM-69). */
  readonly isCancelled?: boolean
}

/** What was bought, what it came to and how it was paid, with the receipts to keep. */
export function OrderReceipt({ order, receipts, isCancelled = false }: Props): ReactNode {
  return (
    <section className={styles.receipt} aria-labelledby="receipt-title">
      <h2 id="receipt-title" className={styles.part}>
        Receipt
      </h2>
      <PanelItems items={visibleItems(order.items)} />
      <OrderSummaryRows amounts={order.orderSummary} />
      <OrderPayments payments={order.payments} {...(isCancelled && { caption: 'Was to be paid with' })} />
      <MoneyMoves moves={order.moneyMoves} />
      <Seller {...order.seller} />
      {receipts && (
        <p className={styles.receipts}>
          <a href={receipts.receiptUrl}>Receipt (PDF)</a>
          {!isCancelled && !visibleItems(order.items).every(({ isDonation }) => isDonation) && (
            <a href={receipts.giftReceiptUrl}>Gift receipt without prices (PDF)</a>
          )}
        </p>
      )}
    </section>
  )
}

/** Whom it was bought from by law, and where its taxes go. */
function Seller({ name, address, registrations }: ConfirmationReply['seller']): ReactNode {
  return (
    <p className={styles.seller}>
      Sold by {[name, ...address].join(', ')}
      {registrations.map((registration) => (
        <span key={registration}>{registration}</span>
      ))}
    </p>
  )
}
