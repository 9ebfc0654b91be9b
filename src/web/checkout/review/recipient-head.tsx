import type { ReactNode } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import styles from '#web/checkout/options/shipment-choice.module.css'
import { ShippedItems } from '#web/checkout/options/shipment-choice.tsx'
import { useMoney } from '#web/variants/context.tsx'

type Props = { readonly recipient: CheckoutReply['recipientList'][number] }

/** Whom the items under it go to, and what this part of the order comes to with its shipping and tax (BEYOND-05). */
export function RecipientHead({ recipient }: Props): ReactNode {
  const money = useMoney()
  const { isPickup, storeName, address, totals } = recipient
  return (
    <h3 className={styles.head} data-verbatim="">
      <span>{isPickup ? `At ${storeName}` : `To ${address?.firstName} ${address?.lastName}`}</span>
      <span className={styles.charge}>{money(totals.total)}</span>
    </h3>
  )
}

/** What is picked up has no shipment; its items are the lines of the recipient. */
export function PickupItems({ recipient }: Props): ReactNode {
  const { checkout } = useCheckout()
  const items = checkout.basketItems
    .filter(({ recipientId, isDonation }) => recipientId === recipient.id && !isDonation)
    .map(({ id, sku, quantity, edd }) => ({ basketItemId: id, sku, quantity, edd }))
  return <ShippedItems items={items} />
}
