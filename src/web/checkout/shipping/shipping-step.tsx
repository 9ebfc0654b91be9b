import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { clearBroughtAddresses, readBroughtAddresses } from '#web/checkout/guest-drafts.tsx'
import { receivers } from '#web/checkout/receivers.ts'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import styles from '#web/checkout/steps/step-form.module.css'
import { PlaceNotices } from '#web/checkout/steps/step-notices.tsx'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import { OneParcel } from './one-parcel.tsx'
import { ShippingFields, type ShippingFieldsProps } from './shipping-fields.tsx'
import { useShippingAddress } from './use-shipping-address.ts'

const loadRecipientParts = async () => (await import('#web/checkout/recipients/recipient-parts.ts')).recipientParts

/**
 * Step 1: where the order goes (STEP-02, STEP-03, STEP-17), to one address or to several (SHIP-05); one parcel has its
 * options there, too (CALM-33).
 */
export function ShippingStep(): ReactNode {
  const { checkout } = useCheckout()
  const parts = useIdleImport(loadRecipientParts)
  const [hasMany, setMany] = useState(() => receivers(checkout).filter((one) => !one.isPickup).length > 1)
  // an address without a street is a registrant's (BEYOND-05)
  const [isElsewhere, setElsewhere] = useState(false)
  // a guest's several addresses are there after the sign-in (CALM-28)
  useLayoutEffect(() => {
    if (readBroughtAddresses(checkout.basketId).length > 0) setMany(true)
  }, [checkout.basketId])
  if (!isElsewhere && !hasMany && receivers(checkout).some((one) => one.address?.address1 === '')) {
    return parts && <parts.RegistrantAddress onElsewhere={() => setElsewhere(true)} />
  }
  if (!hasMany) {
    const One = checkout.isOneParcel ? OneParcel : OneAddress
    return <One parts={parts} onMany={() => setMany(true)} />
  }
  return parts === null ? (
    <p role="status">Your items go to several addresses…</p>
  ) : (
    <>
      {checkout.isOneParcel && <PlaceNotices />}
      <parts.RecipientsStep
        onSingle={() => {
          clearBroughtAddresses(checkout.basketId)
          setMany(false)
        }}
      />
    </>
  )
}

function OneAddress(props: Omit<ShippingFieldsProps, 'address'>): ReactNode {
  const { checkout } = useCheckout()
  const { isLeaving, leave } = useLeaveStep(1)
  const address = useShippingAddress()
  const next = (): void => {
    address.forgetRefusal()
    if (address.form.submit() !== null) leave(address.save)
  }
  return (
    // A form of this method is never sent by the browser: what is typed before the scripts have come stays in the page.
    <form
      method="dialog"
      data-early="press"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <ShippingFields {...props} address={address} />
      <StepActions>
        <Button kind="quiet" onClick={address.cancel}>
          Cancel Changes
        </Button>
        <GoOnButton amounts={checkout.orderSummary} type="submit" isBusy={isLeaving} busyText="Saving your address…">
          Next
        </GoOnButton>
      </StepActions>
    </form>
  )
}
