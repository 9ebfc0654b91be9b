import type { ReactNode } from 'react'
import type { ConfirmationReply } from '#contracts/pages.ts'
import { visibleItems } from '#domain/cart/lines/visible-items.ts'
import { AddressBlock } from '#web/address/address-block.tsx'
import { GiftSummary } from '#web/gift/gift-summary.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './next-for-order.module.css'

type Recipient = ConfirmationReply['recipientList'][number]

/** What happens next, delivery by delivery, each with its dates. */
export function NextForOrder({ order }: { readonly order: ConfirmationReply }): ReactNode {
  const money = useMoney()
  const items = visibleItems(order.items)
  const given = items.filter(({ isDonation }) => isDonation)
  const isGiver = ({ id }: Recipient) =>
    given.some(({ recipientId }) => recipientId === id) &&
    items.every(({ recipientId, isDonation }) => recipientId !== id || isDonation)
  const receivers = order.recipientList.filter((recipient) => !isGiver(recipient))
  return (
    <section aria-labelledby="next-title" className={styles.next}>
      <h2 id="next-title" className={styles.title}>
        What happens next
      </h2>
      {receivers.map((recipient, _, all) => (
        <article key={recipient.id} className={styles.recipient}>
          {recipient.shipments.map((shipment) => (
            <Delivery key={shipment.id} shipment={shipment} recipient={recipient} order={order} />
          ))}
          {recipient.isPickup ? (
            <PickedUp recipient={recipient} order={order} />
          ) : (
            recipient.address && (
              <div className={styles.quiet}>
                <AddressBlock address={recipient.address} />
              </div>
            )
          )}
          <GiftSummary options={recipient.giftOptions} />
          {all.length > 1 && recipient.totals && (
            <p className={styles.quiet}>
              This {recipient.isPickup ? 'pickup' : 'delivery'}: {money(recipient.totals.total)}
            </p>
          )}
        </article>
      ))}
      {given.length > 0 && <DonationThanks items={given} />}
      <div>
        <ButtonLink to="/" kind="quiet">
          Continue Shopping
        </ButtonLink>
      </div>
    </section>
  )
}

/** Donations go nowhere. */
function DonationThanks({ items }: { readonly items: ConfirmationReply['items'] }): ReactNode {
  const money = useMoney()
  return (
    <article className={styles.recipient}>
      <div className={styles.delivery}>
        <Icon name="heart" />
        <div>
          <h3 className={styles.promise}>Thank you for giving</h3>
          <p>{items.map(({ title, totalPrice }) => `${title}, ${money(totalPrice)}`).join('; ')}</p>
          <p className={styles.quiet}>Nothing is shipped for it.</p>
        </div>
      </div>
    </article>
  )
}

/** What waits at a store: it has no shipment. */
function PickedUp({ recipient, order }: Omit<DeliveryProps, 'shipment'>): ReactNode {
  const items = visibleItems(order.items).filter((item) => item.recipientId === recipient.id && !item.isDonation)
  return (
    <div className={styles.delivery}>
      <Icon name="store" />
      <div>
        <h3 className={styles.promise}>
          Pick up at <bdi>{recipient.storeName}</bdi>
        </h3>
        <p className={styles.names}>
          {items.map(({ title, quantity }) => (quantity === 1 ? title : `${title} (${quantity})`)).join(', ')}
        </p>
      </div>
    </div>
  )
}

type DeliveryProps = {
  readonly shipment: Recipient['shipments'][number]
  readonly recipient: Recipient
  readonly order: ConfirmationReply
}

function Delivery({ shipment, recipient, order }: DeliveryProps): ReactNode {
  const level = shipment.availableServiceLevels.find((one) => one.level === shipment.selectedServiceLevel)
  const promise = level?.edd.message || shipment.items[0]?.edd.message || ''
  const titles = shipment.items.map(({ basketItemId, sku, quantity }) => {
    const title = order.items.find((item) => item.id === basketItemId)?.title ?? `SKU ${sku}`
    return quantity === 1 ? title : `${title} (${quantity})`
  })
  return (
    <div className={styles.delivery}>
      <Icon name={recipient.isPickup ? 'store' : 'truck'} />
      <div>
        <h3 className={styles.promise} data-verbatim="">
          {promise === '' ? (level?.name ?? 'On its way soon') : promise}
        </h3>
        {level && promise !== '' && <p className={styles.quiet}>{level.name}</p>}
        <p className={styles.names}>{titles.join(', ')}</p>
      </div>
    </div>
  )
}
