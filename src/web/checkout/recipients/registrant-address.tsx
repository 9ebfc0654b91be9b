import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { receivers } from '#web/checkout/receivers.ts'
import { StepActions } from '#web/checkout/steps/step-actions.tsx'
import styles from '#web/checkout/steps/step-form.module.css'
import { useLeaveStep } from '#web/checkout/steps/use-leave-step.ts'
import { GoOnButton } from '#web/pricing/go-on-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { BoxForFreight, useBoxForFreight } from './box-for-freight.tsx'
import { readFromTitle } from './use-recipients.ts'

type Props = { readonly onElsewhere: () => void }

/** Gifts that go to a registrant: the giver sees for whom and which place, and nothing to write to (SHIP-27, BEYOND-05). */
export function RegistrantAddress({ onElsewhere }: Props): ReactNode {
  const { checkout } = useCheckout()
  const { isLeaving, leave } = useLeaveStep(1)
  const hasBox = useBoxForFreight()
  const address = receivers(checkout).find((one) => !one.isPickup)?.address
  if (!address) return null
  return (
    <form
      method="dialog"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // nothing is asked here, so there is nothing to save
        if (!hasBox) leave(async () => true)
      }}
    >
      <h2 className={styles.part}>
        Straight to{' '}
        <bdi>
          {address.firstName} {address.lastName}
        </bdi>
      </h2>
      <p>
        Your gift goes to their registry’s address in {address.city}, {address.state}. The street stays between them and
        us.
      </p>
      <BoxForFreight />
      <div>
        <Button kind="plain" onClick={onElsewhere}>
          Send it somewhere else
        </Button>
      </div>
      <StepActions>
        <GoOnButton amounts={checkout.orderSummary} type="submit" isBusy={isLeaving} busyText="One moment…">
          Next
        </GoOnButton>
      </StepActions>
    </form>
  )
}

/** Gifts in a cart with other things: they can go where the registry says, which the giver does not know (SHIP-04, SHIP-27). */
export function GiftsAmongOthers({ onMany }: { readonly onMany: () => void }): ReactNode {
  return (
    <>
      <p className={styles.quiet}>
        Part of your order is a gift from a registry. It can go straight to the registry’s address.
      </p>
      <Button
        kind="plain"
        onClick={() => {
          onMany()
          readFromTitle()
        }}
      >
        Choose where each item goes
      </Button>
    </>
  )
}
