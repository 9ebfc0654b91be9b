import { type ReactNode, useEffect, useRef, useState } from 'react'
import { orderStateName } from '#web/account/order-state.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { CancelOrder } from '#web/order/cancel/cancel-order.tsx'
import { ReleaseSummary } from '#web/order/cancel/release-summary.tsx'
import { NextForOrder } from '#web/order/next-for-order.tsx'
import { OrderReceipt } from '#web/order/order-receipt.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './confirmation-page.module.css'

/** One order, long after its confirmation: its state, where it goes and when, its receipts, and the way to cancel it. */
export function OrderPage({ page }: { readonly page: PageOf<'accountOrder'> }): ReactNode {
  const { order, state, receipts, isInAccount, cancel } = page
  const { locale } = useVariant()
  // what the server answered to the press on this page; null: nothing was pressed
  const [returned, setReturned] = useState<readonly string[] | null>(null)
  const isCancelled = state === 'cancelled' || returned !== null
  // One zone for server and browser, or the two would write different days.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/Chicago' })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          Order <bdi>{order.orderNumber}</bdi>
        </h1>
        <p>
          {isCancelled
            ? `${orderStateName('cancelled')}, placed ${day.format(new Date(order.placedAt))}`
            : `${orderStateName(state)}, ${day.format(new Date(order.placedAt))}`}
        </p>
        {isInAccount && (
          <p>
            <ButtonLink to="/account" kind="plain">
              Back to your account
            </ButtonLink>
          </p>
        )}
        {receipts === null && <Masked />}
      </header>
      <div className={styles.columns}>
        <div className={styles.after}>
          {isCancelled ? (
            <Cancelled returned={returned ?? order.released} isNews={returned !== null} />
          ) : (
            <>
              <NextForOrder order={order} />
              {cancel && <CancelOrder order={order} offer={cancel} onCancelled={setReturned} />}
            </>
          )}
        </div>
        <OrderReceipt order={order} receipts={receipts} isCancelled={isCancelled} />
      </div>
    </div>
  )
}

/** Why names, streets and payments are not there, and how to see them (CALM-42). */
function Masked(): ReactNode {
  return (
    <>
      <p>This link is in a mail of a while ago, so names, addresses and payments are shown in part only.</p>
      <p>
        <ButtonLink to="/account/find-order" kind="quiet">
          Mail me a link to all of it
        </ButtonLink>
      </p>
    </>
  )
}

type CancelledProps = {
  readonly returned: readonly string[]
  /** It came about by a press on this page: read from here on. */
  readonly isNews: boolean
}

/** That the order is cancelled, and where each of its tenders is now. */
function Cancelled({ returned, isNews }: CancelledProps): ReactNode {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) title.current?.focus()
  }, [isNews])
  return (
    <section aria-labelledby="cancelled-title">
      <h2 id="cancelled-title" className={styles.part} tabIndex={-1} ref={title}>
        This order is cancelled
      </h2>
      <p>Nothing of it will be shipped.</p>
      <ReleaseSummary sentences={returned} />
      <p className={styles.receipts}>
        <ButtonLink to="/" kind="quiet">
          Continue Shopping
        </ButtonLink>
      </p>
    </section>
  )
}
