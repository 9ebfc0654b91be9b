import { type ReactNode, useId, useState } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { unsaidChoices } from '#domain/catalog/option-choice.ts'
import { PanelDeliveries } from '#web/checkout/panel-deliveries.tsx'
import { OrderSummaryRows } from '#web/pricing/order-summary.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './order-panel.module.css'

export type OrderPanelProps = {
  readonly checkout: Pick<CheckoutReply, 'basketItems' | 'recipientList' | 'orderSummary' | 'promo'>
  /** A change is on its way: the amounts may still move. */
  readonly isPending?: boolean
}

/** What is being bought, with pictures and totals, beside every step; on a phone folded into a bar with the total (UX-08). */
export function OrderPanel({ checkout, isPending = false }: OrderPanelProps): ReactNode {
  const { basketItems, orderSummary, promo } = checkout
  const money = useMoney()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <aside className={styles.panel} aria-label="Order summary" data-open={isOpen || undefined}>
      <button
        type="button"
        className={styles.bar}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{isOpen ? 'Hide order summary' : 'Show order summary'}</span>
        <Icon name="down" size={20} />
        <strong className={styles.barTotal}>
          <bdi>{money(orderSummary.amountDue)}</bdi>
        </strong>
      </button>
      <div id={id} className={styles.content}>
        <h2 className={styles.title}>Order summary</h2>
        <PanelItems items={basketItems} />
        <PanelDeliveries checkout={checkout} />
        <OrderSummaryRows amounts={orderSummary} promoCode={promo.discountCode} isPending={isPending} isExplained />
      </div>
    </aside>
  )
}

/** Picture, name, options, quantity and price of each item. */
export function PanelItems({ items }: { readonly items: CheckoutReply['basketItems'] }): ReactNode {
  const money = useMoney()
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <span className={styles.picture}>
            <SmallPicture path={item.imagePath} width={72} />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>{item.title}</p>
            {unsaidChoices(item.title, item.optionChoices).map((choice) => (
              <p key={choice.code} className={styles.fact}>
                {choice.name}: {choice.value}
              </p>
            ))}
            <p className={styles.fact}>{item.isDonation ? 'Donation' : `Qty ${item.quantity}`}</p>
            {item.makingTime !== '' && <p className={styles.fact}>{item.makingTime}</p>}
            {item.giftFor && <p className={styles.fact}>A gift for {item.giftFor}</p>}
            {item.isInstallationServiceRequired && <p className={styles.fact}>With installation</p>}
          </div>
          <span className={styles.price}>{money(item.totalPrice)}</span>
        </li>
      ))}
    </ul>
  )
}
