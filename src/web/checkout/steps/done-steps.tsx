import type { ReactNode } from 'react'
import type { CheckoutReply } from '#contracts/pages.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import { plccOption } from '#domain/payment/limits.ts'
import { AddressBlock } from '#web/address/address-block.tsx'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { receivers } from '#web/checkout/receivers.ts'
import { GiftSummary } from '#web/gift/gift-summary.tsx'
import { OrderPayments } from '#web/order/order-payments.tsx'
import { MaskedCard } from '#web/payment/card/masked-card.tsx'
import { appliedWallet, walletNames } from '#web/payment/wallets/applied-wallet.ts'
import { StepSummary } from '#web/ui/panels/step-summary.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './done-steps.module.css'

type Recipient = CheckoutReply['recipientList'][number]

/** The steps already done, each with what was chosen and a way back to it (UX-05). */
export function DoneSteps({ upTo }: { readonly upTo: 1 | 2 | 3 }): ReactNode {
  return (
    <div className={styles.done}>
      <ShippingDone isShort={upTo < 3} />
      {upTo >= 2 && <OptionsDone />}
      {upTo >= 3 && <PaymentDone />}
    </div>
  )
}

function ShippingDone({ isShort }: { readonly isShort: boolean }): ReactNode {
  const { checkout } = useCheckout()
  return (
    <StepSummary title={stepRow(1).title} editAddress={stepRow(1).path}>
      {receivers(checkout).map((recipient) => (
        <RecipientPlace key={recipient.id} recipient={recipient} isShort={isShort} />
      ))}
    </StepSummary>
  )
}

type PlaceProps = { readonly recipient: Recipient; readonly isShort: boolean }

/** Where one recipient's items go, to a home or to a store; in short on the way, in full on review. */
function RecipientPlace({ recipient, isShort }: PlaceProps): ReactNode {
  const { address } = recipient
  if (recipient.isPickup) return <p>Pick up at {recipient.storeName}</p>
  if (address === null) return null
  if (!isShort) {
    return (
      <div className={styles.recipient}>
        <AddressBlock address={address} hasContact />
      </div>
    )
  }
  return (
    <p>
      {address.firstName} {address.lastName}, {address.address1 && `${address.address1}, `}
      {address.city}, {address.state} {address.postalCode}
    </p>
  )
}

function OptionsDone(): ReactNode {
  const { checkout } = useCheckout()
  return (
    <StepSummary title={stepRow(2).title} editAddress={stepRow(2).path}>
      {receivers(checkout).map((recipient) => (
        <div key={recipient.id} className={styles.recipient}>
          {recipient.shipments.map((shipment) => (
            <ShipmentPromise key={shipment.id} shipment={shipment} />
          ))}
          <GiftSummary options={recipient.giftOptions} />
        </div>
      ))}
    </StepSummary>
  )
}

/** The chosen delivery of a shipment with its dates and its price. */
export function ShipmentPromise({ shipment }: { readonly shipment: Recipient['shipments'][number] }): ReactNode {
  const money = useMoney()
  const chosen = shipment.availableServiceLevels.find(({ level }) => level === shipment.selectedServiceLevel)
  const promise = chosen?.edd.message ?? shipment.items[0]?.edd.message ?? ''
  const words = [chosen?.name, promise].filter((word) => word !== undefined && word !== '')
  if (words.length === 0) return null
  return (
    <p>
      {words.join(': ')}
      {chosen !== undefined && ` (${chosen.charge === 0 ? 'free' : money(chosen.charge)})`}
    </p>
  )
}

function PaymentDone(): ReactNode {
  const { checkout } = useCheckout()
  const { cardOneInfo } = checkout.paymentData.creditCardData
  const { billingAddress, isBillingSame, paidWith, paymentData, plccOffer, recipientList } = checkout
  const money = useMoney()
  const only = paidWith.length === 1 ? paidWith[0] : undefined
  const wallet = appliedWallet(paymentData)
  const isStoredValue = cardOneInfo === null && wallet === null
  const isOfSeveral = recipientList.filter(({ isPickup }) => !isPickup).length > 1
  return (
    <StepSummary title={stepRow(3).title} editAddress={stepRow(3).path}>
      {paidWith.length > 1 && <OrderPayments caption="You pay with" payments={paidWith} />}
      {paidWith.length < 2 && cardOneInfo !== null && <MaskedCard card={cardOneInfo} />}
      {paidWith.length < 2 && wallet !== null && (
        <p>
          {walletNames[wallet.method]} {wallet.holder}
        </p>
      )}
      {only !== undefined && isStoredValue && <p>{only.name}</p>}
      {only !== undefined && <p>Pays {money(only.amount)}</p>}
      {plccOffer.selectedOption > 0 && (
        <p>{plccOffer.selectedOption === plccOption.financing ? plccOffer.financingText : plccOffer.rewardText}</p>
      )}
      {!paymentData.isPaymentNeeded && cardOneInfo === null && <p>Nothing is left to be paid by card.</p>}
      {isBillingSame && !isOfSeveral ? (
        <p>Billing address: same as shipping</p>
      ) : (
        billingAddress && (
          <div className={styles.billing}>
            <p>Billing address</p>
            <AddressBlock address={billingAddress} />
          </div>
        )
      )}
    </StepSummary>
  )
}
