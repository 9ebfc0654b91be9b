import type { ReactNode } from 'react'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BoxForFreight } from './box-for-freight.tsx'
import styles from './recipients.module.css'
import { useOptimisticChoice } from './use-optimistic-choice.ts'
import { readFromTitle, useRecipients } from './use-recipients.ts'

/** Under the one address of the order: printed mail (OPEN-70), several addresses (SHIP-05), pickups shipped after all (SHIP-29). */
export function ShippingExtras({ onMany }: { readonly onMany: () => void }): ReactNode {
  const { checkout } = useCheckout()
  const actions = useRecipients()
  const pieces = checkout.basketItems.reduce((sum, item) => sum + (item.isDonation ? 0 : item.quantity), 0)
  const pickups = checkout.recipientList.filter((one) => one.isPickup)
  const isAnyShipped = checkout.recipientList.some((one) => !one.isPickup)
  return (
    <div className={styles.extras}>
      {actions.refusal !== '' && <Notice kind="bad">{actions.refusal}</Notice>}
      <BoxForFreight />
      <MailPreference isBilling={!isAnyShipped} />
      {pickups.map((pickup) => (
        <div key={pickup.id}>
          <Button
            kind="plain"
            aria-disabled={actions.isBusy}
            onClick={() => actions.isBusy || actions.shipInstead(pickup)}
          >
            Ship instead of picking up at <bdi>{pickup.storeName}</bdi>
          </Button>
        </div>
      ))}
      {isAnyShipped && pieces > 1 && (
        <div>
          <Button
            kind="plain"
            onClick={() => {
              onMany()
              readFromTitle()
            }}
          >
            Ship to multiple addresses
          </Button>
        </div>
      )}
    </div>
  )
}

/** SHIP-31: whether catalogs may come by mail to this address; kept at once, whichever way the step is left. */
export function MailPreference({ isBilling }: { readonly isBilling: boolean }): ReactNode {
  const { checkout, store } = useCheckout()
  const actions = useRecipients()
  const recipient = checkout.recipientList.find((one) => !one.isPickup)
  const isOptIn = isBilling ? checkout.isBillingMailWelcome : (recipient?.isMailWelcome ?? false)
  const set = async (choice: boolean): Promise<void> => {
    const reply = await actions.ask('setTymPreferences', () =>
      calls.checkout.setTymPreferences({ isOptIn: choice, isBilling, address: { recipientId: recipient?.id ?? '' } }),
    )
    if (!reply?.isSuccess) return
    if (isBilling) return store.patch({ isBillingMailWelcome: choice })
    const { recipientList } = store.read().checkout
    store.patch({
      recipientList: recipientList.map((one) => (one.id === recipient?.id ? { ...one, isMailWelcome: choice } : one)),
    })
  }
  const [isChecked, choose] = useOptimisticChoice(isOptIn, set)
  return (
    <Checkbox checked={isChecked} onChange={(event) => choose(event.currentTarget.checked)}>
      Send me catalogs and offers by mail at this address
    </Checkbox>
  )
}
