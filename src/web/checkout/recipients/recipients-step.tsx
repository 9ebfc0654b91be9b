import { type ReactNode, useState } from 'react'
import { AddressBlock } from '#web/address/address-block.tsx'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import forms from '#web/checkout/steps/step-form.module.css'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import { BoxForFreight, useBoxForFreight } from './box-for-freight.tsx'
import { RecipientLine } from './recipient-line.tsx'
import styles from './recipients.module.css'
import {
  divisionOf,
  isRegistrants,
  longName,
  type Recipient,
  type RecipientActions,
  readFromTitle,
  useRecipients,
} from './use-recipients.ts'

/** Step 1 for several addresses: each line goes to its own home (SHIP-05). */
export function RecipientsStep({ onSingle }: { readonly onSingle: () => void }): ReactNode {
  const { checkout } = useCheckout()
  const actions = useRecipients()
  const { isLeaving, leave } = useLeaveStep(1)
  const [hasTried, setTried] = useState(false)
  const items = checkout.basketItems.filter(({ isDonation }) => !isDonation)
  const isAddressed = (one: Recipient) => !one.isPickup && one.address !== null
  const addresses = checkout.recipientList.filter(isAddressed)
  const places = new Set(checkout.recipientList.filter((one) => one.isPickup || isAddressed(one)).map(({ id }) => id))
  const hasBox = useBoxForFreight()
  const unassigned = items.filter(({ recipientId }) => !places.has(recipientId))
  // a registrant's address takes nothing but her gifts
  const isOneEnough =
    addresses.length < 2 && (unassigned.length === 0 || !addresses.some(({ address }) => isRegistrants(address)))

  const save = async (): Promise<boolean> => {
    const multiRecipientBasket = divisionOf(checkout.basketItems)
    const reply = await actions.ask('saveMultiRecipientBasket', () =>
      calls.checkout.saveMultiRecipientBasket({ multiRecipientBasket }),
    )
    return reply?.isSuccess ?? false
  }
  const next = (): void => {
    setTried(true)
    const first = unassigned[0]
    if (first !== undefined) document.getElementById(`home-${first.id}`)?.focus()
    else if (hasBox) document.getElementById('homes-title')?.focus()
    else leave(save)
  }
  return (
    <form
      method="dialog"
      data-early="press"
      noValidate
      className={forms.form}
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <p className={forms.quiet}>Choose where each item goes. You can split items of which you have several.</p>
      {actions.refusal !== '' && <Notice kind="bad">{actions.refusal}</Notice>}
      <BoxForFreight />
      <ul className={styles.lines} aria-label="Items and where they go">
        {[...items].sort(bySku).map((item) => (
          <RecipientLine key={item.id} item={item} actions={actions} isMissing={hasTried} />
        ))}
      </ul>
      {addresses.length > 0 && <Addresses addresses={addresses} actions={actions} />}
      {isOneEnough && (
        <p>
          <Button
            kind="plain"
            onClick={() => {
              onSingle()
              readFromTitle()
            }}
          >
            Ship everything to one address
          </Button>
        </p>
      )}
      <StepActions>
        <GoOnButton amounts={checkout.orderSummary} type="submit" isBusy={isLeaving} busyText="Saving your addresses…">
          Next
        </GoOnButton>
      </StepActions>
    </form>
  )
}

/** Parts of one thing stand beside each other. */
function bySku(one: { readonly sku: number }, other: { readonly sku: number }): number {
  return one.sku - other.sku
}

function Addresses({
  addresses,
  actions,
}: {
  readonly addresses: readonly Recipient[]
  readonly actions: RecipientActions
}): ReactNode {
  const { checkout } = useCheckout()
  const money = useMoney()
  const piecesOf = (id: string) =>
    checkout.basketItems.reduce((sum, item) => sum + (item.recipientId === id ? item.quantity : 0), 0)
  return (
    <section aria-labelledby="homes-title" className={forms.section}>
      <h2 id="homes-title" tabIndex={-1} className={forms.part}>
        Your addresses
      </h2>
      <ul className={styles.homes}>
        {addresses.map((recipient) => {
          const pieces = piecesOf(recipient.id)
          const other = addresses.find((one) => one !== recipient && !isRegistrants(one.address))
          return (
            <li key={recipient.id} className={styles.home}>
              {recipient.address && <AddressBlock address={recipient.address} />}
              <p className={styles.fact}>
                {pieces === 0
                  ? 'Nothing goes here yet'
                  : `${pieces === 1 ? '1 item' : `${pieces} items`}, ${money(recipient.totals.subtotal)}`}
              </p>
              {other !== undefined && (
                <Button
                  kind="plain"
                  aria-disabled={actions.isBusy}
                  onClick={() => actions.isBusy || actions.remove(recipient, other)}
                >
                  Remove <span className="visually-hidden">{longName(recipient)}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
